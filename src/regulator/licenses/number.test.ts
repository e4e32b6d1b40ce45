import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseLicenseNumber } from './number.ts';

function read(typed: string): string {
  const number = parseLicenseNumber(typed);
  return number ? `${number.licenseType ?? ''}:${number.digits} as ${number.read}` : 'none';
}

describe('a typed license number', () => {
  const cases: readonly (readonly [why: string, typed: string, read: string])[] = [
    ['an expiry date after it', 'MFD5890001 exp. 10/2027', '2014:5890001 as MFD5890001'],
    [
      'a label before it and a ZIP code after it',
      'Lic# mfd-5890001, Tampa 33601',
      '2014:5890001 as MFD5890001',
    ],
    ['decimals added by a spreadsheet', '5890001.0', ':5890001 as 5890001'],
    ['spaces in it and other digits after it', 'CAT 589 0001 paid 4/1', '2013:5890001 as CAT5890001'],
    ['the same number repeated', 'MFD5890001 (5890001)', '2014:5890001 as MFD5890001'],
    ['spaces, a hyphen and unknown letters', 'abc-58 90 001', ':5890001 as abc-58 90 001'],
    ['letters after it', '5890001-MFD', '2014:5890001 as 5890001-MFD'],
    ['full-width characters', 'ＭＦＤ５８９０００１', '2014:5890001 as ＭＦＤ５８９０００１'],
    ['a missing digit', 'MFD589001', '2014:589001 as MFD589001'],
    ['letters typed for digits', 'MFD589OO01', '2014:58901 as MFD589OO01'],
  ];
  for (const [why, typed, expected] of cases)
    test(`is read with ${why}`, () => assert.equal(read(typed), expected));

  for (const typed of [
    '',
    'MFD',
    'MFD5890001 MFD5890012',
    'MFD5890001 CAT5890001',
    'exp. 10/2027',
    '407-555-0100',
    'MFD589001 or 5550100',
  ])
    test(`is not read from “${typed}”`, () => assert.equal(read(typed), 'none'));
});
