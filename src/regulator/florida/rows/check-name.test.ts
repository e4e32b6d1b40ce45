import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNameFlaw } from './check-name.ts';

test('reports a phone number, date, ZIP code or license number in place of a name', () => {
  for (const text of [
    '(850) 555-0101',
    '850.555.0101',
    '850-555-0101 EXT 2',
    'PH: 850 555 0101',
    '8505550101',
    'Cell 850-555-0101',
    '10/15/2017',
    '2017-10-15',
    '2017-10-15 00:00:00',
    '5/4/16',
    '5/4/2016 1:30 PM',
    '42658',
    '42658.0',
    '32301',
    '32301-8801',
    '323018801',
    'MFD4758801',
    'CAT 4758801',
    '4758801',
  ])
    assert.equal(findNameFlaw(text), 'malformed', text);
});

test('reports a street address in place of a name', () => {
  for (const text of [
    '123 MAIN ST',
    '123 Main St.',
    '4567 NW 7TH AVE',
    '12 NE OAK LN',
    '45 OAK LN STE 4',
    '45 OAK LN, UNIT #B2',

    '12500A OLD MILL ROAD SE',
    '3080 GULF BREEZE PKWY',
    '14500 US HWY 98',
    '7380 SR 100 STE-B',
    'PO BOX 12',
  ])
    assert.equal(findNameFlaw(text), 'is_address', text);
});

test('accepts names that contain numbers, directions or streets', () => {
  for (const text of [
    '1800 TEQUILA',
    '7-ELEVEN',
    '12TH STREET GRILL',
    '850 EATS',
    '1966',
    '26',
    '0265',
    '30*86*',
    '4 RIVERS',

    '11 MAPLE ST',
    '5TH AVENUE SOUTH CAFE',
    '1800 OCEAN DRIVE GRILL',
    '98 EAST',
    '3800 OCEAN',
    'MAIN ST DELI',

    '03.04.01 PIZZA',
    '24/7',
    '50/50 CATERING',
    'BUILDING 1234 5',
    'ROUTE 66 ROAD HOUSE',
    '904 HAPPY HOUR',
    '',

    'THE 19TH HOLE',
    'PHO 123456',
    'EXTREME 305',
    'HWY 98 DINER',
    '20 WEST BBQ',
    'B12 BOX',
    '321 LIFTOFF #2',
  ])
    assert.equal(findNameFlaw(text), undefined, text);
});

test('reports a short address if it is also in the row’s address column', () => {
  assert.equal(findNameFlaw('11 Maple St.', ['4 OTHER RD', '11  MAPLE ST']), 'is_address');
  assert.equal(findNameFlaw('11 MAPLE ST', ['3224 NE MAPLE AVE', undefined, '']), undefined);
  assert.equal(findNameFlaw('GULL GRILL', ['GULL GRILL']), undefined);
});
