import { addDays } from '../../src/lib/time/dates.ts';
import { COUNTIES } from '../../src/regulator/florida/vocabulary/counties.ts';
import { inspectionRow, type LicenseFields, licenseRow } from './regulator-files.ts';

/** Files of a whole district, all counties, in the orders in which the regulator lists rows. All of it is invented. */

const NEWEST = '2025-11-28';

/** The oldest licenses stand county by county. */
const OLDEST = 160;

/**
 * Returns licenses in the order of issue, after the oldest counties in mixed order. One in four is a food
 * truck; the last 60 were inspected in the last month.
 */
export function licensesInOrderOfIssue(rows: number, district = 6): LicenseFields[] {
  const counties = COUNTIES.filter((county) => county.district === district);
  return Array.from({ length: rows }, (_, index) => {
    const place = index < OLDEST ? Math.floor((index * counties.length) / OLDEST) : index * 7;
    const county = counties[place % counties.length] ?? counties[0];
    const isTruck = index % 4 === 3;
    const serial = String(index).padStart(4, '0');
    const isNew = index >= rows - 60;
    return licenseRow({
      ...(isTruck ? {} : { licenseType: '2010', rank: 'SEAT' }),
      licenseNumber: `${isTruck ? 'MFD' : 'SEA'}${county?.code}${isTruck ? 5 : 0}${serial}`,
      countyCode: county?.code ?? '',
      district: String(district),
      businessName: `HERON CREPES ${index}`,
      licenseeName: `HERON CREPES ${index} LLC`,
      lastInspectedOn: addDays(NEWEST, isNew ? -(index % 30) : -((index * 13) % 300)),
    });
  });
}

/**
 * In the order of issue, numbered as they were issued: most of the oldest are no longer in force, and nearly all of the
 * newest are. The first sixth stands county by county.
 */
export function licensesNumberedInOrder(rows: number, district = 6): LicenseFields[] {
  const counties = COUNTIES.filter((county) => county.district === district);
  const oldest = Math.floor(rows / 6);
  const serials = new Map<string, number>();
  return licensesInOrderOfIssue(rows, district).map((row, index) => {
    const mingled = index * 7 + Math.floor(index / counties.length);
    const place = index < oldest ? Math.floor((index * counties.length) / oldest) : mingled;
    const countyCode = counties[place % counties.length]?.code ?? '';
    const series = `${row.licenseNumber.slice(0, 3)}${countyCode}${row.licenseType === '2010' ? 0 : 5}`;
    const serial = (serials.get(series) ?? 0) + Math.max(1, Math.round(25 * (1 - index / rows) ** 2));
    serials.set(series, serial);
    const daysAgo = index >= rows - 240 ? index % 30 : (index * 13) % 300;
    return {
      ...row,
      countyCode,
      licenseNumber: `${series}${String(serial).padStart(4, '0')}`,
      lastInspectedOn: addDays(NEWEST, -daysAgo),
    };
  });
}

/** By county and license number, as most of the regulator's inspection files are. */
export function visitsByCounty(rows: number, district = 6): string[][] {
  const counties = COUNTIES.filter((county) => county.district === district);
  return Array.from({ length: rows }, (_, index) => {
    const county = counties[Math.floor((index * counties.length) / rows)];
    return inspectionRow({
      district: `D${district}`,
      countyCode: county?.code ?? '',
      countyName: county?.name ?? '',
      licenseType: index % 10 === 0 ? '2014' : '2010',
      licenseNumber: `${county?.code}${index % 10 === 0 ? 5 : 0}${String(index).padStart(4, '0')}`,
      visitId: 100_000 + index,
      visitedOn: addDays('2025-07-01', (index * 37) % 150),
    });
  });
}
