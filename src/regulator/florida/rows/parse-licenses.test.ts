import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ApplicationFields,
  applicationCsv,
  applicationRow,
  type LicenseFields,
  licenseCsv,
  licenseRow,
} from '../../../../test/support/regulator-files.ts';
import type { ApplicationRow, LicenseRow, ParsedFile } from '../../source/parsed-file.ts';
import { readRegulatorFile } from '../read-file.ts';

const TODAY = '2026-03-01';
const LICENSE: LicenseRow = {
  licenseType: '2014',
  digits: '4758801',
  rank: 'MFDV',
  businessName: 'PELICAN TACO WAGON',
  licenseeName: 'PELICAN MOBILE FOODS LLC',
  city: 'TALLAHASSEE',
  zip: '32301',
  countyCode: '47',
  primaryStatus: '20',
  secondaryStatus: '20',
  expiresOn: '2026-06-01',
  lastInspectedOn: '2025-09-15',
  riskLevel: 'Risk Level 1',
  mailingAddress: 'ZENOBIA MAILBOX\n2 UNPUBLISHED LANE\nSUITE LETTERBOX\nMAILINGTON, FL 32399',
  phone: '850.555.0101',
};
const APPLICATION: ApplicationRow = {
  kind: 'new_license',
  applicationNumber: '660001',
  licenseType: '2014',
  digits: '4758801',
  approvedOn: '2025-08-20',
};

function read(text: string): Promise<ParsedFile> {
  return readRegulatorFile({ name: 'x.csv', bytes: Buffer.from(text), publishedAt: null }, TODAY);
}

async function readLicense(fields: Partial<LicenseFields>) {
  const file = await read(licenseCsv([licenseRow(fields)]));
  assert.equal(file.records?.kind, 'licenses');
  return { row: file.records?.rows[0], other: file.rowsOther, refusals: file.refusals };
}

async function readApplication(fields: Partial<ApplicationFields>) {
  const file = await read(applicationCsv([applicationRow(fields)]));
  return { row: file.records?.rows[0], other: file.rowsOther, refusals: file.refusals };
}

const keptLicense = (changes: Partial<LicenseRow>) => ({
  row: { ...LICENSE, ...changes },
  other: 0,
  refusals: {},
});
const keptApplication = (changes: Partial<ApplicationRow>) => ({
  row: { ...APPLICATION, ...changes },
  other: 0,
  refusals: {},
});
const refused = (reason: string) => ({ row: undefined, other: 0, refusals: { [reason]: 1 } });
const OTHER = { row: undefined, other: 1, refusals: {} };

test('reads the same records from both vintages of the license extract', async () => {
  const licenses = [
    licenseRow(),
    licenseRow({ licenseNumber: 'MFD4758802', businessName: 'HERON HOT DOGS' }),
  ];
  const expected = [LICENSE, { ...LICENSE, digits: '4758802', businessName: 'HERON HOT DOGS' }];
  for (const vintage of ['2018', '2025'] as const) {
    const file = await read(licenseCsv(licenses, { vintage }));
    assert.deepEqual(file.records, { kind: 'licenses', rows: expected }, vintage);
    assert.deepEqual([file.district, file.fileDate, file.fiscalYear], [6, '2025-09-15', null]);
  }
});

test('stores every rank of vendor license with the digits of its number', async () => {
  const ranks = [
    ['2014', 'MFDV', 'MFD4758801'],
    ['2014', 'HTDG', 'HTD4758801'],
    ['2013', 'CATR', 'CAT4758801'],
  ] as const;
  for (const [licenseType, rank, licenseNumber] of ranks)
    assert.deepEqual(
      await readLicense({ licenseType, rank, licenseNumber }),
      keptLicense({ licenseType, rank }),
    );
});

test('refuses a number with the letters of a non-vendor rank, or with neither letters nor rank', async () => {
  for (const fields of [
    { licenseNumber: 'SEA4758801' },
    { rank: 'SEAT', licenseNumber: 'SEA4708801' },
    { rank: '', licenseNumber: '4758801' },
  ])
    assert.deepEqual(await readLicense(fields), refused('license_number_mismatch'), JSON.stringify(fields));
});

test('uses the letters in the number if the rank contradicts them, and the rank if the letters are missing', async () => {
  assert.deepEqual(await readLicense({ licenseNumber: 'HTD4758801' }), keptLicense({ rank: 'HTDG' }));
  assert.deepEqual(await readLicense({ licenseNumber: '4758801' }), keptLicense({}));
});

test('derives the rank from the letters in the number if the rank is unreadable', async () => {
  for (const rank of ['', 'SEAT', 'MF?V'])
    assert.deepEqual(await readLicense({ rank }), keptLicense({}), rank);
});

test('refuses a number whose letters belong to another license type, including restaurants', async () => {
  for (const licenseType of ['2010', '2013'])
    assert.deepEqual(await readLicense({ licenseType }), refused('license_type_mismatch'), licenseType);
});

