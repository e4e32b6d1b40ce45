import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { topOf, type Work } from './bounded-work.ts';
import { CHECKED_MAX, NAME_LOOKS_MAX } from './candidates.ts';
import { createMatcher } from './look-up-packed.ts';
import { matchLine } from './match-line.ts';
import { JOINED_LOOKS_MAX, WORD_LOOKS_MAX } from './vocabulary.ts';
import { WORDS_MAX } from './words.ts';

/** Words typed, and their neighbors as one. */
const LOOKS_MAX =
  WORDS_MAX * (2 * WORD_LOOKS_MAX + CHECKED_MAX) +
  (WORDS_MAX - 1) * (2 * JOINED_LOOKS_MAX + CHECKED_MAX) +
  NAME_LOOKS_MAX;
const COMMON = ['TACO', 'TACOS', 'TRUCK', 'KITCHEN', 'BARBECUE', 'MOBILE'];

/** Far more vendors than may be looked at, all with common words. */
const VENDORS = Array.from({ length: 30_000 }, (_, index) => ({
  id: `v${String(index).padStart(5, '0')}`,
  name: `${COMMON[index % 6]} ${COMMON[(index >> 2) % 6]} ${index.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`,
  formerName: null,
  city: 'MIAMI',
  licenseType: '2014',
  digits: String(1_000_000 + index),
}));

const HOSTILE = [
  ' '.repeat(100),
  't',
  'ta',
  '\u202e\u200f\u200e',
  '9'.repeat(500),
  'taco '.repeat(100),
  'tacotruckkitchen'.repeat(12),
  'x'.repeat(200),
  '%_\\"\'',
  '𝕋𝕒𝕔𝕠 🌮',
  '塔可 卡车',
];

describe('the work of a look-up', () => {
  const matcher = createMatcher(VENDORS);
  const looksFor = (text: string): number => {
    const work: Work = { looks: 0 };
    const hits = matcher.match(text, 10, { work });
    assert.ok(hits.length <= 10);
    return work.looks;
  };

  test('stays within a bound that has nothing to do with how many vendors there are, whatever is typed', () => {
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
      fc.property(text, (typed) => assert.ok(looksFor(typed) <= LOOKS_MAX, `${looksFor(typed)}: ${typed}`)),
      { numRuns: 60 },
    );
    for (const typed of HOSTILE) assert.ok(looksFor(typed) <= LOOKS_MAX, typed);
  });

  test('is the same for a line with a number as for its name alone: the words are read once', () => {
    for (const name of ['taco kichen barbeque moblie truk', ...COMMON].map((text) => `${text} quezt`)) {
      const [alone, numbered]: Work[] = [{ looks: 0 }, { looks: 0 }];
      // Another name before each, so that neither is known from before.
      matchLine(matcher, { name: 'zzyzx' });
      matchLine(matcher, { name }, alone);
      matchLine(matcher, { name: 'zzyzx' });
      matchLine(matcher, { name, licenseNumber: '1000005' }, numbered);
      assert.ok((alone?.looks ?? 0) > 0);
      assert.deepEqual(numbered, alone, name);
    }
  });

  test('is for a name with a city behind a comma that of the name and of two more words, not twice as much', () => {
    const looks = (name: string): number => {
      const work: Work = { looks: 0 };
      matchLine(matcher, { name: 'zzyzx' });
      matchLine(matcher, { name }, work);
      return work.looks;
    };
    const [more, again] = [4 * WORD_LOOKS_MAX, NAME_LOOKS_MAX + 15 * CHECKED_MAX];
    assert.equal(
      looks('taco truck, Marion'),
      looks('taco truck'),
      'a name that fits is not asked about again',
    );
    const names = [
      'truxk moblxe kitxhen barbexue tacxo mobxle',
      ...COMMON.map((word) => `zq${word} xq${word} ${word}`),
    ];
    for (const name of names)
      assert.ok(looks(`${name}, Miami`) <= looks(name) + more + again, `${name}: ${looks(`${name}, Miami`)}`);
  });

  test('looks at only a part of the names with a common word, and at short names first', () => {
    assert.ok(looksFor('taco') <= 2 * WORD_LOOKS_MAX + NAME_LOOKS_MAX);
    const exact = {
      ...VENDORS[0],
      id: 'z',
      name: 'TACO TRUCK',
      digits: '9',
      formerName: null,
      city: null,
      licenseType: '2014',
    };
    assert.equal(createMatcher([...VENDORS, exact]).match('taco truck', 1)[0]?.vendor.id, 'z');
  });

  test('property: the heaviest are those that sorting all would give', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 });
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 20 }), fc.nat(), (all, most, turn) => {
        const places = [...all.keys()].sort((a, b) => ((a * 31 + turn) % 7) - ((b * 31 + turn) % 7));
        const sorted = [...places].sort((a, b) => (all[b] ?? 0) - (all[a] ?? 0) || a - b);
        assert.deepEqual(topOf(places, Float64Array.from(all), most), sorted.slice(0, most));
      }),
      { numRuns: 500 },
    );
  });
});
