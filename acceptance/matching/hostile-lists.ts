import { createRandom, drawFrom, drawInt, type Random } from '../../src/lib/random.ts';
import type { VendorLine } from '../../src/matching/match-line.ts';
import type { Matchable } from '../../src/matching/matchable.ts';
import { wordsOf } from '../../src/matching/vendor-words.ts';

/**
 * Lists of 500 lines. Each hostile list is designed to be as expensive as possible for a different part of
 * the matcher. There are also ordinary lists for comparison. Pure.
 */

export const LINES = 500;
const COMMON = 60;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
const ABBREVIATIONS = [
  'BBQ',
  'B B Q',
  'Bar-B-Q',
  'LLC',
  'Inc',
  'Co',
  'St',
  'Ste',
  'Ft',
  'Mt',
  'Ctr',
  'Bros',
  'Intl',
  'Xpress',
  'Dr',
  'Mr',
  'Jr',
  'II',
  '&',
  'dba',
];
/** Control characters, characters that reverse the text direction, and text that was encoded twice. */
const UNSEEN = ['\u0001', '\u0085', '\u200f', '\u202e', '\u2066', 'Ã‰', 'a', ' '];

type MakeLine = (random: Random) => VendorLine;

/** Returns the lists by name. All lines are different, which defeats caching. */
export function hostileLists(
  vendors: readonly Matchable[],
  seed: number,
): ReadonlyMap<string, readonly VendorLine[]> {
  return new Map(
    Object.entries(makersFor(vendors)).map(([what, make]) => [
      what,
      Array.from({ length: LINES }, (_, index) => make(createRandom(seed, index))),
    ]),
  );
}

/**
 * Gives a tenth of the vendors the same name, as in some real records. This should not make lists more
 * expensive.
 */
export function withSharedName(vendors: readonly Matchable[]): Matchable[] {
  return vendors.map((vendor, index) => (index % 10 === 9 ? { ...vendor, name: 'TACO LOCO' } : vendor));
}

function makersFor(vendors: readonly Matchable[]): Record<string, MakeLine> {
  const common = commonWords(vendors);
  const cities = [...new Set(vendors.map(({ city }) => city ?? ''))].filter(Boolean);
  const many = (count: number, draw: () => string) => Array.from({ length: count }, draw).join(' ');
  const misspelled = (count: number, random: Random) =>
    many(count, () => misspell(drawFrom(random, common), random));
  const oneTypo = (random: Random, { name }: Matchable) =>
    name
      .split(' ')
      .map((word, index) => (index === 0 ? misspell(word, random) : word))
      .join(' ');
  const number = (random: Random) => misspellNumber(drawFrom(random, vendors).digits, random);
  const city = (random: Random) => drawFrom(random, cities);
  return {
    'one typo': (random) => ({ name: oneTypo(random, drawFrom(random, vendors)) }),
    'one typo, city': (random) => {
      const vendor = drawFrom(random, vendors);
      return { name: `${oneTypo(random, vendor)}, ${vendor.city}` };
    },
    'twelve misspelled words and a number': (random) => ({
      name: misspelled(12, random),
      licenseNumber: number(random),
    }),
    'twelve misspelled words, city and a number': (random) => ({
      name: `${misspelled(12, random)}, ${city(random)}`,
      licenseNumber: number(random),
    }),
    'seven misspelled words, city': (random) => ({ name: `${misspelled(7, random)}, ${city(random)}` }),
    'beginnings of words, city': (random) => ({
      name: `${many(40, () => drawFrom(random, common).slice(0, 3))}, ${city(random)}`,
    }),
    'one-letter words, city': (random) => ({
      name: `${many(90, () => drawFrom(random, LETTERS))}, ${city(random)}`,
    }),
    'nothing but abbreviations': (random) => ({
      name: many(12, () => drawFrom(random, ABBREVIATIONS)),
    }),
    'a name that many share': (random) => ({ name: `taco loco ${drawInt(random, 100_000)}` }),
    'a name that many share, city': (random) => ({
      name: `taco loco ${drawInt(random, 100_000)}, ${city(random)}`,
    }),
    'city, city': (random) => ({ name: `${city(random)}, ${city(random)}` }),
    'one word of 200 letters': (random) => ({
      name: Array.from({ length: 200 }, () => drawFrom(random, LETTERS)).join(''),
    }),
    'characters that nobody sees': (random) => ({
      name: Array.from({ length: 200 }, () => drawFrom(random, UNSEEN)).join(''),
    }),
    'characters that fold into eighteen': (random) => ({
      name: '\ufdfa'.repeat(195) + drawInt(random, 10_000),
    }),
    'nothing but commas': (random) => ({ name: `${','.repeat(190)} FL ${drawInt(random, 10_000)}` }),
    'phrases with many spellings': (random) => ({
      name: `${'bar b '.repeat(32)}${drawInt(random, 10_000)}`,
    }),
  };
}

function commonWords(vendors: readonly Matchable[]): string[] {
  const counts = new Map<string, number>();
  for (const word of vendors.flatMap(({ name }) => wordsOf(name)))
    if (word.length >= 4) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .toSorted(([one, count], [other, times]) => times - count || (one < other ? -1 : 1))
    .slice(0, COMMON)
    .map(([word]) => word);
}

function misspell(word: string, random: Random): string {
  const at = drawInt(random, word.length);
  return `${word.slice(0, at)}${drawFrom(random, LETTERS)}${word.slice(at + 1)}`;
}

function misspellNumber(digits: string, random: Random): string {
  const at = drawInt(random, digits.length);
  return `MFD${digits.slice(0, at)}${drawInt(random, 10)}${digits.slice(at + 1)}`;
}
