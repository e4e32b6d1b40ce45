import { compareText } from '../../lib/text.ts';
import { topOf, type Work } from './bounded-work.ts';
import { LIKENESS_MIN, likeness, type Spelling, spellingOf } from './word-likeness.ts';

/** Words compared with one typed word, and kept of them; a short word has few pairs, and each typo spoils most of them. */
const CANDIDATES_MAX = 40;
const SHORT_CANDIDATES_MAX = 120;
const SHORT_MAX = 6;
const ALIKE_MAX = 40;
/** For two words typed as one: rarely the two are misspelled as well. */
const JOINED_CANDIDATES_MAX = 20;
export const JOINED_LOOKS_MAX = 1_500;
/** Share of pairs of letters that two spellings of one word have in common, at the least. */
const SHARED_PAIRS_MIN = 0.3;
/** Places looked at for one typed word; the rarest pairs of letters come first. */
export const WORD_LOOKS_MAX = 6_000;
/** Letters, digits and the edges of a word, each with a place of its own; letters of other scripts share the rest. */
const LETTERS = 64;

export interface Vocabulary {
  /** The words that a typed one may mean, each with how alike it is, from {@link LIKENESS_MIN} to 1; the most alike first. */
  readonly alike: (typed: string, how?: Lookup) => ReadonlyMap<string, number>;
}

interface Lookup {
  readonly isJoined?: boolean;
  /** Where what was looked at is counted. */
  readonly work?: Work | undefined;
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
  const sizes = Uint8Array.from(all, (spelling) => Math.min(255, pairsOfBoth(spelling).size));
  const known = {
    all,
    places,
    sizes,
    shared: new Uint8Array(all.length),
    shares: new Float64Array(all.length),
  };
  return { alike: (typed, how = {}) => findAlike(spellingOf(typed), known, how) };
}

interface Words {
  readonly all: readonly Spelling[];
  /** For each pair of letters, the words that have it. */
  readonly places: readonly (readonly number[] | undefined)[];
  /** How many pairs each word has. */
  readonly sizes: Uint8Array;
  /** Counts for each word while one is looked up; all zero before and after. */
  readonly shared: Uint8Array;
  /** Of the words that were counted: how large a part of their pairs is shared. */
  readonly shares: Float64Array;
}

function findAlike(typed: Spelling, words: Words, { isJoined = false, work }: Lookup): Map<string, number> {
  if (!typed.hasSpellings) return new Map([[typed.text, 1]]);
  const usual = typed.text.length > SHORT_MAX ? CANDIDATES_MAX : SHORT_CANDIDATES_MAX;
  const bounds = isJoined
    ? { candidates: JOINED_CANDIDATES_MAX, looks: JOINED_LOOKS_MAX }
    : { candidates: usual, looks: WORD_LOOKS_MAX };
  const alike = sharingMost(pairsOfBoth(typed), bounds, words, work)
    .flatMap((index) => {
      const word = words.all[index];
      const value = word ? likeness(typed, word) : 0;
      return word && value >= LIKENESS_MIN ? [[word.text, value] as const] : [];
    })
    .sort(([wordA, a], [wordB, b]) => b - a || compareText(wordA, wordB));
  // The word itself, also where all its pairs of letters are too common to be walked.
  return new Map([[typed.text, 1], ...alike.slice(0, ALIKE_MAX)]);
}

/** The places of the words that share the largest part of their pairs; the commonest pairs alone make no word alike. */
function sharingMost(
  pairs: ReadonlySet<number>,
  bounds: { readonly candidates: number; readonly looks: number },
  words: Words,
  work: Work | undefined,
): number[] {
  const { places, shared, shares, sizes } = words;
  const needed = Math.ceil(SHARED_PAIRS_MIN * pairs.size);
  const lists = [...pairs].map((pair) => places[pair] ?? []).sort((a, b) => a.length - b.length);
  const touched: number[] = [];
  let looks = 0;
  let skipped = 0;
  for (const list of lists) {
    if (looks > 0 && looks + list.length > bounds.looks) {
      skipped += 1;
      continue;
    }
    const end = Math.min(list.length, bounds.looks);
    looks += end;
    for (let at = 0; at < end; at++) {
      const index = list[at] ?? 0;
      const count = shared[index] ?? 0;
      if (count === 0) touched.push(index);
      shared[index] = count + 1;
    }
  }
  const least = Math.max(1, needed - skipped);
  const counted: number[] = [];
  for (const index of touched) {
    const count = shared[index] ?? 0;
    shared[index] = 0;
    if (count < least) continue;
    shares[index] = count / (pairs.size + (sizes[index] ?? 0));
    counted.push(index);
  }
  if (work) work.looks += looks + counted.length;
  return topOf(counted, shares, bounds.candidates);
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
