import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Change } from '../likeness.ts';
import type { ApplicationRow, LicenseRow, VisitRow } from '../parsed-file.ts';
import { LIKENESSES } from './likeness.ts';
import { hasLostLetters, isPhone } from './likeness-names.ts';

const FILE = { district: 6, fileDate: '2025-07-04', fiscalYear: null, stateOn: '2025-07-07' };
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
  lastInspectedOn: '2025-06-01',
  riskLevel: 'Risk Level 1',
  mailingAddress: '',
  phone: '',
};

const APPLICATION: ApplicationRow = {
  kind: 'ownership_change',
  applicationNumber: '660001',
  licenseType: '2014',
  digits: '4758801',
  approvedOn: '2025-08-20',
};

const VISIT: VisitRow = {
  ...{ visitId: 1, licenseType: '2014', digits: '1350001', licenseId: 1, caseId: 1, visitNumber: 1 },
  ...{ visitedOn: '2025-11-05', inspectionType: 'Routine - Food', disposition: 'Warning Issued', pda: 'Y' },
  ...{ total: 0, highPriority: 0, intermediate: 0, basic: 0, categories: '', businessName: 'PELICAN' },
  ...{ city: 'TAMPA', zip: '32301', countyCode: '47', district: 6 },
};

const flawsOf = (change: Partial<LicenseRow>) =>
  LIKENESSES.licenses.flaws.filter(({ is }) => is({ ...LICENSE, ...change }, FILE)).map(({ code }) => code);
const changesOf = (before: Partial<LicenseRow>, after: Partial<LicenseRow>) =>
  LIKENESSES.licenses.changes
    .filter(({ is }) => is({ ...LICENSE, ...after }, { ...LICENSE, ...before }, FILE))
    .map(({ code }) => code);

test('a sound license has no flaw, current or delinquent', () => {
  assert.deepEqual(flawsOf({}), []);
  assert.deepEqual(flawsOf({ primaryStatus: '45', expiresOn: '2025-06-01' }), []);
});

test('a license has a flaw for a phone as a name, and a status against its expiry date', () => {
  assert.deepEqual(flawsOf({ licenseeName: '850-555-0101' }), [
    'phones_for_names',
    'no_names',
    'names_apart',
  ]);
  assert.deepEqual(flawsOf({ primaryStatus: '45' }), ['statuses_against_expiry']);
  assert.deepEqual(flawsOf({ expiresOn: '2024-06-01' }), ['statuses_against_expiry']);
  assert.deepEqual(flawsOf({ licenseeName: 'OSPREY WAFFLES FOOD TRUCK LLC' }), ['names_apart']);
  assert.deepEqual(flawsOf({ countyCode: '26' }), ['counties_of_other_districts']);
});

test('a license that becomes delinquent counts as unconfirmed unless its expiry date has come', () => {
  const expired = { expiresOn: '2025-07-07' };
  assert.deepEqual(changesOf(expired, { ...expired, primaryStatus: '45' }), []);
  assert.deepEqual(changesOf({}, { primaryStatus: '45' }), ['licenses_unconfirmed']);
});

test('a renewal is a later expiry date; an earlier one is told apart', () => {
  const delinquent = { primaryStatus: '45', expiresOn: '2025-06-01' };
  assert.deepEqual(changesOf(delinquent, {}), ['licenses_renewed']);
  assert.deepEqual(changesOf(delinquent, { expiresOn: '2025-06-01' }), ['licenses_confirmed']);
  assert.deepEqual(changesOf({}, { expiresOn: '2025-06-01' }), ['expiry_moved_back']);
});

test('a renewed license is current; one that expires later and is not is told apart', () => {
  const delinquent = { primaryStatus: '45', expiresOn: '2025-06-01' };
  assert.deepEqual(changesOf(delinquent, { primaryStatus: '45' }), [
    'renewals_not_current',
    'licenses_renewed',
  ]);
});

