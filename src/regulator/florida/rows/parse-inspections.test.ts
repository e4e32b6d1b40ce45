import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type InspectionFields,
  inspectionCsv,
  inspectionRow,
} from '../../../../test/support/regulator-files.ts';
import type { VisitRow } from '../../source/parsed-file.ts';
import { readRegulatorFile } from '../read-file.ts';

const TODAY = '2026-03-01';
const VISIT: VisitRow = {
  visitId: 9900001,
  licenseType: '2014',
  digits: '4758801',
  licenseId: 8800001,
  caseId: 7700001,
  visitNumber: 1,
  visitedOn: '2025-09-15',
  inspectionType: 'Routine - Food',
  disposition: 'Inspection Completed - No Further Action',
  total: 0,
  highPriority: 0,
  intermediate: 0,
  basic: 0,
  pda: 'Y',
  categories: '',
  businessName: 'PELICAN TACO WAGON',
  city: 'TALLAHASSEE',
  zip: '32301',
  countyCode: '47',
  district: 6,
};

/** Reads a file with a single visit and returns what became of the visit. */
async function readVisit(fields: Partial<InspectionFields>) {
  const bytes = Buffer.from(inspectionCsv([inspectionRow(fields)]));
  const file = await readRegulatorFile({ name: 'x.csv', bytes, publishedAt: null }, TODAY);
  assert.ok(file.records?.kind === 'inspections');
  return {
    row: file.records.rows[0],
    other: file.rowsOther,
    refusals: file.refusals,
    warnings: file.warnings,
  };
}

function kept(changes: Partial<VisitRow>, warnings: Record<string, number> = {}) {
  return { row: { ...VISIT, ...changes }, other: 0, refusals: {}, warnings };
}

function refused(reason: string) {
  return { row: undefined, other: 0, refusals: { [reason]: 1 }, warnings: {} };
}

test('reads every field of a visit', async () => {
  const fields: Partial<InspectionFields> = {
    district: 'D5',
    countyCode: '26',
    licenseType: '2013',
    licenseNumber: '2608802',
    businessName: ' HERON  & SONS CATERING #2 ',
    city: 'JACKSONVILLE ',
    zip: '322018801',
    caseId: 7700002,
    visitNumber: 3,
    inspectionType: 'Complaint Full',
    disposition: 'Call Back - Extension given, pending',
    visitedOn: '2026-02-28',
    total: 4,
    highPriority: 1,
    intermediate: 1,
    basic: 2,
    categories: { 1: 1, 35: 2, 58: 1 },
    pda: 'N',
    licenseId: 8800002,
    visitId: 9900002,
  };
  assert.deepEqual(await readVisit(fields), {
    row: {
      visitId: 9900002,
      licenseType: '2013',
      digits: '2608802',
      licenseId: 8800002,
      caseId: 7700002,
      visitNumber: 3,
      visitedOn: '2026-02-28',
      inspectionType: 'Complaint Full',
      disposition: 'Call Back - Extension given, pending',
      total: 4,
      highPriority: 1,
      intermediate: 1,
      basic: 2,
      pda: 'N',
      categories: '1:1,35:2,58:1',
      businessName: 'HERON & SONS CATERING #2',
      city: 'JACKSONVILLE',
      zip: '32201',
      countyCode: '26',
      district: 5,
    },
    other: 0,
    refusals: {},
    warnings: {},
  });
});

test('counts visits for other license types and classes without storing them', async () => {
  const other = { row: undefined, other: 1, refusals: {}, warnings: {} };
  for (const licenseType of ['2010', '2001', '2015'])
    assert.deepEqual(await readVisit({ licenseType }), other);
  assert.deepEqual(await readVisit({ inspectionClass: 'Lodging' }), other);
});

test('rejects a food truck visit with an unreadable class instead of attributing it to another license', async () => {
  for (const inspectionClass of ['', 'Fo'])
    assert.deepEqual(await readVisit({ inspectionClass }), refused('inspection_class_malformed'));
});

test('stores an unknown disposition verbatim, with a warning', async () => {
  const disposition = 'Referred to the Moon - Pending';
  assert.deepEqual(await readVisit({ disposition }), kept({ disposition }, { unknown_disposition: 1 }));
  assert.deepEqual(
    await readVisit({ disposition: '' }),
    kept({ disposition: '' }, { unknown_disposition: 1 }),
  );
});

test('recognizes a callback spelled as on the regulator’s web pages and stores that spelling', async () => {
  const disposition = 'Callback – Complied';
  assert.deepEqual(await readVisit({ disposition }), kept({ disposition }));
});

const UNKNOWN = { total: null, highPriority: null, intermediate: null, basic: null };
const COUNTED = { total: 3, highPriority: 1, intermediate: 0, basic: 2, categories: { 3: 1, 35: 2, 45: 4 } };
const CATEGORIES = '3:1,35:2,45:4';

test('excludes report-only citations from every total', async () => {
  assert.deepEqual(await readVisit(COUNTED), kept({ ...COUNTED, categories: CATEGORIES }));
});

