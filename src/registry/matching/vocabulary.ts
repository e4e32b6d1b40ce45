import { compareText } from '../../lib/text.ts';
import { topOf, type Work } from './bounded-work.ts';
import {
  invert,
  Lists,
  listAt,
  type OpenTexts,
  openTexts,
  type PackedLists,
  type PackedTexts,
  type PackedWords,
  Texts,
  textAt,
} from './packed.ts';
import { LIKENESS_MIN, likeness, type Spelling, spellingOf, withSound } from './word-likeness.ts';

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
/** Of letters, and of what is heard. */
const PAIRS = 2 * LETTERS * LETTERS;

export interface Vocabulary {
  /** The words that a typed one may mean, each with how alike it is, from {@link LIKENESS_MIN} to 1; the most alike first. */
  readonly alike: (typed: string, how?: Lookup) => ReadonlyMap<string, number>;
}

interface Lookup {
  readonly isJoined?: boolean;
  /** Where what was looked at is counted. */
  readonly work?: Work | undefined;
}

/** The words that may be meant, prepared. */
export interface PackedVocabulary {
  readonly words: PackedWords;
  /** What each word sounds like. */
  readonly sounds: PackedTexts;
  /** For each pair of letters, the words that have it. */
  readonly withPair: PackedLists;
  /** How many pairs each word has. */
  readonly sizes: Uint8Array;
}

/** Prepares words. Yields after each one, so that whoever does it can let others go on in between. */
export function* packVocabulary(packed: PackedWords): Generator<undefined, PackedVocabulary, undefined> {
  const words = openTexts(packed);
  const sounds = new Texts();
  const pairs = new Lists();
  const sizes = new Uint8Array(words.ends.length);
  for (let number = 0; number < sizes.length; number++) {
    const spelling = spellingOf(textAt(words, number));
    const ofWord = pairsOfBoth(spelling);
    sounds.push(spelling.sound);
    pairs.push(ofWord);
    sizes[number] = Math.min(255, ofWord.size);
    yield;
  }
  return { words, sounds: sounds.packed(), withPair: invert(pairs.packed(), PAIRS), sizes };
}

/** Finds alike words over the pairs of letters that they share, by letters and by sound; the cost grows with the hits. */
export function openVocabulary(packed: PackedVocabulary): Vocabulary {
  const size = packed.sizes.length;
  const [words, sounds] = [openTexts(packed.words), openTexts(packed.sounds)];
  const counts = { shared: new Uint8Array(size), shares: new Float64Array(size) };
  const known = { ...packed, words, sounds, ...counts };
  return { alike: (typed, how = {}) => findAlike(spellingOf(typed), known, how) };
}

interface Known extends PackedVocabulary {
  readonly words: PackedWords & OpenTexts;
  readonly sounds: OpenTexts;
  /** Counts for each word while one is looked up; all zero before and after. */
  readonly shared: Uint8Array;
  /** Of the words that were counted: how large a part of their pairs is shared. */
  readonly shares: Float64Array;
}

function findAlike(typed: Spelling, known: Known, { isJoined = false, work }: Lookup): Map<string, number> {
  if (!typed.hasSpellings) return new Map([[typed.text, 1]]);
  const usual = typed.text.length > SHORT_MAX ? CANDIDATES_MAX : SHORT_CANDIDATES_MAX;
  const bounds = isJoined
    ? { candidates: JOINED_CANDIDATES_MAX, looks: JOINED_LOOKS_MAX }
    : { candidates: usual, looks: WORD_LOOKS_MAX };
  const alike = sharingMost(pairsOfBoth(typed), bounds, known, work)
    .map((number) => withSound(textAt(known.words, number), textAt(known.sounds, number)))
    .map((word) => [word.text, likeness(typed, word)] as const)
    .filter(([, value]) => value >= LIKENESS_MIN)
    .sort(([wordA, a], [wordB, b]) => b - a || compareText(wordA, wordB));
  // The word itself, also where all its pairs of letters are too common to be walked.
  return new Map([[typed.text, 1], ...alike.slice(0, ALIKE_MAX)]);
}

/** The places of the words that share the largest part of their pairs; the commonest pairs alone make no word alike. */
function sharingMost(
  pairs: ReadonlySet<number>,
  bounds: { readonly candidates: number; readonly looks: number },
  { withPair, shared, shares, sizes }: Known,
  work: Work | undefined,
): number[] {
  const needed = Math.ceil(SHARED_PAIRS_MIN * pairs.size);
  const lists = [...pairs].map((pair) => listAt(withPair, pair)).sort((a, b) => a.length - b.length);
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
