/** Measures how well a typed name matches a business name. These are pure functions. */

export interface Fit {
  /** The quality of the match, from 0 to 1. */
  readonly score: number;
  /** The share of the typed words that are in the name, weighted by rarity. */
  readonly typed: number;
  /** The share of the name's words that were typed, weighted the same way. */
  readonly named: number;
  readonly isSpelledAlike: boolean;
  readonly isInOrder: boolean;
  /** True if a typed word is not in the business name but is the vendor's city. */
  readonly isCityTyped: boolean;
}

/**
 * One word or two adjacent words, from index `from` up to but not including `to`. "taco bell" may be typed as
 * "tacobell".
 */
interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Pair {
  readonly typed: Piece;
  readonly named: Piece;
  readonly similarity: number;
}

const CITY_LIKENESS_MIN = 0.85;
/**
 * The weight of the share of typed words that match. A typed word that is missing from the name costs more
 * than a word of the name that was not typed.
 */
const TYPED_EXPONENT = 0.75;
const OUT_OF_ORDER_FACTOR = 0.985;
/** If two words are written as one, the match is slightly weaker than for the same two words. */
const JOINED_FACTOR = 0.98;

/** The data about words that a comparison needs. */
export interface Words {
  /** Returns a word's weight. A rare word says more than "taco". */
  readonly weightOf: (word: string) => number;
  /**
   * Maps each typed word, and each two adjacent words joined, to the similar words in names and cities, with
   * their similarity from 0 to 1.
   */
  readonly meant: Lookup<Lookup<number>>;
}

interface Lookup<Value> {
  readonly get: (text: string) => Value | undefined;
}

export function compareNames(
  typed: readonly string[],
  { words: named, city }: { readonly words: readonly string[]; readonly city: readonly string[] },
  { weightOf, meant }: Words,
): Fit {
  const pairs = pairUp(typed, named, meant);
  const inCity = typed.map(
    (word, index) =>
      !pairs.some((pair) => covers(pair.typed, index)) &&
      city.some((part) => (meant.get(word)?.get(part) ?? 0) >= CITY_LIKENESS_MIN),
  );
  const weights = typed.map((word) => weightOf(word));
  const known = typed.map((_, index) =>
    coveredShare(
      pairs.map((pair) => [pair.typed, pair.similarity]),
      index,
    ),
  );
  const typedShare = shareOf(
    weights,
    known.map((share, index) => (inCity[index] ? 1 : share)),
  );
  const namedShare = shareOf(
    named.map((word) => weightOf(word)),
    named.map((_, index) =>
      coveredShare(
        pairs.map((pair) => [pair.named, pair.similarity]),
        index,
      ),
    ),
  );
  const inOrder = isInOrder(pairs);
  const score =
    typedShare ** TYPED_EXPONENT * namedShare ** (1 - TYPED_EXPONENT) * (inOrder ? 1 : OUT_OF_ORDER_FACTOR);
  return {
    score,
    typed: typedShare,
    named: namedShare,
    isSpelledAlike: pairs.every((pair) => pair.similarity === 1),
    isInOrder: inOrder,
    isCityTyped: inCity.includes(true),
  };
}

/** Pairs typed pieces with pieces of the name, most similar first, and uses each word only once. */
function pairUp(typed: readonly string[], named: readonly string[], meant: Words['meant']): Pair[] {
  const all: Pair[] = [];
  const typedPieces = piecesOf(typed);
  const namedPieces = piecesOf(named);
  for (const a of typedPieces) {
    const alike = meant.get(a.text);
    for (const b of namedPieces) {
      if (a.to - a.from > 1 && b.to - b.from > 1) continue;
      const value = alike?.get(b.text);
      if (value === undefined) continue;
      const isJoined = a.to - a.from !== b.to - b.from;
      all.push({ typed: a, named: b, similarity: isJoined ? value * JOINED_FACTOR : value });
    }
  }
  all.sort(
    (a, b) =>
      b.similarity - a.similarity ||
      b.typed.text.length - a.typed.text.length ||
      a.typed.from - b.typed.from ||
      a.named.from - b.named.from,
  );
  const chosen: Pair[] = [];
  for (const pair of all)
    if (!chosen.some(({ typed: t, named: n }) => overlap(t, pair.typed) || overlap(n, pair.named)))
      chosen.push(pair);
  return chosen;
}

/** Returns each word, and each two adjacent words joined. */
export function piecesOf(words: readonly string[]): Piece[] {
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    const single = { text: word, from: index, to: index + 1 };
    return next === undefined ? [single] : [single, { text: word + next, from: index, to: index + 2 }];
  });
}

function overlap(a: Piece, b: Piece): boolean {
  return a.from < b.to && b.from < a.to;
}

function covers({ from, to }: Piece, index: number): boolean {
  return from <= index && index < to;
}

function coveredShare(pieces: readonly (readonly [Piece, number])[], index: number): number {
  return pieces.find(([piece]) => covers(piece, index))?.[1] ?? 0;
}

function shareOf(weights: readonly number[], shares: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return all === 0 ? 0 : weights.reduce((sum, weight, index) => sum + weight * (shares[index] ?? 0), 0) / all;
}

function isInOrder(pairs: readonly Pair[]): boolean {
  const places = [...pairs].sort((a, b) => a.typed.from - b.typed.from).map(({ named }) => named.from);
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
}
