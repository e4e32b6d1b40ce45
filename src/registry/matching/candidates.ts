import { topOf, type Work } from './bounded-work.ts';

/** Which names are worth comparing with what was typed: those that have the most telling of the words that may be meant. Pure. */

/** Names compared. */
const CANDIDATES_MAX = 80;
/** Places of names looked at; words that fewer names have come first. */
export const NAME_LOOKS_MAX = 10_000;
/** Names that are still looked at for a word that too many others have. */
export const CHECKED_MAX = 1_000;

/** For each typed word, and each two neighbors as one: the words that it may mean, and how alike they are. */
export type Meant = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Room to count in, one place for each name; `gains` is all zero between two look-ups. */
export interface Scratch {
  readonly gains: Float64Array;
  readonly seenBy: Uint32Array;
  lookUp: number;
}

export function createScratch(names: number): Scratch {
  return { gains: new Float64Array(names), seenBy: new Uint32Array(names), lookUp: 0 };
}

interface Names {
  /** The number of a word, or of two neighbors written as one; -1 for one that no name has. */
  readonly numberOf: (word: string) => number;
  /** The places of the names that have the word with a number; short names first. */
  readonly placesOf: (number: number) => Uint32Array;
  /** The numbers of the words of a name, and of its neighbors as one. */
  readonly piecesAt: (place: number) => Uint32Array;
  readonly weightOf: (word: string) => number;
  readonly scratch: Scratch;
  readonly work?: Work | undefined;
}

/** A word that may be meant, what a name gains by having it, and the names that do. */
interface Chance {
  readonly number: number;
  readonly gain: number;
  readonly places: Uint32Array;
}

/** Places of names, the likeliest first. */
export function findCandidates(meant: Meant, names: Names): readonly number[] {
  const { scratch, work } = names;
  const touched: number[] = [];
  let left = NAME_LOOKS_MAX;
  for (const chances of chancesOf(meant, names)) {
    const looks = chances.reduce((sum, { places }) => sum + places.length, 0);
    if (looks <= left || touched.length === 0) {
      left -= addGains(chances, left, touched, scratch);
    } else checkGains(chances, touched, names);
  }
  if (work) work.looks += NAME_LOOKS_MAX - left;
  const likeliest = topOf(touched, scratch.gains, CANDIDATES_MAX);
  for (const place of touched) scratch.gains[place] = 0;
  return likeliest;
}

/** What each typed word may mean, the most telling first; words that few names have before common ones. */
function chancesOf(meant: Meant, { numberOf, placesOf, weightOf }: Names): Chance[][] {
  const count = (chances: readonly Chance[]) => chances.reduce((sum, { places }) => sum + places.length, 0);
  return [...meant]
    .map(([typed, words]) =>
      [...words]
        .map(([word, likeness]) => {
          const number = numberOf(word);
          // A rare word that is merely alike must not outweigh the common one that was typed.
          const gain = likeness * Math.min(weightOf(word), weightOf(typed));
          return { number, gain, places: placesOf(number) };
        })
        .filter(({ places }) => places.length > 0)
        .sort((a, b) => b.gain - a.gain),
    )
    .sort((a, b) => count(a) - count(b));
}

/** Each name gains once by a typed word: by the most telling that it has. Looks at `most` places, and says at how many. */
function addGains(chances: readonly Chance[], most: number, touched: number[], scratch: Scratch): number {
  const { gains, seenBy } = scratch;
  scratch.lookUp = (scratch.lookUp + 1) >>> 0 || 1;
  let looks = 0;
  for (const { gain, places } of chances)
    for (const place of places) {
      if (looks === most) return looks;
      looks += 1;
      if (seenBy[place] === scratch.lookUp) continue;
      seenBy[place] = scratch.lookUp;
      if (gains[place] === 0) touched.push(place);
      gains[place] = (gains[place] ?? 0) + gain;
    }
  return looks;
}

/** For a common word: which of the names that are likeliest so far have it. */
function checkGains(
  chances: readonly Chance[],
  touched: readonly number[],
  { scratch, piecesAt, work }: Names,
): void {
  const { gains } = scratch;
  const gainOf = new Map(chances.map(({ number, gain }) => [number, gain]));
  const likeliest = topOf(touched, gains, CHECKED_MAX);
  if (work) work.looks += likeliest.length;
  for (const place of likeliest) {
    let gain = 0;
    for (const number of piecesAt(place)) gain = Math.max(gain, gainOf.get(number) ?? 0);
    gains[place] = (gains[place] ?? 0) + gain;
  }
}
