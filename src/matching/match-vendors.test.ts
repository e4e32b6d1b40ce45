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

/** Returns the name, confidence and reasons of the best match, or "none". */
function best(typed: string): string {
  const [hit] = matcher.match(typed, 5);
  return hit ? `${hit.vendor.name}, ${hit.confidence}: ${hit.reasons.join(' ')}` : 'none';
}

describe('the matched vendor', () => {
  const cases: readonly (readonly [why: string, typed: string, found: string])[] = [
    ['the name itself', 'flamingo arepas', 'FLAMINGO AREPAS LLC, sure: same_name'],
    ['a misspelled name', 'flamngo arepas', 'FLAMINGO AREPAS LLC, sure: spelled_alike'],
    ['a name spelled as it sounds', 'fantom pho', 'PHANTOM PHO, sure: spelled_alike'],
    ['abbreviations', 'st. elmo bbq', 'SAINT ELMO BAR-B-QUE, sure: same_name'],
    [
      '“and” for “&”, a singular for a plural, and a legal form',
      'Pepe and Son Taco, Inc.',
      'PEPE & SONS TACOS, sure: same_name',
    ],
    ['its words in another order', 'arepas flamingo', 'FLAMINGO AREPAS LLC, sure: other_order'],
    ['similar words in another order', 'arepes flamingo', 'FLAMINGO AREPAS LLC, sure: spelled_alike'],
    ['two words written as one', 'flamingoarepas', 'FLAMINGO AREPAS LLC, sure: spelled_alike'],
    ['a former name', 'noodle nowhere', 'PHANTOM PHO, sure: former_name'],
    ['its name and city', 'imaginary iguana ices miami', 'IMAGINARY IGUANA ICES, sure: city'],
    ['part of its name', 'iguana', 'IMAGINARY IGUANA ICES, likely: words_missing'],
    ['its license number', 'MFD 5890012', 'SAINT ELMO BAR-B-QUE, sure: same_number'],
    ['its number with a digit missing', '589012', 'SAINT ELMO BAR-B-QUE, likely: digit_missing'],
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

  test('is missing for a name that is not similar to any vendor’s and for text without words', () => {
    for (const typed of ['zzyzx quux', '', '!!!', '9999999']) assert.deepEqual(matcher.match(typed, 5), []);
  });

  test('property: does not depend on the order of the vendors for any typed text', () => {
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

  test('property: is among the two best matches for its own name', () => {
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
