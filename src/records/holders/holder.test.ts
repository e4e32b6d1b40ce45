import assert from 'node:assert/strict';
import { test } from 'node:test';

import { foldHolder, isOtherHolder, type LicenseOnFile, toKnownLicense } from './holder.ts';

const claim = { owner_name: 'PELICAN MOBILE FOODS LLC', owner_license_id: 10 };
const ROW: LicenseOnFile = {
  license_type: '2014',
  license_digits: '4758801',
  rank: 'MFDV',
  business_name: 'PELICAN TACO WAGON',
  licensee_name: 'PELICAN MOBILE FOODS LLC',
  city: 'TALLAHASSEE',
  primary_status: '20',
  secondary_status: '20',
  mailing_address: 'A\nB',
  phone: '1',
  file_district: 6,
  on_file: true,
};
const holderOf = (...rows: Partial<LicenseOnFile>[]) =>
  toKnownLicense(
    rows.map((row) => ({ ...ROW, ...row })),
    null,
  )?.holder?.owner_name;

test('a holder whose name is spelled differently is the same holder', () => {
  const spellings = [
    ['PELICAN MOBILE FOODS LLC', 'Pelican Mobile Foods, L.L.C.'],
    ['PELICAN MOBILE FOODS LLC', 'The Pelican Mobile Foods Limited Liability Company'],
    ['PELICAN INC', 'Pelican, Incorporated'],
    ['SMITH, ANN', 'Ann Smith'],
    ['José’s Café', 'JOSES CAFE'],
    ['J & B FOODS CO', 'J&B Foods Company'],
  ];
  for (const [a = '', b = ''] of spellings) assert.equal(foldHolder(a), foldHolder(b), b);
});

test('a different name or License ID means a different holder, but a missing holder or an unknown ID does not', () => {
  const other = (owner_name: string, owner_license_id: number | null) =>
    isOtherHolder(claim, { owner_name, owner_license_id });
  assert.deepEqual(
    [
      other('PELICAN MOBILE FOODS LLC', 10),
      other('Pelican Mobile Foods, L.L.C.', null),
      isOtherHolder(claim, undefined),
      isOtherHolder({ ...claim, owner_license_id: null }, { ...claim, owner_license_id: 11 }),
    ],
    [false, false, false, false],
  );
  assert.deepEqual(
    [other('PELICAN FOODS LLC', 10), other('PELICAN MOBILE FOODS LLC', 11), other('ANN HERON', null)],
    [true, true, true],
  );
});

test('the holder is the licensee that a newest file lists with a current primary status', () => {
  const old = { licensee_name: 'OLD' };
  const gone = { licensee_name: 'GONE', on_file: false };
  assert.equal(holderOf({ ...old, primary_status: '45', secondary_status: '45' }, {}), claim.owner_name);
  assert.equal(holderOf({ ...old, secondary_status: '18' }, {}), claim.owner_name);
  assert.equal(holderOf(gone, {}), claim.owner_name);
  for (const none of [gone, { primary_status: '45' }, { primary_status: '46' }, { licensee_name: ' ' }])
    assert.equal(holderOf(none), undefined, JSON.stringify(none));
  assert.equal(toKnownLicense([], null), undefined);
});

test('if two districts list a license, the district with the lower number supplies the holder and the business name, as on the record', () => {
  const lower = ROW;
  const higher = { ...ROW, licensee_name: 'OTHER LLC', file_district: 7 };
  assert.equal(holderOf(higher, lower), claim.owner_name);
  assert.equal(holderOf({ ...lower, on_file: false }, higher), 'OTHER LLC');
});
