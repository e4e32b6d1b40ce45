import { COMMON_NAME_WORDS } from '../../src/regulator/florida/vocabulary/common-name-words.ts';

/**
 * Decides if two names can belong to the same holder or business, according to docs/ownership.md. Only the
 * list of common words, which is part of the rule, comes from the service.
 */
const FORMS = new Set(
  'inc incorporated llc lc pllc llp lp ltd limited corp corporation co company dba the of and at by on to in for my a an n el la los las de del y mr mrs ms'.split(
    ' ',
  ),
);
const ADDITIONS = new Set(['jr', 'sr', 'ii', 'iii', 'more', 'mas']);

function fold(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/['’‘`´¿]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}

export function sameHolder(a: string, b: string): boolean {
  const left = words(a);
  const right = words(b);
  if (left.length === 0 || right.length === 0) return false;
  if (equal(left, right)) return true;
  return [...left, ...right].some(tells) && (holds(right, left) || holds(left, right));
}

export function alike(a: string, b: string): boolean {
  const left = words(a);
  const right = words(b);
  if (left.length === 0 || right.length === 0) return false;
  if (equal(left, right) || holds(right, left) || holds(left, right)) return true;
  return left.some((word) => tells(word) && right.some((other) => tells(other) && near(word, other)));
}

function words(name: string): string[] {
  return fold(name)
    .split(' ')
    .filter((word) => word !== '' && !FORMS.has(word));
}

function tells(word: string): boolean {
  return word.length >= 2 && !ADDITIONS.has(word) && !COMMON_NAME_WORDS.has(word);
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.join('') === b.join('') || [...a].sort().join(' ') === [...b].sort().join(' ');
}

/**
 * Returns true if `all` has every word in `some` except initials. Requires at least three words, or two words
 * that are not both common.
 */
function holds(all: readonly string[], some: readonly string[]): boolean {
  const full = [...new Set(some)].filter((word) => word.length > 1 || /\d/.test(word));
  if (full.length < 2) return false;
  if (full.length < 3 && !full.some(tells)) return false;
  return full.every((word) => all.some((other) => near(word, other)));
}

/**
 * Returns true if one word is the plural of the other, or if a distinctive word with six or more letters has
 * one misspelled letter.
 */
function near(a: string, b: string): boolean {
  if (a === b || a === `${b}s` || b === `${a}s`) return true;
  if (a.length < 6 || a.length !== b.length || a[0] !== b[0]) return false;
  if (/\d/.test(a) || /\d/.test(b) || !tells(a) || !tells(b)) return false;
  let differing = 0;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) differing += 1;
  return differing === 1;
}
