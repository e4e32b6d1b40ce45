import { hash } from 'node:crypto';

/**
 * Short numbers that people read from paper and type: `27JS-9X41-JP61-1RRP`. Fifteen characters in
 * Crockford's base32 are 75 bits of the ID's SHA-256; the sixteenth is a check character.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 15;
/**
 * A typed number in either case, with spaces or dashes of any kind anywhere and with letters that look like 0
 * and 1.
 */
const TYPED = /^[\s\p{Pd}−]*(?:[0-9A-TV-Za-tv-z][\s\p{Pd}−]*){16}$/u;
const TYPED_LENGTH_MAX = 64;

export type ReadNumber =
  /** The number in its standard form. */
  | { readonly kind: 'number'; readonly number: string }
  /** A number of the right length with a wrong character. */
  | { readonly kind: 'mistyped' }
  | { readonly kind: 'other' };

/** Returns the short number for an ID. The numbers for random UUIDs cannot be guessed. */
export function shortNumberOf(id: string): string {
  const bytes = hash('sha256', id, 'buffer');
  const values: number[] = [];
  // Take five bits at a time, in plain integers, which is fast: every decision needs a number.
  for (let at = 0, held = 0, bits = 0; values.length < CHARACTERS; bits -= 5) {
    if (bits < 5) {
      held = ((held << 8) | (bytes[at] ?? 0)) & 0xfff;
      at += 1;
      bits += 8;
    }
    values.push((held >> (bits - 5)) & 31);
  }
  return spell([...values, checkValue(values)]);
}

/** Parses a number that a person typed. */
export function readShortNumber(typed: string): ReadNumber {
  if (typed.length > TYPED_LENGTH_MAX || !TYPED.test(typed)) return { kind: 'other' };
  const plain = typed
    .replace(/[\s\p{Pd}−]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const values = [...plain].map((character) => ALPHABET.indexOf(character));
  if (checkValue(values.slice(0, CHARACTERS)) !== values[CHARACTERS]) return { kind: 'mistyped' };
  return { kind: 'number', number: spell(values) };
}

/**
 * Computes the check character, as in a Reed-Solomon code over 32 elements. It detects any one wrong
 * character and any two swapped characters.
 */
function checkValue(values: readonly number[]): number {
  return values.reduce((sum, value) => timesTwo(sum ^ value), 0);
}

/** Multiplies by x modulo x⁵ + x² + 1. */
function timesTwo(value: number): number {
  const doubled = value << 1;
  return doubled & 32 ? doubled ^ 0b100101 : doubled;
}

function spell(values: readonly number[]): string {
  let text = '';
  for (const [index, value] of values.entries())
    text += `${index > 0 && index % 4 === 0 ? '-' : ''}${ALPHABET[value]}`;
  return text;
}
