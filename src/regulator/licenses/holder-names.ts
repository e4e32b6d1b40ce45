import { memoize } from '../../lib/cache/memoize.ts';
import { foldForSearch } from '../../lib/text/text.ts';
import { REGULATOR } from '../source/regulator.ts';

/**
 * Decides whether two names in the regulator's files can belong to the same holder, or to the same business.
 */

/** Words that do not identify an owner: legal forms, titles and short words. */
const FORMS: ReadonlySet<string> = new Set(
  'inc incorporated llc lc pllc llp lp ltd limited corp corporation co company dba the of and at by on to in for my a an n el la los las de del y mr mrs ms'.split(
    ' ',
  ),
);
/** Suffixes that distinguish members of a family, but not families. */
const ADDITIONS: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'more', 'mas']);
const LETTERS_MIN = 6;
const COMMON_WORDS_MIN = 3;

/**
 * Returns true if two licensee names belong to the same holder. The order of names, legal forms, initials and
 * punctuation do not matter.
 */
export function isSameHolder(a: string, b: string): boolean {
  const left = tokens(a);
  if (a === b) return left.length > 0;
  const right = tokens(b);
  if (left.length === 0 || right.length === 0) return false;
  if (isSameText(left, right)) return true;
  return [...left, ...right].some(isTelling) && (isPartOf(left, right) || isPartOf(right, left));
}

/**
 * Returns true if two names can belong to the same business. Either one contains all words of the other: at
 * least two, and not only words for kinds of businesses. Or they share a word that few businesses use.
 */
export function isRelatedName(a: string, b: string): boolean {
  const left = tokens(a);
  if (a === b) return left.length > 0;
  const right = tokens(b);
  if (left.length === 0 || right.length === 0) return false;
  if (isSameText(left, right) || isWithin(left, right) || isWithin(right, left)) return true;
  const telling = right.filter(isTelling);
  return left.filter(isTelling).some((word) => telling.some((other) => isSameWord(word, other)));
}

/**
 * Returns true if the shorter name, without initials, has at least two different words and the other name
 * contains all of them. Two common words prove nothing.
 */
function isPartOf(few: readonly string[], many: readonly string[]): boolean {
  const full = fullWords(few);
  return hasAll(many, full) && (full.length >= COMMON_WORDS_MIN || full.some(isTelling));
}

/**
 * Returns true if the other name contains all words of this name, and they are more than words for kinds of
 * businesses.
 */
function isWithin(few: readonly string[], many: readonly string[]): boolean {
  const full = fullWords(few);
  return hasAll(many, full) && full.some(isOfOne);
}

/** Returns true if a word can identify a business, even if the word is common. */
function isOfOne(word: string): boolean {
  return !/^\d+$/.test(word) && !ADDITIONS.has(word) && !REGULATOR.businessKindWords.has(word);
}

function fullWords(name: readonly string[]): string[] {
  return [...new Set(name.filter((word) => word.length > 1 || /\d/.test(word)))];
}

function hasAll(name: readonly string[], words: readonly string[]): boolean {
  return words.length >= 2 && words.every((word) => name.some((other) => isSameWord(word, other)));
}

function isTelling(word: string): boolean {
  return word.length > 1 && !ADDITIONS.has(word) && !REGULATOR.commonNameWords.has(word);
}

/**
 * Compares two words. In a long word, one letter after the first may be misspelled. Numbers must match
 * exactly.
 */
function isSameWord(a: string, b: string): boolean {
  if (a === b || `${a}s` === b || a === `${b}s`) return true;
  if (a.length !== b.length || a.length < LETTERS_MIN || a[0] !== b[0] || /\d/.test(a + b)) return false;
  if (!isTelling(a) || !isTelling(b)) return false;
  return [...a].filter((letter, index) => letter !== b[index]).length === 1;
}

/** Cached, because each name on a license is compared with every other. */
const tokens = memoize(
  (name): readonly string[] =>
    foldForSearch(name)
      .split(' ')
      .filter((word) => word !== '' && !FORMS.has(word)),
  2_000,
);

/**
 * Returns true for the same words in any order, and for the same letters with different spaces: "e j s" and
 * "ejs".
 */
function isSameText(a: readonly string[], b: readonly string[]): boolean {
  return a.join('') === b.join('') || a.toSorted().join(' ') === b.toSorted().join(' ');
}
