import { foldForSearch } from '../lib/text/text.ts';

/**
 * Splits business names into words for comparison. Common abbreviations get a single spelling, and company
 * suffixes are removed.
 */

/** Phrases that are spelled in many ways, as patterns for folded text. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(bar b ?q(ue)?s?|b b qs?|bbqs?|b ?qs?|bar be ?(cue|que)s?|bar ?b ?ques?|barb?[ae]?([cqk]|ck)(ue|we)s?|barbe?qs?|bar bq)\b/g,
    'barbecue',
  ],
  // Matches only separate letters, so that an L in a person's initials is preserved.
  [/\bl l c\b/g, 'llc'],
  [/\bl c$/g, 'lc'],
  [/\bfood ?trucks?\b/g, 'food truck'],
];

/** Maps abbreviations to the long form, which a typo affects less. */
const SAME_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    st: 'saint',
    ste: 'saint',
    mt: 'mount',
    ft: 'fort',
    bros: 'brother',
    bro: 'brother',
    brothers: 'brother',

    ctr: 'center',
    centre: 'center',
    dr: 'doctor',
    mr: 'mister',
    mrs: 'missus',
    ms: 'miss',
    jr: 'junior',
    intl: 'international',
    caterers: 'catering',
    caterer: 'catering',
    xpress: 'express',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    first: '1st',
    second: '2nd',
    third: '3rd',
    ii: '2',
    iii: '3',
  }),
);

/** Words that do not help to identify a business. */
const SILENT = new Set([
  'and',
  'the',
  'of',
  'a',
  'an',
  'n',
  'at',
  'by',
  'dba',
  'fka',
  'aka',
  'llc',
  'lc',
  'inc',
  'corp',
  'corporation',
  'co',
  'company',
  'ltd',
  'llp',
  'lp',
  'pa',
  'incorporated',
]);

/** The maximum number of words compared in a name or typed text. */
const WORDS_MAX = 8;

export function firstWordsOf(text: string): string[] {
  return wordsOf(text).slice(0, WORDS_MAX);
}

/** Returns the words in order. If the text contains a letter or digit, there is at least one word. */
export function wordsOf(text: string): string[] {
  const written = text.replace(OWNERS_Z, 's');
  const phrase = PHRASES.reduce(
    (all, [spelling, word]) => all.replace(spelling, word),
    foldForSearch(written),
  );
  const words = phrase.split(' ').filter((word) => word !== '');
  const telling = words.filter((word) => !SILENT.has(word));
  return (telling.length > 0 ? telling : words).map((word) => SAME_WORD.get(word) ?? singular(word));
}

/** Matches the z in a spelling such as "B'z" for "B's". */
const OWNERS_Z = /(?<=\p{L}['’‘`´])z(?!\p{L})/giu;
/** Matches initials such as "J's" and "JC's", but not words such as "gas" and "las". */
const INITIALS = /^[a-z]?[^aeiousy\d]s$/;

/**
 * Removes the endings of plurals and possessives, so that "tacos" and "taco" are one word, and so are
 * "arepa's" and "arepas".
 */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length <= 3 && INITIALS.test(word)) return word.slice(0, -1);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