test('makes all four counts unknown if one is blank, and never reads a blank as zero', async () => {
  const blanks = [{ total: '' }, { highPriority: '' }, { intermediate: ' ' }, { basic: '' }];
  for (const blank of [...blanks, { highPriority: '', intermediate: '', basic: '' }])
    assert.deepEqual(
      await readVisit({ ...COUNTED, ...blank }),
      kept({ ...UNKNOWN, categories: CATEGORIES }, { counts_blank: 1 }),
      JSON.stringify(blank),
    );
  assert.deepEqual(
    await readVisit({ ...COUNTED, categories: { 3: '', 35: 2 } }),
    kept({ ...UNKNOWN, categories: '35:2' }, { counts_blank: 1 }),
  );
});

test('makes all four counts unknown if the tiers, the total and the categories contradict each other', async () => {
  for (const wrong of [{ total: 4 }, { basic: 1 }, { total: 2, basic: 1 }])
    assert.deepEqual(
      await readVisit({ ...COUNTED, ...wrong }),
      kept({ ...UNKNOWN, categories: CATEGORIES }, { counts_contradict: 1 }),
      JSON.stringify(wrong),
    );
});

test('reads dates with or without padding, and with a time after them', async () => {
  const spellings = ['09/05/2025', '9/5/2025', '2025-09-05', '9/5/2025 13:30', '2025-09-05T13:30:00Z'];
  for (const visitedOn of spellings)
    assert.deepEqual(await readVisit({ visitedOn }), kept({ visitedOn: '2025-09-05' }));
});

test('reads a date in every unambiguous form', async () => {
  for (const visitedOn of [
    '9/15/2025',
    '9/15/25',
    '15-SEP-2025',
    '15-Sep-25',
    '2025-09-15',
    '2025-09-15T00:00',
    '9/15/2025 8:00',
  ])
    assert.deepEqual(await readVisit({ visitedOn }), kept({ visitedOn: '2025-09-15' }), visitedOn);
  const refusedAs = 'inspection_date_is_number_of_days';
  assert.deepEqual(await readVisit({ visitedOn: '45915' }), refused(refusedAs));
  assert.deepEqual(await readVisit({ visitedOn: '45915.5' }), refused(refusedAs));
});

test('reads a district with or without its letter, leading zero or the word “District”', async () => {
  for (const district of ['6', '06', 'D6', 'D06', 'd6', '6.0', 'District 6', 'DISTRICT 06'])
    assert.equal((await readVisit({ district })).row?.district, 6, district);
});

test('reads a PDA status other than Y or N as unknown, with a warning', async () => {
  for (const pda of ['', 'U', 'Yes']) {
    const { row, warnings } = await readVisit({ pda });
    assert.deepEqual([row?.pda, warnings], ['', { unknown_pda_status: 1 }], pda);
  }
});

test('refuses impossible dates', async () => {
  const malformed = ['02/30/2025', '13/32/2025', '15.09.2025', '1/2', '15-SEX-2025', 'no date'];
  for (const visitedOn of malformed)
    assert.deepEqual(await readVisit({ visitedOn }), refused('inspection_date_malformed'), visitedOn);
  assert.deepEqual(await readVisit({ visitedOn: '13/01/2025' }), refused('inspection_date_day_first'));
  assert.deepEqual(await readVisit({ visitedOn: ' ' }), refused('inspection_date_missing'));
});

test('accepts a visit dated tomorrow and refuses one dated the day after tomorrow', async () => {
  assert.deepEqual(await readVisit({ visitedOn: '2026-03-02' }), kept({ visitedOn: '2026-03-02' }));
  assert.deepEqual(await readVisit({ visitedOn: '2026-03-03' }), refused('date_in_future'));
});

test('refuses a row for any license type if a cell cannot belong to its column', async () => {
  const everyType: [Partial<InspectionFields>, string][] = [
    [{ licenseType: '201' }, 'license_type_malformed'],
    [{ licenseNumber: '475880' }, 'license_number_malformed'],
    [{ licenseNumber: 'MFD4758801' }, 'license_number_malformed'],
    [{ pda: '0' }, 'pda_status_malformed'],
    [{ pda: '17' }, 'pda_status_malformed'],
    [{ visitId: '' }, 'visit_id_malformed'],
    [{ visitId: '-1' }, 'visit_id_malformed'],
    [{ visitId: '9.9e6' }, 'visit_id_malformed'],
    [{ inspectionClass: 'x'.repeat(201) }, 'inspection_class_too_long'],
  ];
  for (const [fields, reason] of everyType) {
    assert.deepEqual(await readVisit(fields), refused(reason), JSON.stringify(fields));
    if (!fields.licenseType)
      assert.deepEqual(await readVisit({ ...fields, licenseType: '2010' }), refused(reason));
  }
});

test('refuses a food truck’s visit without a readable owner, case or visit number', async () => {
  const cases: [Partial<InspectionFields>, string][] = [
    [{ caseId: '' }, 'inspection_number_malformed'],
    [{ licenseId: 'Y' }, 'license_id_malformed'],
    [{ licenseId: '58' }, 'license_id_malformed'],
    [{ visitNumber: 100 }, 'visit_number_malformed'],
  ];
  for (const [fields, reason] of cases)
    assert.deepEqual(await readVisit(fields), refused(reason), JSON.stringify(fields));
});

