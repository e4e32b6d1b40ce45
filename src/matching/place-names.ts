import { foldForSearch } from '../lib/text/text.ts';
import { REGULATOR } from '../regulator/source/regulator.ts';

/**
 * Recognizes cities and counties as people write them: "St. Pete", "FT LAUDERDALE" and "Tampa, FL" are
 * treated like the full names. These are pure functions.
 */

/** Matches the state and ZIP code that follow the city in an address. */
const STATE_AFTER_CITY = new RegExp(
  String.raw`[\s,]+(?:${REGULATOR.spellings.state.join('|')})\.?(?:,?\s*\d{5}(?:-\d{4})?)?$`,
  'i',
);
/** The maximum length of a place name, in characters. */
const LENGTH_MAX = 60;

const LONG_FORMS: ReadonlyMap<string, string> = new Map([
  ...([
    ['st', 'saint'],
    ['ste', 'saint'],
    ['ft', 'fort'],
    ['mt', 'mount'],
    ['pt', 'port'],
  ] as const),
  ...([
    ['n', 'north'],
    ['s', 'south'],
    ['e', 'east'],
    ['w', 'west'],
  ] as const),
  ...([
    ['bch', 'beach'],
    ['bchs', 'beaches'],
    ['cv', 'cove'],
    ['gdns', 'gardens'],
    ['hbr', 'harbor'],
    ['hts', 'heights'],
    ['isl', 'island'],
    ['lk', 'lake'],
    ['pk', 'park'],
    ['spg', 'springs'],
    ['spgs', 'springs'],
    ['vlg', 'village'],
  ] as const),
]);

/** Removes a state and ZIP code after the city. */
export function withoutState(city: string): string {
  return city.trim().replace(STATE_AFTER_CITY, '');
}

/**
 * Returns the same string for all spellings of a city's name. The string has no spaces, so "DeLand" and "De
 * Land" are the same. Returns an empty string if the text is too long to be a place name.
 */
export function foldCity(city: string): string {
  if (city.length > LENGTH_MAX) return '';
  const words = foldForSearch(withoutState(city)).split(' ');
  const long = ` ${words.map((word) => LONG_FORMS.get(word) ?? word).join(' ')} `;
  return Object.entries(REGULATOR.spellings.cities)
    .reduce((name, [short, full]) => name.replace(` ${short} `, ` ${full} `), long)
    .replaceAll(' ', '');
}

/**
 * Does the same as {@link foldCity} for a county. The result differs from that for any city, because some
 * cities and counties have the same name.
 */
export function foldCounty(county: string): string {
  return `county ${foldCity(withoutState(county).replace(/[\s,]+(?:county|co\.?)$/i, ''))}`;
}

const COUNTIES: ReadonlySet<string> = new Set(REGULATOR.counties.map(({ name }) => foldCounty(name)));

/** Returns the folded name of the county if the text names one, or undefined if it does not. */
export function findCountyNamed(text: string): string | undefined {
  const folded = foldCounty(text);
  return COUNTIES.has(folded) ? folded : undefined;
}
