import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JURISDICTION_ZONE } from '../../lib/time/dates.ts';
import { FLORIDA_DBPR } from './florida-source.ts';
import { COUNTIES, DISTRICTS } from './vocabulary/counties.ts';

test('uses days in the regulator’s first time zone', () => {
  assert.equal(FLORIDA_DBPR.timeZones[0].value, JURISDICTION_ZONE);
});

test('counties belong to exactly these districts', () => {
  assert.deepEqual([...new Set(COUNTIES.map(({ district }) => district))].sort(), DISTRICTS);
});

test('each kind of vendor has a license type, and each type has a kind', () => {
  const { kindOf, kindOfType, typeOfKind, types } = FLORIDA_DBPR.licenses;
  for (const type of types) assert.equal(typeOfKind(kindOf(type, undefined)), type);
  for (const type of types) assert.equal(kindOfType(type), kindOf(type, undefined));
  assert.equal(kindOfType('2010'), undefined);
  assert.equal(typeOfKind('hot_dog_cart'), '2014');
});

test('a number spelled with its letters has the type of its rank', () => {
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
