import { memoize } from '../../lib/cache/memoize.ts';
import { foldForSearch } from '../../lib/text/text.ts';
import { REGULATOR } from '../source/regulator.ts';

/**
 * Determines whether two names in the regulator's files can belong to the same holder or the same business.
 */

/** Words that do not identify a holder: legal forms, titles and short words. */
const FORMS: ReadonlySet<string> = new Set(
  'inc incorporated llc lc pllc llp lp ltd limited corp corporation co company dba the of and at by on to in for my a an n el la los las de del y mr mrs ms'.split(
    ' ',
  ),
);
/** Words after a name that do not distinguish one holder from another by themselves. */
const ADDITIONS: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'more', 'mas']);
const LETTERS_MIN = 6;
const COMMON_WORDS_MIN = 3;

/**
 * Returns true if two licensee names belong to the same holder. Word order, legal forms, initials and
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
 * Returns true if two names can belong to the same business. Either one name contains all words of the other,
 * which must have two or more words that do not all describe a kind of business. Or the names share a word
 * that few businesses use.
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
 * Returns true if the shorter name has at least two different words besides initials, and the longer name
 * contains all of them. Two common words prove nothing.
 */
function isPartOf(few: readonly string[], many: readonly string[]): boolean {
  const full = fullWords(few);
  return hasAll(many, full) && (full.length >= COMMON_WORDS_MIN || full.some(isTelling));
}

/**
 * Returns true if the longer name contains all words of the shorter one, and at least one of them can
 * identify a business.
 */
function isWithin(few: readonly string[], many: readonly string[]): boolean {
  const full = fullWords(few);
  return hasAll(many, full) && full.some(isOfOne);
}

/** Returns true if the word can identify a business, even if it is a common word. */
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
 * Returns true if two words count as the same. In a long word, one letter after the first may be misspelled.
 * Numbers must match exactly.
 */
function isSameWord(a: string, b: string): boolean {
  if (a === b || `${a}s` === b || a === `${b}s`) return true;
  if (a.length !== b.length || a.length < LETTERS_MIN || a[0] !== b[0] || /\d/.test(a + b)) return false;
  if (!isTelling(a) || !isTelling(b)) return false;
  return [...a].filter((letter, index) => letter !== b[index]).length === 1;
}

/** Cached because each name on a license is compared with every other name. */
const tokens = memoize(
  (name): readonly string[] =>
    foldForSearch(name)
      .split(' ')
      .filter((word) => word !== '' && !FORMS.has(word)),
  2_000,
);

/**
 * Returns true if the names have the same words in any order, or the same letters with different spaces ("e j
 * s" and "ejs").
 */
function isSameText(a: readonly string[], b: readonly string[]): boolean {
  return a.join('') === b.join('') || a.toSorted().join(' ') === b.toSorted().join(' ');
}
