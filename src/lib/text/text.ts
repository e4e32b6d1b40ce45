import { isUtf8 } from 'node:buffer';
import { normalizeText } from './normalize-text.ts';

/**
 * Text as the regulator's files contain it: padded, in three encodings, sometimes encoded twice. Nothing here changes a word;
 * it repairs damage and, for searching, ignores case, accents and punctuation.
 */

/** The Windows-1252 characters at Latin-1's control characters U+0080–U+009F. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });
const TWICE_ENCODED = /[\u00c2-\u00f4][\u0080-\u00bf]|[ÂÃâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/g;
const C1_CONTROL = /[\u0080-\u009f]/g;
const HAS_C1_CONTROL = /[\u0080-\u009f]/;
const NON_ASCII = /[^\x20-\x7e]/;

/** Decodes UTF-8 (with or without byte-order mark) when the bytes are valid, Windows-1252 otherwise. */
export function decodeText(bytes: Uint8Array): string {
  const { content, decode } = openText(bytes);
  return decode(content);
}

/**
 * The same text in parts of some 16 KB, each up to the end of a line as `lineEnd` (one ASCII character) has it. A text of a whole file stays in memory
 * for as long as anything that was cut out of it does, and takes two bytes a letter where one letter of the file needs them.
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

/** The bytes behind a byte-order mark, and the encoding that all of them are in. */
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
 * The same text in memory of its own. V8 cuts a text out of a longer one by pointing into that, and so keeps all of it; what it cuts out of this
 * concatenation points into the few bytes of the concatenation.
 */
export function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

/**
 * As Latin-1, which most text is but for 32 characters: the decoder of Node's own takes five times as long. Replacing those one by one would
 * hold up a thread if a text consists of them.
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

/** Cleans one cell: collapses blanks, drops control characters, repairs stray Windows-1252 and double encoding. */
export function cleanText(cell: string): { text: string; repaired: boolean } {
  if (!NON_ASCII.test(cell))
    return { text: cell.includes('  ') ? collapse(cell) : cell.trim(), repaired: false };
  const once = undoDoubleEncoding(cell);
  const text = (once ?? cell).replace(C1_CONTROL, windows1252Character).replace(CONTROL, ' ');
  return { text: collapse(text), repaired: once !== undefined };
}

/**
 * Decodes text that was encoded to UTF-8 twice; undefined when it was not. Every character must come from one byte, the bytes
 * must be valid UTF-8, and the result must be Windows-1252 again. "CAFÃ‰" is repaired; "CAFÉ" is left alone, and so is É
 * before a stray control character (else "ɒ").
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

/** Lower case, no accents, apostrophes dropped, other punctuation as blanks: "Joe's Bar-B-Q" → "joes bar b q". */
export function foldForSearch(text: string): string {
  // Most names are plain ASCII, which is folded in half the time.
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

/** Control characters and direction marks as a visible mark: they would change how the text around them reads. */
export function markUnseen(text: string): string {
  return text.replace(/\p{C}/gu, '\ufffd');
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Compares two texts by code unit, the order of days and hashes: negative when `a` comes first. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** "every hour", "every 6 hours": for nouns as below. */
export function everyNoun(number: number, noun: string): string {
  return `every ${number === 1 ? noun : countNoun(number, noun)}`;
}

/** "1 visit", "1,234 visits": for nouns with a plural in s. */
export function countNoun(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}
