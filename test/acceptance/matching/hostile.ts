import { createRandom, drawFrom, drawInt, type Random } from '../../../src/lib/random.ts';
import type { Work } from '../../../src/registry/matching/bounded-work.ts';
import { matchLine } from '../../../src/registry/matching/match-line.ts';
import { createMatcher } from '../../../src/registry/matching/match-vendors.ts';
import type { Matchable } from '../../../src/registry/matching/matchable.ts';
import { wordsOf } from '../../../src/registry/matching/words.ts';
import { amongOthers } from './time-among.ts';

const LINES = 500;
const WORDS = 12;
const COMMON = 60;
const VENDORS = 10_000;

/**
 * Prints what the most expensive list costs that is known: 500 lines of twelve common words, each misspelled, with a number nearly
 * somebody's, among 10,000 vendors; beside 500 lines with one typo each. Every line differs, so nothing is remembered.
 */
export function timeHostile(known: readonly Matchable[], seed: number): void {
  const vendors = amongOthers(known, VENDORS);
  const matcher = createMatcher(vendors);
  const counts = new Map<string, number>();
  for (const word of vendors.flatMap(({ name }) => wordsOf(name)))
    if (word.length >= 4) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = [...counts]
    .toSorted(([one, count], [other, times]) => times - count || (one < other ? -1 : 1))
    .slice(0, COMMON)
    .map(([word]) => word);
  const hostile = (random: Random) => ({
    name: Array.from({ length: WORDS }, () => misspell(drawFrom(random, common), random)).join(' '),
    licenseNumber: misspellNumber(drawFrom(random, vendors).digits, random),
  });
  const usual = (random: Random) => ({
    name: drawFrom(random, vendors)
      .name.split(' ')
      .map((word, index) => (index === 0 ? misspell(word, random) : word))
      .join(' '),
    licenseNumber: '',
  });
  for (const [what, make] of [
    ['hostile', hostile],
    ['usual', usual],
  ] as const) {
    const lines = Array.from({ length: LINES }, (_, index) => make(createRandom(seed, index)));
    const work: Work = { looks: 0 };
    let most = 0;
    const started = process.cpuUsage();
    for (const line of lines) {
      const before = work.looks;
      matchLine(matcher, { ...line, city: '' }, work);
      most = Math.max(most, work.looks - before);
    }
    const { user, system } = process.cpuUsage(started);
    console.log(
      `${LINES} ${what} lines among ${vendors.length} vendors, seed ${seed}: ${((user + system) / 1e6).toFixed(1)} s of processor time, ${Math.round(work.looks / LINES)} looks a line, at most ${most}`,
    );
  }
}

function misspell(word: string, random: Random): string {
  const at = drawInt(random, word.length);
  return `${word.slice(0, at)}${String.fromCharCode(97 + drawInt(random, 26))}${word.slice(at + 1)}`;
}

function misspellNumber(digits: string, random: Random): string {
  const at = drawInt(random, digits.length);
  return `MFD${digits.slice(0, at)}${drawInt(random, 10)}${digits.slice(at + 1)}`;
}
