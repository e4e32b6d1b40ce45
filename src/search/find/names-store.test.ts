import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createMatcher } from '../../../test/support/matcher.ts';

const COMMON = ['TACO', 'TACOS', 'TRUCK', 'KITCHEN', 'BARBECUE', 'MOBILE'];
const CANDIDATES_MAX = 100;

/** Many more vendors than a search compares, all with common words in their names. */
const VENDORS = Array.from({ length: 3_000 }, (_, index) => ({
  id: `v${String(index).padStart(5, '0')}`,
  name: `${COMMON[index % 6]} ${COMMON[(index >> 2) % 6]} ${index.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`,
  formerName: null,
  city: 'MIAMI',
  licenseType: '2014',
  digits: String(1_000_000 + 100 * index),
}));

const HOSTILE = [
  ' '.repeat(100),
  't',
  'ta',
  '\u202e\u200f\u200e',
  'taco '.repeat(100),
  'tacotruckkitchen'.repeat(12),
  'x'.repeat(200),
  '%_\\"\'',
  '𝕋𝕒𝕔𝕠 🌮',
  '塔可 卡车',
];

describe('the search for similar names', () => {
  const matcher = createMatcher(VENDORS);

  test('compares at most 100 vendors for any text', () => {
    const word = fc.oneof(
      fc.constantFrom(...COMMON, 'taxo', 'kichen', 'barbeque'),
      fc.string({ maxLength: 12 }),
    );
    const text = fc.oneof(
      fc.string({ maxLength: 200, unit: 'grapheme' }),
      fc.array(word, { maxLength: 20 }).map((words) => words.join(' ')),
      fc.constantFrom(...HOSTILE),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const found = matcher.match(typed, Number.POSITIVE_INFINITY);
        assert.ok(found.length <= CANDIDATES_MAX, `${found.length}: ${typed}`);
      }),
      { numRuns: 60 },
    );
    const common = matcher.match('taco truck', Number.POSITIVE_INFINITY);
    assert.equal(common.length, CANDIDATES_MAX, 'a common name matches that many');
  });

  test('finds a name that consists of common words among many names that contain one of those words', () => {
    const exact = {
      id: 'z',
      name: 'TACO TRUCK',
      formerName: null,
      city: null,
      licenseType: '2014',
      digits: '9',
    };
    assert.equal(createMatcher([...VENDORS, exact]).match('taco truck', 1)[0]?.vendor.id, 'z');
  });
});
