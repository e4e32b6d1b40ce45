import { addDays } from '../../src/lib/dates.ts';
import { COUNTIES } from '../../src/registry/sources/florida-dbpr/counties.ts';
import { inspectionRow, type LicenseFields, licenseRow } from './regulator-files.ts';

/** Files of a whole district, all counties, in the orders in which the regulator lists rows. All of it is invented. */

const NEWEST = '2025-11-28';

/** In the order of issue, counties mingled: one in four a food truck; the last 60 were inspected in the last month. */
export function licensesInOrderOfIssue(rows: number, district = 6): LicenseFields[] {
  const counties = COUNTIES.filter((county) => county.district === district);
  return Array.from({ length: rows }, (_, index) => {
    const county = counties[(index * 7) % counties.length] ?? counties[0];
    const isTruck = index % 4 === 3;
    const serial = String(index).padStart(4, '0');
    const isNew = index >= rows - 60;
    return licenseRow({
      ...(isTruck ? {} : { licenseType: '2010', rank: 'SEAT' }),
      licenseNumber: `${isTruck ? 'MFD' : 'SEA'}${county?.code}${isTruck ? 5 : 0}${serial}`,
      ...{ countyCode: county?.code ?? '', district: String(district) },
      businessName: `HERON CREPES ${index}`,
      licenseeName: `HERON CREPES ${index} LLC`,
      lastInspectedOn: addDays(NEWEST, isNew ? -(index % 30) : -((index * 13) % 300)),
    });
  });
}

/** By county and license number, as most of the regulator's inspection files are. */
export function visitsByCounty(rows: number, district = 6): string[][] {
  const counties = COUNTIES.filter((county) => county.district === district);
  return Array.from({ length: rows }, (_, index) => {
    const county = counties[Math.floor((index * counties.length) / rows)];
    return inspectionRow({
      ...{ district: `D${district}`, countyCode: county?.code ?? '', countyName: county?.name ?? '' },
      licenseType: index % 10 === 0 ? '2014' : '2010',
      licenseNumber: `${county?.code}${index % 10 === 0 ? 5 : 0}${String(index).padStart(4, '0')}`,
      visitId: 100_000 + index,
      visitedOn: addDays('2025-07-01', (index * 37) % 150),
    });
  });
}
