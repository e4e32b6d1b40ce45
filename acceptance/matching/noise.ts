import { drawFrom, drawInt, type Random } from '../../src/lib/random.ts';

/** Ways in which people misspell, shorten and decorate a business name. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const TAILS = ['LLC', 'Inc', 'food truck', 'catering', 'mobile', 'dba', 'co'];
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/, 'f'],
  [/ck/, 'k'],
  [/c(?=[aou])/, 'k'],
  [/s(?=\b)/, 'z'],
  [/ee/, 'ea'],
  [/y\b/, 'ie'],
  [/ie\b/, 'y'],
  [/x/, 'ks'],
  [/qu/, 'kw'],
  [/ou/, 'ow'],
  [/er\b/, 'a'],
  [/([a-z])\1/, '$1'],
  [/oo/, 'u'],
  [/z/, 's'],
];
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bbbq\b/, 'barbecue'],
  [/\bbarbe[cq]ue\b/, 'bbq'],
  [/\bbar-?b-?q(ue)?\b/, 'bbq'],
  [/\bst\.? /, 'saint '],
  [/\bsaint /, 'st '],
  [/&/, 'and'],
  [/\band\b/, '&'],
  [/\bbros\b/, 'brothers'],
  [/\bbrothers\b/, 'bros'],
  [/\bmt\.? /, 'mount '],
  [/'s\b/, 's'],
  [/s\b/, ''],
];

type Noise = (name: string, random: Random, city: string) => string;

/** Each function takes a lowercase name. If it returns the name unchanged, the result is not used. */
export const NOISES: Readonly<Record<string, Noise>> = {
  'one typo': typo,
  'two typos': (name, random) => typo(typo(name, random), random),
  'words exchanged': exchangeWords,
  abbreviation: (name, random) => replaceOne(name, ABBREVIATIONS, random),
  'by ear': (name, random) => replaceOne(replaceOne(name, SOUNDS, random), SOUNDS, random),
  'tail added': (name, random) => `${name} ${drawFrom(random, TAILS)}`,
  'half of the name': halfOf,
  'word left out': leaveOutWord,
  'joined or split': joinOrSplit,
  'city added': (name, _, city) => `${name} ${city}`.trim(),
  'typo and city': (name, random, city) => `${typo(name, random)} ${city}`.trim(),
};

/** Adds, drops, changes or swaps one letter in a word of at least four letters. */
function typo(name: string, random: Random): string {
  const words = name.split(' ');
  const long = [...words.keys()].filter((index) => /^[a-z'’]{4,}$/.test(words[index] ?? ''));
  if (long.length === 0) return name;
  const at = drawFrom(random, long);
  const word = words[at] ?? '';
  const place = 1 + drawInt(random, word.length - 2);
  const letter = LETTERS.charAt(drawInt(random, LETTERS.length));
  const head = word.slice(0, place);
  const own = word.charAt(place);
  const next = word.charAt(place + 1);
  const ways = [
    head + letter + word.slice(place),
    head + word.slice(place + 1),
    head + letter + word.slice(place + 1),
    head + next + own + word.slice(place + 2),
  ];
  return words.with(at, drawFrom(random, ways)).join(' ');
}

function exchangeWords(name: string, random: Random): string {
  const words = name.split(' ');
  if (words.length < 2) return name;
  const at = drawInt(random, words.length - 1);
  const [first = '', second = ''] = [words[at], words[at + 1]];
  return words
    .with(at, second)
    .with(at + 1, first)
    .join(' ');
}

function replaceOne(name: string, table: readonly (readonly [RegExp, string])[], random: Random): string {
  const fitting = table.filter(([spelling]) => spelling.test(name));
  if (fitting.length === 0) return name;
  const [spelling, other] = drawFrom(random, fitting);
  return name.replace(spelling, other);
}

function halfOf(name: string, random: Random): string {
  const words = name.split(' ');
  if (words.length < 3) return name;
  const half = Math.ceil(words.length / 2);
  return (drawInt(random, 3) === 0 ? words.slice(-half) : words.slice(0, half)).join(' ');
}

function leaveOutWord(name: string, random: Random): string {
  const words = name.split(' ');
  return words.length < 3 ? name : words.toSpliced(drawInt(random, words.length), 1).join(' ');
}

function joinOrSplit(name: string, random: Random): string {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  if (spaces.length > 0 && drawInt(random, 4) > 0) {
    const at = drawFrom(random, spaces);
    return name.slice(0, at) + name.slice(at + 1);
  }
  const words = name.split(' ');
  const long = [...words.keys()].filter((index) => (words[index]?.length ?? 0) >= 8);
  if (long.length === 0) return name;
  const at = drawFrom(random, long);
  const word = words[at] ?? '';
  const place = 3 + drawInt(random, word.length - 6);
  return words.with(at, `${word.slice(0, place)} ${word.slice(place)}`).join(' ');
}
