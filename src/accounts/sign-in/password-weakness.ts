import { REGULATOR } from '../../regulator/source/regulator.ts';
/**
 * Finds the reason that a password is easy to guess. The check uses the password's core: lower case, without
 * leading and trailing digits and symbols, and with letters in place of the digits and symbols that imitate
 * them. The core of `Summer2026!` and of `$umm3r` is `summer`.
 */

/** Returns true if a lower-case text is a common password. */
export type IsCommon = (text: string) => boolean;
/** `own`: made of words about the account or the site that someone could guess. */
export type Weakness = 'common' | 'own' | 'pattern';

/** With more added digits and symbols than this, trying every combination takes too long. */
const ADDED_MAX = 8;
const CORE_LENGTH_MIN = 4;
const OWN_LENGTH_MIN = 3;
/** Longer passwords are not searched for words, because no one chooses them carelessly. */
const SPLIT_LENGTH_MAX = 40;

const SITE_WORDS = [
  'vendor',
  'vendors',
  'compliance',
  'food',
  'truck',
  'trucks',
  'cart',
  'caterer',
  'catering',
];
SITE_WORDS.push(
  REGULATOR.jurisdiction.toLowerCase(),
  'license',
  'organizer',
  'event',
  'events',
  'password',
  'account',
);

const LETTERS_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
  '|': 'l',
  '€': 'e',
};
const KEYBOARD = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'];

export function findWeakness(
  password: string,
  account: { readonly name: string; readonly email: string },
  isCommon: IsCommon,
): Weakness | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  if (isPattern(text)) return 'pattern';
  const cores = coresOf(text);
  if (isCommon(text) || cores.some((core) => isCommonCore(core, isCommon))) return 'common';
  const ownWords = wordsOf(account);
  return cores.some((core) => isMadeOf(core, ownWords, isCommon)) ? 'own' : undefined;
}

function isCommonCore(core: string, isCommon: IsCommon): boolean {
  if (core.length < CORE_LENGTH_MIN) return false;
  return isCommon(core) || isCommon(repeatedUnit(core) ?? core);
}

/** Returns every core that the password may be based on. */
function coresOf(text: string): string[] {
  const tails = [text, text.replace(/[^\p{L}]+$/u, ''), text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')];
  const spelled = tails.flatMap((each) => [each, asLetters(each, 'i'), asLetters(each, 'l')]);
  const bare = [...spelled, text].map((each) => each.replace(/[^\p{L}]+/gu, ''));
  return [...new Set([...spelled, ...bare])].filter((core) => text.length - core.length <= ADDED_MAX);
}

function asLetters(text: string, one: string): string {
  return [...text].map((sign) => (sign === '1' ? one : (LETTERS_OF[sign] ?? sign))).join('');
}

/**
 * Returns true if the text repeats a short piece, or follows the keyboard, the alphabet or the digits with
 * few jumps.
 */
function isPattern(text: string): boolean {
  const unit = repeatedUnit(text);
  if (unit !== undefined && unit.length <= OWN_LENGTH_MIN) return true;
  const signs = [...text];
  const jumps = signs.slice(1).filter((sign, index) => !isNext(signs[index] ?? '', sign)).length;
  return jumps <= signs.length / 5;
}

function isNext(a: string, b: string): boolean {
  if (Math.abs((a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0)) <= 1) return true;
  const [rowA, rowB] = [a, b].map((sign) => KEYBOARD.findIndex((row) => row.includes(sign)));
  if (rowA === undefined || rowB === undefined || rowA < 0 || rowB < 0) return false;
  const distance = (KEYBOARD[rowA]?.indexOf(a) ?? 0) - (KEYBOARD[rowB]?.indexOf(b) ?? 0);
  return Math.abs(rowA - rowB) <= 1 && Math.abs(distance) <= 1;
}

/** Returns the shortest piece that repeats to make the text, or undefined if there is none. */
function repeatedUnit(text: string): string | undefined {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length))
      return text.slice(0, length);
  return undefined;
}

/** Returns the words about the account and the site that someone could guess. */
function wordsOf({ name, email }: { name: string; email: string }): string[] {
  const own = `${name} ${email.replace(/\.[a-z]+$/, '')}`.toLowerCase().split(/[^\p{L}]+/u);
  return [...own, ...SITE_WORDS].filter((word) => word.length >= OWN_LENGTH_MIN);
}

/** Returns true if a text consists of known words and at most one common word. */
function isMadeOf(text: string, words: readonly string[], isCommon: IsCommon): boolean {
  if (text.length > SPLIT_LENGTH_MAX || !words.some((word) => text.includes(word))) return false;
  // For each position: true if the rest can be built with no (0) or one (1) common word.
  const withCommon: boolean[] = [];
  const without: boolean[] = [];
  without[text.length] = true;
  withCommon[text.length] = true;
  for (let start = text.length - 1; start >= 0; start -= 1) {
    const next = words.filter((word) => text.startsWith(word, start)).map((word) => start + word.length);
    without[start] = next.some((end) => without[end] === true);
    withCommon[start] = next.some((end) => withCommon[end] === true) || hasCommonAt(start);
  }
  return withCommon[0] === true;

  function hasCommonAt(start: number): boolean {
    for (let end = start + CORE_LENGTH_MIN; end <= text.length; end += 1)
      if (without[end] === true && isCommon(text.slice(start, end))) return true;
    return false;
  }
}
