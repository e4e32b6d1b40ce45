import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createMatcher } from '../../test/support/matcher.ts';
import type { Matchable } from './matchable.ts';

const NAMES = [
  ['FLAMINGO AREPAS LLC', 'ORLANDO'],
  ['SAINT ELMO BAR-B-QUE', 'TAMPA'],
  ['PEPE & SONS TACOS', 'NAPLES'],
  ['IMAGINARY IGUANA ICES', 'MIAMI'],
  ['TACO TRUCK', 'MIAMI'],
  ['TACO TRUCK', 'OCALA'],
  ['PHANTOM PHO', 'OCALA'],
  ['MISTER FOOD TRUCK', 'OCALA'],
] as const;
const VENDORS: readonly Matchable[] = NAMES.map(([name, city], index) => ({
  id: `v${index}`,
  name,
  city,
  licenseType: '2014',
  digits: String(5_890_001 + 11 * index),
  formerName: name === 'PHANTOM PHO' ? 'NOODLE NOWHERE' : null,
}));
const matcher = createMatcher(VENDORS);

/** Returns the name, confidence and reasons of the best match. */
function best(typed: string): string {
  const [hit] = matcher.match(typed, 5);
  return hit ? `${hit.vendor.name}, ${hit.confidence}: ${hit.reasons.join(' ')}` : 'none';
}

describe('the matched vendor', () => {
  const cases: readonly (readonly [why: string, typed: string, found: string])[] = [
    ['the name itself', 'flamingo arepas', 'FLAMINGO AREPAS LLC, sure: same_name'],
    ['letters exchanged', 'flamngo arepas', 'FLAMINGO AREPAS LLC, sure: spelled_alike'],
    ['spelled by ear', 'fantom pho', 'PHANTOM PHO, sure: spelled_alike'],
    ['abbreviations', 'st. elmo bbq', 'SAINT ELMO BAR-B-QUE, sure: same_name'],
    ['“and”, a singular, a company form', 'Pepe and Son Taco, Inc.', 'PEPE & SONS TACOS, sure: same_name'],
    ['another order', 'arepas flamingo', 'FLAMINGO AREPAS LLC, sure: other_order'],
    ['similar words in another order', 'arepes flamingo', 'FLAMINGO AREPAS LLC, sure: spelled_alike'],
    ['words written as one', 'flamingoarepas', 'FLAMINGO AREPAS LLC, sure: spelled_alike'],
    ['a former name', 'noodle nowhere', 'PHANTOM PHO, sure: former_name'],
    ['the city beside it', 'imaginary iguana ices miami', 'IMAGINARY IGUANA ICES, sure: city'],
    ['a part of the name', 'iguana', 'IMAGINARY IGUANA ICES, likely: words_missing'],
    ['its license number', 'MFD 5890012', 'SAINT ELMO BAR-B-QUE, sure: same_number'],
    ['a digit left out', '589012', 'SAINT ELMO BAR-B-QUE, likely: digit_missing'],
  ];
  for (const [why, typed, found] of cases) test(`is found by ${why}`, () => assert.equal(best(typed), found));

  test('is never certain if two vendors have the same name, unless the city distinguishes them', () => {
    const hits = matcher.match('taco truck', 5).slice(0, 2);
    assert.deepEqual(
      hits.map(({ vendor, score, confidence }) => [vendor.id, score, confidence]),
      [
        ['v4', 1, 'possible'],
        ['v5', 1, 'possible'],
      ],
    );
    assert.equal(matcher.match('taco truck ocala', 1)[0]?.vendor.id, 'v5');
  });

  test('is undefined for a name that is not similar to any vendor’s, and for text without words', () => {
    for (const typed of ['zzyzx quux', '', '!!!', '9999999']) assert.deepEqual(matcher.match(typed, 5), []);
  });

  test('property: the order of the vendors does not change the matches, and no text makes it fail', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...VENDORS], { minLength: VENDORS.length }),
        fc.string(),
        (shuffled, text) => {
          const other = createMatcher(shuffled);
          for (const typed of [text, 'tacos truk', 'elmo'])
            assert.deepEqual(other.match(typed, 5), matcher.match(typed, 5));
        },
      ),
      { numRuns: 50 },
    );
  });

  test('property: a vendor’s own name is always among its best matches', () => {
    for (const { id, name } of VENDORS)
      assert.ok(
        matcher.match(name, 2).some((hit) => hit.vendor.id === id),
        name,
      );
  });
});

test('a name may contain words that are properties of every JavaScript object', () => {
  const words = [...Object.getOwnPropertyNames(Object.prototype), 'constructor', 'prototype'];
  const vendors = words.map((word, index) => ({
    id: `v${index}`,
    name: `${word} TACOS`,
    city: word,
    formerName: word,
    licenseType: '2014',
    digits: String(5_890_001 + 11 * index),
  }));
  const own = createMatcher(vendors);
  for (const [index, word] of words.entries()) {
    const found = own.match(`${word} tacos`, 20).map(({ vendor }) => vendor.id);
    assert.ok(found.includes(`v${index}`), `${word}: ${found}`);
  }
});