test('counts restaurants, vending machines and temporary events without storing them', async () => {
  const others = [
    ['2010', 'SEAT', 'SEA4708801'],
    ['2015', 'VEND', 'VEN4708801'],
    ['2016', 'TEMP', '4708801'],
  ] as const;
  for (const [licenseType, rank, licenseNumber] of others)
    assert.deepEqual(await readLicense({ licenseType, rank, licenseNumber }), OTHER, rank);
});

test('leaves blank names, risk, dates, county, ZIP and secondary status blank', async () => {
  const blank = {
    businessName: '',
    city: '',
    zip: '',
    countyCode: '',
    secondaryStatus: '',
    riskLevel: '',
  };
  assert.deepEqual(await readLicense(blank), keptLicense(blank));
  assert.deepEqual(
    await readLicense({ expiresOn: '', lastInspectedOn: '' }),
    keptLicense({ expiresOn: null, lastInspectedOn: null }),
  );
});

test('loses only an unreadable field, with a warning, and never the whole license', async () => {
  const cases: [Partial<LicenseFields>, Partial<LicenseRow>, string[]][] = [
    [{ primaryStatus: '' }, { primaryStatus: '' }, ['primary_status_malformed', 'unknown_status']],
    [{ primaryStatus: 'AA' }, { primaryStatus: '' }, ['primary_status_malformed', 'unknown_status']],
    [{ primaryStatus: '32' }, { primaryStatus: '32' }, ['unknown_status']],
    [{ secondaryStatus: 'AA' }, { secondaryStatus: '' }, ['secondary_status_malformed', 'unknown_status']],
    [{ secondaryStatus: '' }, { secondaryStatus: '' }, ['unknown_status']],
    [{ lastInspectedOn: '2026-03-03' }, { lastInspectedOn: null }, ['last_inspection_date_in_future']],
    [{ lastInspectedOn: 'soon' }, { lastInspectedOn: null }, ['last_inspection_date_malformed']],
    [{ lastInspectedOn: '1989-12-31' }, { lastInspectedOn: null }, ['last_inspection_date_out_of_range']],
    [{ expiresOn: '02/30/2026' }, { expiresOn: null }, ['expiry_date_malformed']],
    [{ expiresOn: '' }, { expiresOn: null }, ['expiry_date_blank']],
    [{ expiresOn: '2036-06-01' }, { expiresOn: null }, ['expiry_date_out_of_range']],
    [{ expiresOn: '2028-06-01' }, { expiresOn: null }, ['expiry_date_out_of_range']],
    [{ city: 'TALLA"HASSEE' }, { city: 'TALLAHASSEE' }, ['lone_quote']],
    [{ city: '12 MAIN' }, { city: '' }, ['city_malformed']],
    [{ businessName: 'THE "BIG" WAGON' }, { businessName: 'THE "BIG" WAGON' }, []],
    [{ expiresOn: '1989-12-31' }, { expiresOn: null }, ['expiry_date_out_of_range']],
    [{ expiresOn: '2026-01-06' }, { expiresOn: '2026-01-06' }, ['expiry_date_off_calendar']],
    [{ expiresOn: '2027-08-30' }, { expiresOn: '2027-08-30' }, ['expiry_date_off_calendar']],
    [{ businessName: '123 MAIN ST' }, { businessName: '' }, ['business_name_is_address']],
    [{ licenseeName: '#NAME?' }, { licenseeName: '' }, ['spreadsheet_error']],
    [{ businessName: "'GULL'S'" }, { businessName: "GULL'S" }, ['quotes_stripped']],
    [{ businessName: 'BAY &amp; CO' }, { businessName: 'BAY & CO' }, ['entity_decoded']],
    [{ licenseType: '2014.0', zip: '32301.0', primaryStatus: '20.0', district: '6.0' }, {}, []],
    [{ mailingCity: '' }, { mailingAddress: '' }, ['mailing_city_blank']],
    [{ mailingStreet: '', mailingLine2: '' }, { mailingAddress: '' }, ['mailing_street_blank']],
    [{ businessName: '850.555.0101' }, { businessName: '' }, ['business_name_malformed']],
    [{ countyCode: '5' }, { countyCode: '' }, ['county_malformed']],
    [{ countyCode: 'Leon' }, { countyCode: '' }, ['county_malformed']],
    [{ district: '' }, {}, ['district_malformed']],
  ];
  for (const [fields, changes, warnings] of cases) {
    const file = await read(licenseCsv([licenseRow(fields)]));
    assert.deepEqual(file.records?.rows, [{ ...LICENSE, ...changes }], JSON.stringify(fields));
    const expected = Object.fromEntries(warnings.map((code) => [code, 1]));
    assert.deepEqual([file.refusals, file.warnings], [{}, expected], JSON.stringify(fields));
  }
});

