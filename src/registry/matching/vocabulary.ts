import { compareText } from '../../lib/text.ts';
import { LIKENESS_MIN, likeness, type Spelling, spellingOf } from './word-likeness.ts';

/** Words looked at for one typed word, and kept of them. */
const CANDIDATES_MAX = 80;
const ALIKE_MAX = 40;
/** Share of pairs of letters that two spellings of one word have in common, at the least. */
const SHARED_PAIRS_MIN = 0.3;
/** Letters, digits and the edges of a word, each with a place of its own; letters of other scripts share the rest. */
const LETTERS = 64;

export interface Vocabulary {
  /** The words that a typed one may mean, each with how alike it is, from {@link LIKENESS_MIN} to 1; the most alike first. */
  readonly alike: (typed: string) => ReadonlyMap<string, number>;
}

/**
 * Finds alike words over the pairs of letters that they share, by letters and by sound; the cost grows with the hits. Yields
 * after each word, so that whoever builds it can let others go on in between.
 */
export function* buildVocabulary(words: Iterable<string>): Generator<undefined, Vocabulary, undefined> {
  const all: Spelling[] = [];
  const places: number[][] = [];
  for (const word of new Set(words)) {
    const index = all.length;
    const spelling = spellingOf(word);
    all.push(spelling);
    for (const pair of pairsOfBoth(spelling)) {
      const list = places[pair];
      if (list) list.push(index);
      else places[pair] = [index];
    }
    yield;
  }
  const shared = new Uint8Array(all.length);
  return { alike: (typed) => findAlike(spellingOf(typed), all, places, shared) };
}

/** `shared` counts for each word, and is left as it was found: all zero. */
function findAlike(
  typed: Spelling,
  all: readonly Spelling[],
  places: readonly (readonly number[] | undefined)[],
  shared: Uint8Array,
): Map<string, number> {
  const pairs = pairsOfBoth(typed);
  const touched: number[] = [];
  for (const pair of pairs)
    for (const index of places[pair] ?? []) {
      const count = shared[index] ?? 0;
      if (count === 0) touched.push(index);
      shared[index] = Math.min(255, count + 1);
    }
  const counted = touched.map((index) => [index, shared[index] ?? 0] as const);
  for (const index of touched) shared[index] = 0;
  const alike = counted
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

function pairsOfBoth({ text, sound }: Spelling): Set<number> {
  const pairs = new Set<number>();
  addPairs(pairs, text, 0);
  addPairs(pairs, sound, LETTERS * LETTERS);
  return pairs;
}

function addPairs(pairs: Set<number>, word: string, from: number): void {
  let before = 0;
  for (let index = 0; index <= word.length; index++) {
    const own = index === word.length ? 0 : placeOf(word.charCodeAt(index));
    pairs.add(from + before * LETTERS + own);
    before = own;
  }
}

/** 1 to 63; 0 is the edge of a word. */
function placeOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 96;
  return code >= 48 && code <= 57 ? code - 21 : 37 + (code % 27);
}
