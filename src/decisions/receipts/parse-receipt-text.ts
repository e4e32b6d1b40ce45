import { AppError } from '../../http/errors/errors.ts';
import { inEach } from '../../lib/language/language.ts';
import { type ReadNumber, readShortNumber } from '../../lib/text/short-number.ts';
import { PASTED } from './parse-receipt-text-messages.ts';

/** The base64url of `{"p`, which every receipt begins with. */
const BEGINNING = /(?<![^\s"'“”‘’«<`(:=,;/>&])eyJw[\w-]*/gu;
/** A piece after whitespace, as in a wrapped line. A second beginning starts another receipt. */
const NEXT_PIECE = /\s+(?!eyJw)([\w-]+)/y;
/** A receipt ends before whitespace, a quotation mark or sentence punctuation. */
const END = /["'“”‘’»>`),.;&\]}\\\s]|$/uy;
const LENGTH_MIN = 100;
/** The number of characters at the end of a receipt that are enough to decode its last four bytes. */
const TAIL = 12;

/**
 * Finds the receipt in pasted text: in a letter, a link or JSON, or in an email that wrapped, quoted or
 * encoded it. Text without a receipt is returned without whitespace and then fails to verify. Throws 400 if
 * there are two different receipts.
 */
export function receiptIn(pasted: string): string {
  const text = pasted
    // Removes soft line breaks in quoted-printable and quote markers.
    .replace(/=[ \t]*(?=[\r\n]|$)/g, '')
    .replace(/^[ \t>|]+/gm, '')
    // Removes invisible characters, such as a zero-width space.
    .replace(/\p{Cf}+/gu, '');
  const [first, second] = findReceipts(text);
  if (second !== undefined) throw severalReceipts();
  if (first !== undefined) return first;
  const whole = text.replace(/\s+/g, '');
  return /[?&]receipt=([\w-]+)/.exec(whole)?.[1] ?? whole;
}

/** Returns true if the text from {@link receiptIn} begins like every receipt. */
export function isReceipt(text: string): boolean {
  return text.startsWith('eyJw');
}

function findReceipts(text: string): Set<string> {
  const found = new Set<string>();
  BEGINNING.lastIndex = 0;
  for (let match = BEGINNING.exec(text); match; match = BEGINNING.exec(text)) {
    const pieces = [match[0]];
    let { length } = match[0];
    let tail = match[0].slice(-TAIL);
    let at = BEGINNING.lastIndex;
    while (!isWhole(tail, length)) {
      NEXT_PIECE.lastIndex = at;
      const piece = NEXT_PIECE.exec(text)?.[1];
      if (piece === undefined) break;
      pieces.push(piece);
      length += piece.length;
      tail = `${tail}${piece}`.slice(-TAIL);
      at = NEXT_PIECE.lastIndex;
    }
    END.lastIndex = at;
    if (length >= LENGTH_MIN && END.test(text)) found.add(pieces.join(''));
    BEGINNING.lastIndex = at;
  }
  return found;
}

/**
 * Returns true if text of this length ends like a receipt's JSON, so that the next word is not part of it.
 */
function isWhole(tail: string, length: number): boolean {
  const end = tail.slice(-(8 + (length % 4)));
  return Buffer.from(end, 'base64url').toString('latin1').endsWith('"}]}');
}

function severalReceipts(): AppError {
  const forPeople = inEach((language) => PASTED[language].several);
  return new AppError('invalid_parameter', forPeople.en, { parameter: 'receipt', forPeople });
}

/** A short number as it is printed, in four groups of four characters. */
const NUMBER = /(?<![\p{L}\d-])(?:[0-9A-TV-Z]{4}[\p{Pd}−]){3}[0-9A-TV-Z]{4}(?![\p{L}\d-])/giu;

/**
 * Reads the short number in pasted text: by itself, in the printed URL, or in a sentence. Throws 400 if there
 * are two different numbers.
 */
export function shortNumberIn(pasted: string): ReadNumber {
  const alone = readShortNumber(/\/v\/([\w-]+)/.exec(pasted)?.[1] ?? pasted);
  if (alone.kind !== 'other') return alone;
  const all = (pasted.match(NUMBER) ?? []).map(readShortNumber);
  const numbers = new Set(all.flatMap((each) => (each.kind === 'number' ? [each.number] : [])));
  if (numbers.size > 1) throw severalReceipts();
  return all.find(({ kind }) => kind === 'number') ?? all[0] ?? alone;
}