test('accepts a license that expires more than a year from now', async () => {
  assert.deepEqual(await readLicense({ expiresOn: '2027-06-01' }), keptLicense({ expiresOn: '2027-06-01' }));
});

test('ignores all errors in a restaurant’s license except in its number', async () => {
  const restaurant = { licenseType: '2010', rank: 'SEAT', licenseNumber: 'SEA4708801' };
  const file = await read(
    licenseCsv([licenseRow({ ...restaurant, primaryStatus: '', lastInspectedOn: 'soon' })]),
  );
  assert.deepEqual([file.rowsOther, file.refusals, file.warnings], [1, {}, {}]);
});

test('stores no street address, and stores the mailing address and first phone only in their own fields', async () => {
  const invented = {
    mailingName: 'ZENOBIA MAILBOX',
    mailingStreet: '2 UNPUBLISHED LANE',
    mailingLine2: 'SUITE LETTERBOX',
    mailingCity: 'MAILINGTON',
    mailingZip: '32399',
    street: '3 COMMISSARY COURT',
    primaryPhone: '850.555.0101',
    secondaryPhone: '(850) 555-0102',
  };
  const texts = [
    licenseCsv([licenseRow(invented)], { vintage: '2018' }),
    licenseCsv([licenseRow(invented)]),
    applicationCsv([applicationRow(invented)]),
    applicationCsv([applicationRow(invented)], { file: 'change_of_owner' }),
  ];
  for (const text of texts) {
    for (const secret of Object.values(invented)) assert.ok(text.includes(secret), secret);
    const file = await read(text);
    assert.equal(file.rowsKept, 1);
    const parsed = JSON.stringify(file, (key, value: unknown) =>
      key === 'mailingAddress' || key === 'phone' ? undefined : value,
    );
    for (const secret of Object.values(invented)) assert.ok(!parsed.includes(secret), secret);
  }
});

test('accepts a license but omits a mailing address without street or city, or a county code in the phone column', async () => {
  const street = { mailingStreet: '', mailingLine2: '' };
  assert.deepEqual(await readLicense(street), keptLicense({ mailingAddress: '' }));
  assert.deepEqual(await readLicense({ mailingCity: ' ' }), keptLicense({ mailingAddress: '' }));
  assert.deepEqual(await readLicense({ primaryPhone: '47' }), keptLicense({ phone: '(850) 555-0102' }));
  assert.deepEqual(
    await readLicense({ primaryPhone: '', secondaryPhone: 'none' }),
    keptLicense({ phone: '' }),
  );
  const { row } = await readLicense({ mailingStreet: 'X'.repeat(500) });
  assert.ok(row && 'mailingAddress' in row && row.mailingAddress.split('\n')[1] === 'X'.repeat(100));
});

test('distinguishes new licenses from changes of owner by the application type', async () => {
  const fresh = await read(applicationCsv([applicationRow()]));
  assert.deepEqual(fresh.records, { kind: 'new_licenses', rows: [APPLICATION] });
  const change = applicationRow({ applicationType: 'Approve Change Owner Request' });
  const changed = await read(applicationCsv([change], { file: 'change_of_owner' }));
  const kind = 'ownership_change';
  assert.deepEqual(changed.records, { kind: 'ownership_changes', rows: [{ ...APPLICATION, kind }] });
  assert.deepEqual([changed.fileDate, fresh.fileDate], ['2025-08-20', '2025-08-20']);
});

test('recognizes a change-of-owner file even if all of its rows are for restaurants', async () => {
  const restaurant = applicationRow({
    applicationType: 'Approve Change Owner Request',
    licenseType: '2010',
    rank: 'SEAT',
    licenseNumber: 'SEA4708801',
  });
  const file = await read(applicationCsv([restaurant], { file: 'change_of_owner' }));
  assert.deepEqual(file.records, { kind: 'ownership_changes', rows: [] });
});

test('stores no street address from an application, and the mailing address and first phone only in their own fields', async () => {
  assert.deepEqual(
    await readApplication({ applicationNumber: '1' }),
    keptApplication({ applicationNumber: '1' }),
  );
  const restaurant = { licenseType: '2010', rank: 'SEAT', licenseNumber: 'SEA4708801' };
  assert.deepEqual(await readApplication(restaurant), OTHER);
  const cases: [Partial<ApplicationFields>, string][] = [
    [{ approvedOn: '' }, 'approval_date_missing'],
    [{ approvedOn: '02/30/2025' }, 'approval_date_malformed'],
    [{ approvedOn: '2026-03-03' }, 'date_in_future'],
    [{ applicationNumber: '' }, 'application_number_malformed'],
    [{ licenseNumber: 'SEA4758801' }, 'license_number_mismatch'],
    [{ licenseType: 'MFDV' }, 'license_type_malformed'],
    [{ applicationType: '' }, 'application_type_malformed'],
  ];
  for (const [fields, reason] of cases)
    assert.deepEqual(await readApplication(fields), refused(reason), reason);
});
