/**
 * Returns a name as displayed on pages. Most names in the regulator's files are in all capitals, which is
 * slow to read and looks like shouting. Only the case is changed, by rule. A name with a lowercase letter has
 * its own spelling and is returned unchanged. API responses, receipts and the small print on a vendor's page
 * quote the name as on file.
 */
export function displayName(name: string): string {
  if (/\p{Ll}/u.test(name)) return name;
  const words = name.split(/(\s+)/);
  const last = words.length - 1;
  return words.map((word, index) => displayWord(word, index === 0 || index === last)).join('');
}

/**
 * Words that remain lowercase within a name. Spanish articles are not included, because they begin the brand
 * name, as in "Tacos El Gordo".
 */
const SMALL = new Set([
  'a',
  'and',
  'at',
  'by',
  'de',
  'del',
  'for',
  'in',
  'n',
  'of',
  'on',
  'or',
  'the',
  'to',
  'y',
]);
const CAPITALS = new Set([
  'DBA',
  'USA',
  'US',
  'UK',
  'NYC',
  'ATL',
  'AKA',
  'ABC',
  'UF',
  'FIU',
  'UCF',
  'USF',
  'FAU',
  'OK',
  'AM',
  'BYOB',
  'VIP',
  'II',
  'III',
  'IV',
  'VI',
  'VII',
  'VIII',
  'IX',
  'XI',
  'XII',
]);
/** Abbreviations without a vowel that are not acronyms. */
const TITLES = new Set([
  'MR',
  'MRS',
  'MS',
  'MZ',
  'DR',
  'JR',
  'SR',
  'ST',
  'STS',
  'MT',
  'FT',
  'RD',
  'CO',
  'HWY',
  'PKWY',
  'BLVD',
  'SHH',
  'GRRR',
  'PSST',
  'HMM',
]);

function displayWord(word: string, isAtEdge: boolean): string {
  const small = word.toLocaleLowerCase('en-US');
  if (!isAtEdge && SMALL.has(small)) return small;
  // Each part of "TACOS/BURGERS", "BAR-B-QUE" and "(TRUCK" is capitalized separately.
  return word.replace(/[\p{L}\p{N}.'’]+/gu, (part) => displayPart(part));
}

function displayPart(part: string): string {
  const letters = part.replaceAll(/[.'’]/g, '');
  if (/^(?:\p{L}\.)+(?:['’]?S)?$/u.test(part)) return part.replace(/(['’])S$/, '$1s');
  if (/^\d+(?:ST|ND|RD|TH|S)$/.test(part)) return part.toLowerCase();
  if (/\d/.test(part)) return part;
  if (CAPITALS.has(letters) || isAcronym(part)) return part;
  const [head = '', mark = '', ...tail] = part.split(/(['’])/);
  if (mark === '') return capitalize(head);
  const rest = tail.join('');
  // Shortened words such as "'N'" and "ROCKIN'" become lowercase after the apostrophe.
  if (head === '') return rest.length <= 2 ? `${mark}${rest.toLowerCase()}` : `${mark}${capitalize(rest)}`;
  // Covers D'Lite, O'Brien and L'Atelier, but not Joe's, Y'all and I'm.
  if (/^[DLO]$/.test(head) && rest.length > 1) return `${head}${mark}${capitalize(rest)}`;
  if (isAcronym(head) || CAPITALS.has(head)) return `${head}${mark}${rest.toLowerCase()}`;
  return `${capitalize(head)}${mark}${rest.toLowerCase()}`;
}

/**
 * Returns true for acronyms such as BBQ, LLC and TJ: up to four letters without a vowel. Two letters that end
 * in J are always initials, as in AJ's, because no word ends that way. Nearly all other pairs with a vowel
 * are names or words (Jo's, Al's, Ed's, It's).
 */
function isAcronym(part: string): boolean {
  if (/^\p{L}J$/u.test(part)) return true;
  return /^\p{L}{2,4}$/u.test(part) && !/[AEIOUYÁÉÍÓÚÜ]/u.test(part) && !TITLES.has(part);
}

function capitalize(part: string): string {
  const small = part.toLocaleLowerCase('en-US');
  const [first = '', ...others] = small;
  const word = `${first.toLocaleUpperCase('en-US')}${others.join('')}`;
  // Applies to McDonald but not to McD, which is too short for a name.
  return word.replace(
    /^Mc(\p{L})(?=\p{L}{2})/u,
    (_, letter: string) => `Mc${letter.toLocaleUpperCase('en-US')}`,
  );
}
