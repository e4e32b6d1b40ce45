import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LicenseRow, VisitRow } from '../parsed-file.ts';
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

test('a license has a flaw for a phone as a name, a day off the calendar, and a status against its expiry date', () => {
  assert.deepEqual(flawsOf({ licenseeName: '850-555-0101' }), ['phones_for_names', 'no_names']);
  assert.deepEqual(flawsOf({ expiresOn: '2026-06-02' }), ['expiry_off_calendar']);
  assert.deepEqual(flawsOf({ primaryStatus: '45' }), ['statuses_against_expiry']);
  assert.deepEqual(flawsOf({ expiresOn: '2024-06-01' }), ['statuses_against_expiry']);
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
  const visit: VisitRow = {
    ...{ visitId: 1, licenseType: '2014', digits: '1350001', licenseId: 1, caseId: 1, visitNumber: 1 },
    ...{ visitedOn: '2025-11-05', inspectionType: 'Routine - Food', disposition: 'Warning Issued', pda: 'Y' },
    ...{ total: 0, highPriority: 0, intermediate: 0, basic: 0, categories: '', businessName: 'PELICAN' },
    ...{ city: 'TAMPA', zip: '32301', countyCode: '47', district: 6 },
  };
  const codesOf = (change: Partial<VisitRow>) =>
    LIKENESSES.inspections.flaws
      .filter(({ is }) => is({ ...visit, ...change }, { ...FILE, fiscalYear: '2025-26' }))
      .map(({ code }) => code);
  assert.deepEqual(codesOf({}), []);
  assert.deepEqual(codesOf({ licenseType: '2013' }), ['numbers_of_other_types']);
  assert.deepEqual(codesOf({ digits: '1300001' }), ['numbers_of_other_types']);
  assert.deepEqual(codesOf({ licenseType: '2013', digits: '1300001' }), []);
  assert.deepEqual(codesOf({ visitedOn: '2024-11-05' }), ['visits_of_other_years']);
});
