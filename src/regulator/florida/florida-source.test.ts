import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JURISDICTION_ZONE } from '../../lib/time/dates.ts';
import { FLORIDA_DBPR } from './florida-source.ts';
import { COUNTIES, DISTRICTS } from './vocabulary/counties.ts';

test('the first time zone listed is the one in which the regulator’s dates are read', () => {
  assert.equal(FLORIDA_DBPR.timeZones[0].value, JURISDICTION_ZONE);
});

test('the county list covers every district and no others', () => {
  assert.deepEqual([...new Set(COUNTIES.map(({ district }) => district))].sort(), DISTRICTS);
});

test('every license type maps to a kind of vendor and back', () => {
  const { kindOf, kindOfType, typeOfKind, types } = FLORIDA_DBPR.licenses;
  for (const type of types) assert.equal(typeOfKind(kindOf(type, undefined)), type);
  for (const type of types) assert.equal(kindOfType(type), kindOf(type, undefined));
  assert.equal(kindOfType('2010'), undefined);
  assert.equal(typeOfKind('hot_dog_cart'), '2014');
});

test('the letters in a license number give the same license type as its rank code', () => {
  const { findRank, kindOf, letters, typeOfLetters } = FLORIDA_DBPR.licenses;
  const ranks = ['MFDV', 'HTDG', 'CATR'].map((code) => ({ code, ...findRank(code) }));
  assert.deepEqual(
    ranks.map((rank) => rank.letters),
    letters,
  );
  for (const { code, letters: own = '', kind } of ranks) {
    const type = typeOfLetters(own);
    assert.ok(type);
    assert.equal(kindOf(type, code), kind);
  }
  assert.equal(findRank('SEAT'), undefined);
  assert.equal(typeOfLetters('SEA'), undefined);
});
