import type { DatabaseSync } from 'node:sqlite';
import { memoize } from '../../lib/cache/memoize.ts';
import { foldForSearch } from '../../lib/text/text.ts';
import {
  type Matcher,
  matchOver,
  type NamedVendor,
  type Names,
  namesOf,
} from '../../matching/match-vendors.ts';
import { asNumber, spellingsNear } from '../../matching/number-index.ts';
import { foldCity } from '../../matching/place-names.ts';
import { firstWordsOf } from '../../matching/vendor-words.ts';
import { type Spelling, similarity, spellingOf } from '../../matching/word-similarity.ts';
import { type ListedRow, type ListedVendor, toListed } from './listed-vendor.ts';
import { rememberStatements } from './search-store.ts';

/**
 * The maximum number of trigrams to look up, which are the rarest ones in the typed text, and of vendors to
 * compare.
 */
const TRIGRAMS_MAX = 8;
const CANDIDATES_MAX = 100;
/** The maximum number of words for which the spelling, weight or similarity is cached. */
const WORDS_KEPT_MAX = 10_000;

/** Opens the names in a snapshot for matching typed text. Reads the cities only once. */
export function openNames(snapshot: DatabaseSync): Matcher<ListedVendor> {
  return matchOver(lookUpIn(rememberStatements(snapshot)));
}

type Run = ReturnType<typeof rememberStatements>;

function lookUpIn(run: Run): Names<ListedVendor> {
  const { cities, names } = readCities(run);
  const readWord = (word: string) =>
    run<{ names: number }>('select names from name_words where word = :word', { word })[0];
  const withDigits = (digits: readonly string[]) =>
    run<ListedRow>(
      `select ${LISTED} from vendors join records using (position)
       where digits in (select value from json_each(:digits))`,
      { digits: JSON.stringify(digits) },
    ).map(toListed);
  const spell = memoize(spellingOf, WORDS_KEPT_MAX);
  return {
    weightOf: memoize((word) => Math.log(1 + names / (readWord(word)?.names ?? 1)), WORDS_KEPT_MAX),
    cities,
    read(text, words) {
      let found: readonly NamedVendor<ListedVendor>[] | undefined;
      return {
        meant: {
          get: memoize(
            (typed) => ({
              get: memoize((named) => similarityOf(spell(typed), spell(named)), WORDS_KEPT_MAX),
            }),
            WORDS_KEPT_MAX,
          ),
        },
        findLike: () => {
          found ??= findCandidates(run, text, words).flatMap((row) => namesOf(toListed(row)));
          return found;
        },
      };
    },
    withDigits: (digits) => (asNumber(digits) === 0 ? [] : withDigits([digits])),
    nearDigits: (digits) => withDigits(spellingsNear(digits)),
    hasName(text) {
      const words = firstWordsOf(text);
      const wanted = words.join(' ');
      return findCandidates(run, text, words).some(
        (row) => wanted !== '' && firstWordsOf(toListed(row).name).join(' ') === wanted,
      );
    },
  };
}

function similarityOf(typed: Spelling, named: Spelling): number | undefined {
  return similarity(typed, named) || undefined;
}

/** Finds the vendors whose names share the most of the typed text's rarest trigrams. */
function findCandidates(run: Run, text: string, words: readonly string[]): readonly ListedRow[] {
  const trigrams = new Set([foldForSearch(text), words.join(' ')].flatMap(listTrigrams));
  const rarest = run<{ term: string }>(
    `select term from vendor_trigrams where term in (select value from json_each(:trigrams))
     order by vendors, term limit ${TRIGRAMS_MAX}`,
    { trigrams: JSON.stringify([...trigrams]) },
  );
  if (rarest.length === 0) return [];
  return run<ListedRow>(
    `select ${LISTED} from (select rowid as position from vendor_text
       where vendor_text match :texts order by bm25(vendor_text), rowid limit ${CANDIDATES_MAX})
     join vendors using (position) join records using (position)`,
    { texts: rarest.map(({ term }) => `"${term}"`).join(' OR ') },
  );
}

const LISTED = 'id, license_type, digits, identity';

function listTrigrams(text: string): string[] {
  const signs = [...text];
  return signs.slice(2).map((_, start) => signs.slice(start, start + 3).join(''));
}

/** Reads the spellings of each city, folded for search, and the total number of names. */
function readCities(run: Run) {
  const rows = run<{ city: string; names: number }>(
    `select search_city as city, count(*) + count(nullif(search_aka, '')) as names from vendors group by search_city`,
    {},
  );
  const cities = new Map<string, string[]>();
  let names = 0;
  for (const { city, names: ofCity } of rows) {
    names += ofCity;
    const folded = foldCity(city);
    if (folded !== '') cities.set(folded, [...(cities.get(folded) ?? []), city]);
  }
  return { cities, names };
}
