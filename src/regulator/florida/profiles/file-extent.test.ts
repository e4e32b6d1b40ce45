import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { file } from '../../../../test/support/publication-runs.ts';
import {
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../../../../test/support/regulator-files.ts';
import { createRandom } from '../../../lib/random.ts';
import { COUNTIES } from '../vocabulary/counties.ts';
import { findMissingEnd, findMissingMeasures } from './file-extent.ts';

/** Returns the codes of the counties in a district, in order. */
const countiesOf = (district: number) =>
  COUNTIES.filter((county) => county.district === district).map(({ code }) => code);

const DISPOSITIONS = [
  'Inspection Completed - No Further Action',
  'Warning Issued',
  'Administrative complaint recommended',
  'Emergency order recommended',
];

interface Visits {
  readonly rows: number;
  readonly counties: readonly string[];
  readonly dispositions?: readonly string[];
}

/** Reads a file of restaurant visits in district 6, sorted by county as in the regulator's files. */
async function visits({ rows, counties, dispositions = DISPOSITIONS }: Visits) {
  const all = Array.from({ length: rows }, (_, index) => {
    const county = counties[Math.floor((index * counties.length) / rows)] ?? '';
    return inspectionRow({
      licenseType: '2010',
      countyCode: county,
      licenseNumber: `${county}0${String(index % 9_000).padStart(4, '0')}`,
      visitId: index + 1,
      disposition: dispositions[index % dispositions.length] ?? '',
    });
  });
  return file('v.csv', inspectionCsv(all));
}

describe('the end of a first inspection file', () => {
  const counties = countiesOf(6);

  test('is missing if the file is sorted by county and lacks the last counties', async () => {
    const cut = await visits({ rows: 1_200, counties: counties.slice(0, 12) });
    assert.equal(findMissingEnd(cut)?.code, 'counties_missing');
    const small = await visits({ rows: 900, counties: counties.slice(0, 12) });
    assert.equal(findMissingEnd(small), undefined);
  });

  test('is present if a new file has no visit in a small county, wherever that county is', async () => {
    for (const at of [0, 7, counties.length - 1])
      assert.equal(
        findMissingEnd(await visits({ rows: 1_200, counties: counties.toSpliced(at, 1) })),
        undefined,
      );
  });

  test('is missing if a full year has no visit in a county', async () => {
    const year = { rows: counties.length * 400, counties: counties.toSpliced(7, 1) };
    assert.equal(findMissingEnd(await visits(year))?.code, 'counties_missing');
    assert.equal(findMissingEnd(await visits({ ...year, counties })), undefined);
  });
});

test('a large file is questioned if it has none of an enforcement action that occurs every week', async () => {
  const without = { rows: 1_000, counties: countiesOf(6), dispositions: DISPOSITIONS.slice(0, 3) };
  assert.match(
    findMissingMeasures(await visits(without))?.text ?? '',
    /^none of 1,000 visits ended with an emergency order/,
  );
  assert.equal(findMissingMeasures(await visits({ ...without, rows: 900 })), undefined);
  assert.equal(findMissingMeasures(await visits({ ...without, dispositions: DISPOSITIONS })), undefined);
});

test('the end of a license file sorted by a column is not checked, because it cannot show missing rows', async () => {
  const random = createRandom(1, 1);
  const rows = Array.from({ length: 1_200 }, (_, index) => ({
    district: '1',
    countyCode: '23',
    expiresOn: '2026-10-01',
    // Most license numbers increase, as in a real file.
    licenseNumber: `MFD235${String(Math.floor(index * 2 + random() * 2_400)).padStart(4, '0')}`,
    lastInspectedOn: index < 1_100 && index % 2 === 0 ? '2025-11-05' : '2024-01-05',
    businessName: `HERON ${Math.floor(random() * 900)}`,
    city: index % 12 === 5 ? 'ZEPHYR' : 'BAYVIEW',
  }));
  const find = async (sorted: typeof rows) =>
    findMissingEnd(await file('a.csv', licenseCsv(sorted.map((row) => licenseRow(row)))))?.code;
  assert.equal(await find(rows), 'newest_rows_missing');
  assert.equal(
    await find(rows.toSorted((a, b) => (a.city < b.city ? -1 : a.city > b.city ? 1 : 0))),
    undefined,
  );
  assert.equal(await find(rows.toSorted((a, b) => (a.businessName < b.businessName ? -1 : 1))), undefined);
});
