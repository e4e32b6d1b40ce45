import { memoize } from '../../lib/cache/memoize.ts';
import { foldForSearch } from '../../lib/text/text.ts';
import { REGULATOR } from '../source/regulator.ts';

/** Whether two names in the regulator's files can be the same holder, or the same business. Pure. */

/** Words that say nothing of who an owner is: legal forms, titles and small words. */
const FORMS: ReadonlySet<string> = new Set(
  'inc incorporated llc lc pllc llp lp ltd limited corp corporation co company dba the of and at by on to in for my a an n el la los las de del y mr mrs ms'.split(
    ' ',
  ),
);
/** They tell one member of a family from another, and no family. */
const ADDITIONS: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'more', 'mas']);
const LETTERS_MIN = 6;
const COMMON_WORDS_MIN = 3;

/** Whether two licensees are one holder: the order of names, legal forms, initials and punctuation do not matter. */
export function isSameHolder(a: string, b: string): boolean {
  const left = tokens(a);
  if (a === b) return left.length > 0;
  const right = tokens(b);
  if (left.length === 0 || right.length === 0) return false;
  if (isSameText(left, right)) return true;
  return [...left, ...right].some(isTelling) && (isPartOf(left, right) || isPartOf(right, left));
}

/**
 * Whether two names can be of one business: one has all words of the other, which are two or more and not only words for a kind of
 * business, or they share a word that few businesses have.
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
 * Whether two different words or more, but for initials, are all there are of a name, and the other name has them all.
 * Two common words tell nothing.
 */
function isPartOf(few: readonly string[], many: readonly string[]): boolean {
  const full = fullWords(few);
  return hasAll(many, full) && (full.length >= COMMON_WORDS_MIN || full.some(isTelling));
}

/** Whether a name that says more than a kind of business has all its words in the other. */
function isWithin(few: readonly string[], many: readonly string[]): boolean {
  const full = fullWords(few);
  return hasAll(many, full) && full.some(isOfOne);
}

/** Whether a word can say which business it is, be it a common one. */
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

/** One letter but the first may be misspelled in a long word that tells something; a number must agree. */
function isSameWord(a: string, b: string): boolean {
  if (a === b || `${a}s` === b || a === `${b}s`) return true;
  if (a.length !== b.length || a.length < LETTERS_MIN || a[0] !== b[0] || /\d/.test(a + b)) return false;
  if (!isTelling(a) || !isTelling(b)) return false;
  return [...a].filter((letter, index) => letter !== b[index]).length === 1;
}

/** Cached, because each name of a license is compared with every other. */
const tokens = memoize(
  (name): readonly string[] =>
    foldForSearch(name)
      .split(' ')
      .filter((word) => word !== '' && !FORMS.has(word)),
  2_000,
);

/** The same words in any order, or the same letters whatever the blanks: "e j s" and "ejs". */
function isSameText(a: readonly string[], b: readonly string[]): boolean {
  return a.join('') === b.join('') || a.toSorted().join(' ') === b.toSorted().join(' ');
}