test('a license whose transfer was pending becomes active with another licensee or a renewal', () => {
  const pending = { secondaryStatus: '18' };
  assert.deepEqual(changesOf(pending, {}), ['transfers_undone', 'secondary_statuses_changed']);
  assert.deepEqual(changesOf(pending, { licenseeName: 'NEW OWNER LLC' }), [
    'secondary_statuses_changed',
    'licensees_renamed',
  ]);
  assert.deepEqual(changesOf({ ...pending, expiresOn: '2025-06-01' }, {}), [
    'secondary_statuses_changed',
    'licenses_renewed',
  ]);
});

test('an approval before the fiscal year of its file is told; the file may run into the next year', () => {
  const flaws = (approvedOn: string, fileDate: string) =>
    LIKENESSES.applications.flaws
      .filter(({ is }) => is({ ...APPLICATION, approvedOn }, { ...FILE, fileDate }))
      .map(({ code }) => code);
  assert.deepEqual(flaws('2025-07-01', '2025-11-10'), []);
  assert.deepEqual(flaws('2025-06-30', '2025-11-10'), ['approvals_of_other_years']);
  assert.deepEqual(flaws('2025-06-30', '2025-07-10'), []);
});

test('a phone number is told from a number in a name', () => {
  for (const phone of ['850-555-0101', '(850) 555-0101', '850.555.0101', '8505550101'])
    assert.ok(isPhone(phone), phone);
  for (const name of ['1000 DEGREES', '9999', 'CALL 850-555-0101', '32301-1234'])
    assert.ok(!isPhone(name), name);
});

test('a name that lost a letter to an encoding is told from another name', () => {
  for (const lost of ['CAF?', 'CAF\ufffd', 'CAF¿', 'CAF']) assert.ok(hasLostLetters('CAFÉ', lost), lost);
  for (const other of ['CAFÉ', 'CAFE', 'CAFÈ', 'CAFÉ 2']) assert.ok(!hasLostLetters('CAFÉ', other), other);
});

test('a visit has a flaw for a number of the other license type, and for a day outside its file’s year', () => {
  const codesOf = (change: Partial<VisitRow>) =>
    LIKENESSES.inspections.flaws
      .filter(({ is }) => is({ ...VISIT, ...change }, { ...FILE, fiscalYear: '2025-26' }))
      .map(({ code }) => code);
  assert.deepEqual(codesOf({}), []);
  assert.deepEqual(codesOf({ licenseType: '2013' }), ['numbers_of_other_types']);
  assert.deepEqual(codesOf({ digits: '1300001' }), ['numbers_of_other_types']);
  assert.deepEqual(codesOf({ licenseType: '2013', digits: '1300001' }), []);
  assert.deepEqual(codesOf({ visitedOn: '2024-11-05' }), ['visits_of_other_years']);
});

test('no rule finds a change between rows that say the same, whatever they say', () => {
  const text = fc.constantFrom(
    '',
    'PELICAN TACO WAGON',
    'P',
    '20',
    '45',
    '10',
    'x|y',
    '\u00c3\u0089',
    '850-555-0100',
  );
  const day = fc.option(fc.constantFrom('2019-01-01', '2025-06-01', '2026-06-01', '2031-12-31'), {
    nil: null,
  });
  const drawn = <Row extends object>(row: Row) =>
    fc.record(
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          typeof value === 'number' ? fc.integer({ min: -1, max: 9 }) : /On$/.test(column) ? day : text,
        ]),
      ),
    ) as fc.Arbitrary<Row>;
  const { licenses, inspections, applications } = LIKENESSES;
  const check = <Row extends object>(row: Row, { changes }: { changes: readonly Change<Row>[] }) =>
    fc.assert(
      fc.property(drawn(row), (each) => {
        for (const { code, is } of changes) assert.equal(is(each, { ...each }, FILE), false, code);
      }),
      { numRuns: 300, seed: 5 },
    );
  check(LICENSE, licenses);
  check(VISIT, inspections);
  check(APPLICATION, applications);
});
