import { foldForSearch } from '../../../lib/text.ts';
import { COMMON_NAME_WORDS } from './common-name-words.ts';

/** Seven or ten digits in the groups of a phone number, and no letter. */
const PHONE = /^[+(]?(?:1[ .-]?)?(?:\(?\d{3}\)?[ ./-]{0,2})?\d{3}[ .-]?\d{4}$/;
const LETTER = /\p{L}/u;
/** What takes the place of a letter that an encoding lost. */
const MARK = /[?\ufffd¿]/gu;
const BEYOND_ASCII = /[^ -~]/u;

export function isPhone(text: string): boolean {
  return PHONE.test(text);
}

/** Whether a text has something in it, and none of it is a letter. */
export function lacksLetters(text: string): boolean {
  return text !== '' && !LETTER.test(text);
}

/** Legal forms and small words. */
const FORMS = new Set(['llc', 'inc', 'corp', 'ltd', 'the', 'and']);

/** "LLC", "L.L.C.", "INC." and the like as a word of their own. */
const OF_COMPANIES = /(?:^|[^\p{L}])(?:LLC|L\.L\.C\.?|INC|INCORPORATED|CORP|CORPORATION|LTD)(?:$|[^\p{L}])/iu;

export function isCompany(name: string): boolean {
  return OF_COMPANIES.test(name);
}

/** Whether two names have a word of three letters or more in common that not every other business has. */
export function shareWord(a: string, b: string): boolean {
  const words = new Set(tellingWords(a));
  return tellingWords(b).some((word) => words.has(word));
}

function tellingWords(name: string): string[] {
  return foldForSearch(name)
    .split(' ')
    .filter((word) => word.length > 2 && !FORMS.has(word) && !COMMON_NAME_WORDS.has(word));
}

/** Whether two texts differ in letters beyond ASCII alone, and the second has marks for them, or nothing. */
export function hasLostLetters(before: string, after: string): boolean {
  if (before === after || !BEYOND_ASCII.test(before)) return false;
  return plain(before) === plain(after) && beyondAscii(after) < beyondAscii(before);
}

function plain(text: string): string {
  return text.replace(MARK, '').replace(/[^ -~]|\s/gu, '');
}

function beyondAscii(text: string): number {
  return [...text.replace(MARK, '')].filter((char) => BEYOND_ASCII.test(char)).length;
}
