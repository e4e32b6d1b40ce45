import { compareText } from '../../lib/text.ts';
import { LIKENESS_MIN, likeness, type Spelling, spellingOf } from './word-likeness.ts';

/** Words looked at for one typed word, and kept of them. */
const CANDIDATES_MAX = 80;
const ALIKE_MAX = 40;
/** Share of pairs of letters that two spellings of one word have in common, at the least. */
const SHARED_PAIRS_MIN = 0.3;

export interface Vocabulary {
  /** The words that a typed one may mean, each with how alike it is, from {@link LIKENESS_MIN} to 1; the most alike first. */
  readonly alike: (typed: string) => ReadonlyMap<string, number>;
}

/** Finds alike words over the pairs of letters that they share, by letters and by sound; the cost grows with the hits. */
export function createVocabulary(words: Iterable<string>): Vocabulary {
  const all = [...new Set(words)].map(spellingOf);
  const places = new Map<string, number[]>();
  for (const [index, spelling] of all.entries())
    for (const pair of pairsOfBoth(spelling)) {
      const list = places.get(pair);
      if (list) list.push(index);
      else places.set(pair, [index]);
    }
  return { alike: (typed) => findAlike(spellingOf(typed), all, places) };
}

function findAlike(
  typed: Spelling,
  all: readonly Spelling[],
  places: ReadonlyMap<string, readonly number[]>,
): Map<string, number> {
  const pairs = pairsOfBoth(typed);
  const shared = new Map<number, number>();
  for (const pair of pairs)
    for (const index of places.get(pair) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
  const alike = [...shared]
    .filter(([, count]) => count >= SHARED_PAIRS_MIN * pairs.size)
    .sort(([a, countA], [b, countB]) => countB - countA || a - b)
    .slice(0, CANDIDATES_MAX)
    .flatMap(([index]) => {
      const word = all[index];
      const value = word ? likeness(typed, word) : 0;
      return word && value >= LIKENESS_MIN ? [[word.text, value] as const] : [];
    })
    .sort(([wordA, a], [wordB, b]) => b - a || compareText(wordA, wordB));
  return new Map(alike.slice(0, ALIKE_MAX));
}

function pairsOfBoth({ text, sound }: Spelling): Set<string> {
  return new Set([...pairsOf(text), ...pairsOf(sound).map((pair) => `~${pair}`)]);
}

function pairsOf(word: string): string[] {
  const marked = `^${word}$`;
  return Array.from({ length: marked.length - 1 }, (_, index) => marked.slice(index, index + 2));
}
