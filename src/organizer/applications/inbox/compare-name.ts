import { wordsOf } from '../../../matching/vendor-words.ts';
import { SIMILARITY_MIN, type Spelling, similarity, spellingOf } from '../../../matching/word-similarity.ts';

const SHORT_LETTERS_MAX = 4;
const SHORT_SIMILARITY_MIN = 0.75;

/**
 * Finds an application that names another business than the record of its license. Then another business may
 * be using the license.
 */

interface Named {
  readonly business_name: string;
  /** Null when no single vendor is on record. */
  readonly vendor: { readonly name: string; readonly aka: string | null } | null;
  /** The license holder, a person or a company; null if it is not known. It is compared, and never named. */
  readonly holder: string | null;
}

/**
 * Returns a sentence if no word of the given name is similar to a word of the current or former name on
 * record. Returns null if one is, or if the given name is the license holder's.
 */
export function differingName({ business_name, vendor, holder }: Named): string | null {
  if (!vendor) return null;
  const given = wordsOf(business_name).map(spellingOf);
  const known = [vendor.name, vendor.aka ?? ''].flatMap(wordsOf).map(spellingOf);
  if (given.length === 0 || known.length === 0) return null;
  if (given.some((each) => known.some((other) => isSimilar(each, other)))) return null;
  if (holder !== null && isSameName(given, wordsOf(holder).map(spellingOf))) return null;
  return `Applied as ${business_name}; the name on the license’s record is ${vendor.name}. Ask who uses this license.`;
}

/** Short words are misspellings of each other only if nearly all letters agree: a wok is not a poke. */
function isSimilar(a: Spelling, b: Spelling): boolean {
  const isShort = Math.min(a.text.length, b.text.length) <= SHORT_LETTERS_MAX;
  return similarity(a, b) >= (isShort ? SHORT_SIMILARITY_MIN : SIMILARITY_MIN);
}

/**
 * Returns true if one of two names has every word of the other, in any order: people are on file with their
 * last name first.
 */
function isSameName(a: readonly Spelling[], b: readonly Spelling[]): boolean {
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  return (
    few.length > 0 && few.every((each) => many.some((other) => similarity(each, other) >= SIMILARITY_MIN))
  );
}