test('loses only one field, with a warning, if any other cell is unreadable', async () => {
  const cases: [Partial<InspectionFields>, Partial<VisitRow>, string][] = [
    [{ total: 1000 }, UNKNOWN, 'total_violations_malformed'],
    [{ highPriority: '-1' }, UNKNOWN, 'high_priority_malformed'],
    [{ intermediate: '1.5' }, UNKNOWN, 'intermediate_malformed'],
    [{ basic: 'Y' }, UNKNOWN, 'basic_malformed'],
    [{ categories: { 58: 'Y' } }, UNKNOWN, 'violation_category_malformed'],
    [{ countyCode: 'Leon' }, { countyCode: '' }, 'county_malformed'],
    [{ zip: 'TALLAHASSEE' }, { zip: '' }, 'zip_malformed'],
    [{ zip: '' }, { zip: '' }, 'zip_blank'],
    [{ businessName: 'x'.repeat(201) }, { businessName: '' }, 'business_name_too_long'],
    [{ businessName: '(850) 555-0101' }, { businessName: '' }, 'business_name_malformed'],
    [{ businessName: ' ' }, { businessName: '' }, 'business_name_blank'],
    [{ city: '' }, { city: '' }, 'city_blank'],
    [{ businessName: '123 MAIN ST' }, { businessName: '' }, 'business_name_is_address'],
    [{ businessName: '1 INVENTED HARBOR WAY' }, { businessName: '' }, 'business_name_is_address'],
    [{ businessName: '4758801' }, { businessName: '' }, 'business_name_malformed'],
    [{ businessName: '#REF!' }, { businessName: '' }, 'spreadsheet_error'],
    [{ city: '########' }, { city: '' }, 'spreadsheet_error'],
    [{ inspectionType: '#n/a' }, { inspectionType: '' }, 'spreadsheet_error'],
    [{ total: '#VALUE!' }, UNKNOWN, 'total_violations_malformed'],
    [{ basic: 'three' }, UNKNOWN, 'basic_malformed'],
    [{ zip: '#N/A' }, { zip: '' }, 'zip_malformed'],
    [{ inspectionType: '' }, { inspectionType: '' }, 'inspection_type_blank'],
  ];
  for (const [fields, changes, warning] of cases)
    assert.deepEqual(
      await readVisit({ total: 0, basic: 0, categories: {}, ...fields }),
      kept(changes, { [warning]: 1 }),
      JSON.stringify(fields),
    );
});

test('reads 2014.0 as 2014, and refuses a row if a number that identifies it is written in words', async () => {
  const decimals: Partial<InspectionFields> = {
    countyCode: '47.0',
    licenseType: '2014.0',
    licenseNumber: '4758801.0',
    zip: '32301.0',
    caseId: '7700001.0',
    visitNumber: '1.0',
    total: '0.0',
    basic: '0.00',
    categories: { 3: '0.0' },
    licenseId: '8800001.0',
    visitId: '9900001.0',
  };
  assert.deepEqual(await readVisit(decimals), kept({}));
  assert.deepEqual(await readVisit({ licenseType: '2014.5' }), refused('license_type_malformed'));
  assert.deepEqual(await readVisit({ visitNumber: 'three' }), refused('visit_number_malformed'));
  assert.deepEqual(await readVisit({ visitId: '#REF!' }), refused('visit_id_malformed'));
});

test('stores the first five digits of a ZIP code, or a blank if there are fewer', async () => {
  const spellings = { '32301': '32301', '323018801': '32301', '32301-8801': '32301', ' 32301 ': '32301' };
  for (const [zip, expected] of Object.entries({ ...spellings, '3230': '' }))
    assert.deepEqual((await readVisit({ zip })).row, kept({ zip: expected }).row, zip);
});

test('accepts a row without a district, with a warning', async () => {
  for (const district of ['', '0', 'D0', 'D8'])
    assert.deepEqual(
      await readVisit({ district }),
      kept({ district: 0 }, { district_malformed: 1 }),
      district,
    );
});

test('stores neither row if two rows for one visit differ, and one row if they are identical', async () => {
  const read = async (second: Partial<InspectionFields>) => {
    const rows = [inspectionRow(), inspectionRow(second), inspectionRow({ visitId: 9900002 })];
    const file = await readRegulatorFile(
      { name: 'x.csv', bytes: Buffer.from(inspectionCsv(rows)), publishedAt: null },
      TODAY,
    );
    assert.deepEqual(file.refusals, { duplicate_visit_id: 1 });
    return [file.rowsKept, file.records?.rows.length];
  };
  assert.deepEqual(await read({}), [2, 2]);
  assert.deepEqual(await read({ disposition: 'Warning Issued' }), [1, 1]);
});

test('does not store a street in place of a city, which never has digits', async () => {
  assert.deepEqual(await readVisit({ city: '12 MAIN' }), kept({ city: '' }, { city_malformed: 1 }));
});
