import { isUtf8 } from 'node:buffer';
import { normalizeText } from './normalize-text.ts';

/**
 * Decodes text from the regulator's files, which is padded, comes in three encodings and is sometimes encoded
 * twice. This code only repairs damage and never changes words. For searching, it ignores case, accents and
 * punctuation.
 */

/** The Windows-1252 characters for the bytes that are control characters in Latin-1, U+0080–U+009F. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });
const TWICE_ENCODED = /[\u00c2-\u00f4][\u0080-\u00bf]|[ÂÃâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
const CONTROL = /[\u0000-\u001f\u007f]/g;
const C1_CONTROL = /[\u0080-\u009f]/g;
const HAS_C1_CONTROL = /[\u0080-\u009f]/;
const NON_ASCII = /[^\x20-\x7e]/;

/** Decodes UTF-8 (with or without a byte-order mark) if the bytes are valid, otherwise Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const { content, decode } = openText(bytes);
  return decode(content);
}

/**
 * Decodes the text in parts of about 16 KB, each of which ends with `lineEnd` (one ASCII character). A
 * decoded string stays in memory as long as any slice of it does, and takes two bytes per character if any
 * character needs them.
 */
export function* decodeInParts(bytes: Uint8Array, lineEnd: string): Generator<string> {
  const { content, decode } = openText(bytes);
  for (let start = 0; start < content.length; ) {
    const found = content.indexOf(lineEnd, start + PART_BYTES);
    const end = found < 0 ? content.length : found + 1;
    yield decode(content.subarray(start, end));
    start = end;
  }
}

const PART_BYTES = 16 * 1024;

/** Returns the bytes after any byte-order mark, and their encoding. */
function openText(bytes: Uint8Array): {
  readonly content: Buffer;
  readonly decode: (part: Buffer) => string;
} {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isMarked = buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
  const content = isMarked ? buffer.subarray(3) : buffer;
  return { content, decode: isUtf8(buffer) ? (part) => part.toString('utf8') : decodeWindows1252 };
}

/**
 * Copies a string into memory of its own. In V8, a slice points into the longer string and keeps it in
 * memory. A slice of this concatenation retains only the few bytes of the concatenation.
 */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

/**
 * Decodes as Latin-1 and then fixes the 32 characters that differ in Windows-1252, because Node's
 * Windows-1252 decoder takes five times as long. Replacing these characters one by one would block the thread
 * on text that consists of them.
 */
function decodeWindows1252(bytes: Buffer): string {
  const latin1 = bytes.toString('latin1');
  if (!HAS_C1_CONTROL.test(latin1)) return latin1;
  const units = Buffer.allocUnsafe(2 * bytes.length);
  for (let at = 0; at < bytes.length; at++) units.writeUInt16LE(codeOfByte(bytes[at] ?? 0), 2 * at);
  return units.toString('utf16le');
}

function codeOfByte(byte: number): number {
  return byte >= 0x80 && byte < 0xa0 ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte;
}

function windows1252Character(control: string): string {
  return WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80);
}

/**
 * Cleans a cell: collapses whitespace, removes control characters, and repairs stray Windows-1252 characters
 * and double encoding.
 */
export function cleanText(cell: string): { text: string; repaired: boolean } {
  if (!NON_ASCII.test(cell))
    return { text: cell.includes('  ') ? collapse(cell) : cell.trim(), repaired: false };
  const once = undoDoubleEncoding(cell);
  const text = (once ?? cell).replace(C1_CONTROL, windows1252Character).replace(CONTROL, ' ');
  return { text: collapse(text), repaired: once !== undefined };
}

/**
 * Decodes text that was encoded to UTF-8 twice, or returns undefined. Every character must correspond to one
 * byte, the bytes must be valid UTF-8, and the result must fit in Windows-1252. "CAFÃ‰" is repaired. "CAFÉ"
 * is left unchanged, and so is É before a stray control character, which would become "ɒ".
 */
function undoDoubleEncoding(text: string): string | undefined {
  if (!TWICE_ENCODED.test(text)) return undefined;
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const byte = code <= 0xff ? code : 0x80 + WINDOWS_1252.indexOf(text.charAt(index));
    if (code > 0xff && byte < 0x80) return undefined;
    bytes[index] = byte;
  }
  try {
    const once = STRICT_UTF8.decode(bytes);
    return [...once].every(isWindows1252) ? once : undefined;
  } catch {
    return undefined;
  }
}

function isWindows1252(char: string): boolean {
  return char <= '\u00ff' || WINDOWS_1252.includes(char);
}

/**
 * Returns lowercase text without accents or apostrophes, with other punctuation as spaces: "Joe's Bar-B-Q" →
 * "joes bar b q".
 */
export function foldForSearch(text: string): string {
  // Most names are plain ASCII, for which this takes half the time.
  if (!NON_ASCII.test(text))
    return text
      .toLowerCase()
      .replace(/['`]/g, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return normalizeText(text, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘`´¿]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Replaces control characters and direction marks with a visible mark, because they would change how the
 * surrounding text is displayed.
 */
export function markUnseen(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd');
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Compares two strings by code unit, which is the right order for dates and hashes. Returns a negative number
 * if `a` comes first.
 */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns "every hour" or "every 6 hours", for the nouns that {@link countNoun} accepts. */
export function everyNoun(number: number, noun: string): string {
  return `every ${number === 1 ? noun : countNoun(number, noun)}`;
}

/** Returns "1 visit" or "1,234 visits", for nouns whose plural ends in s. */
export function countNoun(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
