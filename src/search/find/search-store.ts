import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Verdict } from '../../judgment/score/recommendation.ts';
import type { SnapshotRecordsTable } from '../../platform/db/schema/schema-snapshot.ts';
import { requireShown } from '../../records/record/check-record.ts';
import { FILTER_NAMES, type FilterName } from '../../records/record/filters.ts';
import type { SearchQuery, SearchSource } from './search-source.ts';

/** Searches a snapshot for literal text. The conditions, order and counts are SQL on the `vendors` table. */
type LiteralSearch = Pick<SearchSource, 'listMatches' | 'listFitting' | 'countWithoutEach' | 'mapSummaries'>;

/**
 * Ranks a match by where the text occurs: license number, whole name, start of the name, start of a word,
 * inside a word, then other fields.
 */
const RANK = `case
  when digits = :digits then 0
  when search_name = :phrase then 1
  when instr(search_name, :phrase) = 1 then 2
  when instr(search_name, :word) > 0 then 3
  when instr(search_name, :phrase) > 0 then 4
  when instr(search_aka, :phrase) > 0 then 5
  when search_city = :phrase then 6
  else 7 end`;

/** The length up to which a term is too short for trigrams, in characters. */
const SHORT_TERM_MAX = 2;

/** The values for a statement, by parameter name. */
type Values = Readonly<Record<string, string | number>>;

/**
 * Opens a snapshot for literal search. If more than `rankedMax` vendors match short text, walks the index
 * instead of sorting them.
 */
export function openLiteralSearch(snapshot: DatabaseSync, rankedMax = RANKED_MAX): LiteralSearch {
  const run = rememberStatements(snapshot);
  const count = ({ conditions, values }: Matching) =>
    run<{ total: number }>(`select count(*) as total from vendors where ${conditions}`, values)[0]?.total ??
    0;
  return {
    listMatches(query, { limit, offset }) {
      const matching = matchingOf(query);
      const page = { ...matching.values, limit, offset };
      const read = (statement: string, more: Values = {}) =>
        run<{ id: string }>(statement, { ...page, ...more }).map(({ id }) => id);
      if (query.phrase === '') return { ids: read(list(matching)), total: count(matching) };
      const { phrase, digits } = query;
      const ranked = { phrase, digits, word: ` ${phrase}` };
      if (isShort(query)) {
        const total = count(matching);
        if (offset >= total) return { ids: [], total };
        // For late pages, the walk would pass most matches several times, so sorting is cheaper.
        if (total > rankedMax && offset + limit <= total / 2)
          return { ids: read(walk(matching), { ...ranked, last: `${phrase}${LAST_SIGN}` }), total };
      }
      const ids = read(rank(matching), ranked);
      return { ids, total: 0 < ids.length && ids.length < limit ? offset + ids.length : count(matching) };
    },
    listFitting(query, ids) {
      const { conditions, values } = matchingOf({ ...query, terms: [] });
      const rows = run<{ id: string; search_text: string }>(
        `select id, search_text from vendors where ${conditions} and id in (select value from json_each(:ids))`,
        { ...values, ids: JSON.stringify(ids) },
      );
      const others = rows.filter(
        ({ search_text: text }) => !query.terms.every((term) => text.includes(term)),
      );
      return new Set(others.map(({ id }) => id));
    },
    countWithoutEach: (query) =>
      new Map(
        namesOfConditions(query).map(
          (lifted) => [lifted, count(matchingOf(without(query, lifted)))] as const,
        ),
      ),
    mapSummaries(ids) {
      const rows = run<FoundRow>(
        `select id, identity, summary, standing, shown_sha256, verdict_today as verdict
         from vendors join records using (position)
         where id in (select value from json_each(:ids))`,
        { ids: JSON.stringify(ids) },
      );
      return new Map(rows.map(requireShown).map(({ id, summary, verdict }) => [id, { summary, verdict }]));
    },
  };
}

type FoundRow = Pick<SnapshotRecordsTable, 'identity' | 'summary' | 'standing'> & {
  readonly id: string;
  readonly shown_sha256: string;
  readonly verdict: Verdict;
};

/**
 * Returns true if the text is too short for trigrams. Most vendors contain such text, so matches are found by
 * walking the sorted index instead of sorting all matches.
 */
function isShort({ terms, digits }: SearchQuery): boolean {
  return digits === '' && terms.every((term) => !isIndexed(term));
}

function isIndexed(term: string): boolean {
  return [...term].length > SHORT_TERM_MAX;
}

/** The maximum number of matches for text of one or two letters that are sorted. */
const RANKED_MAX = 1_000;

const BY_NAME = 'on_file desc, search_name, id';

function list({ conditions }: Matching): string {
  return `select id from vendors where ${conditions} order by ${BY_NAME} limit :limit offset :offset`;
}

function rank({ conditions }: Matching): string {
  return `select id from vendors where ${conditions} order by ${RANK}, ${BY_NAME} limit :limit offset :offset`;
}

/** Does the same as {@link rank}, but walks the name index one rank at a time until the page is full. */
function walk({ conditions }: Matching): string {
  const names = ['search_name = :phrase', 'search_name > :phrase and search_name < :last'];
  const heads = names.flatMap((name) => [`on_file = 1 and ${name}`, `on_file = 0 and ${name}`]);
  // The index contains the columns for these two ranks, so only matching names are looked up in the table.
  const insides = [
    'instr(search_name, :word) > 0 and instr(search_name, :phrase) > 1',
    'instr(search_name, :phrase) > 1 and instr(search_name, :word) = 0',
  ];
  const ranks = [...heads, ...insides, ...[5, 6, 7].map((each) => `${RANK} = ${each}`)];
  const parts = ranks.map(
    (each) =>
      `select id from (select id from vendors where ${each} and ${conditions} order by ${BY_NAME} limit :limit + :offset)`,
  );
  return `${parts.join(' union all ')} limit :limit offset :offset`;
}

/** A character that makes a string sort after every text with the same prefix. */
const LAST_SIGN = '\u{10ffff}';

interface Matching {
  readonly conditions: string;
  readonly values: Values;
}

const COLUMN: Readonly<Record<FilterName, string>> = {
  county: 'county',
  kind: 'license_kind',
  cuisine: 'cuisine',
  grade: 'grade_shown',
  verdict: 'verdict_today',
};

function matchingOf({ terms, cities, filters }: SearchQuery): Matching {
  const values: Record<string, string> = {};
  const conditions = ['1 = 1'];
  const long = terms.filter(isIndexed);
  // Each column can have only one full-text query, so the words are combined into one.
  if (long.length > 0) {
    values.texts = `search_text : (${long.map((term) => `"${term}"`).join(' AND ')})`;
    conditions.push('vendors.position in (select rowid from vendor_text where vendor_text match :texts)');
  }
  for (const [index, term] of terms.filter((each) => !long.includes(each)).entries()) {
    values[`term${index}`] = term;
    conditions.push(`instr(search_text, :term${index}) > 0`);
  }
  if (cities.length > 0) {
    values.cities = JSON.stringify(cities);
    conditions.push('search_city in (select value from json_each(:cities))');
  }
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    if (value === undefined) continue;
    values[name] = value;
    conditions.push(`${COLUMN[name]} = :${name}`);
  }
  return { conditions: conditions.join(' and '), values };
}

function namesOfConditions({ cities, filters }: SearchQuery): (FilterName | 'city')[] {
  const named = FILTER_NAMES.filter((name) => filters[name] !== undefined);
  return cities.length > 0 ? ['city', ...named] : named;
}

function without(query: SearchQuery, lifted: FilterName | 'city'): SearchQuery {
  if (lifted === 'city') return { ...query, cities: [] };
  return { ...query, filters: { ...query.filters, [lifted]: undefined } };
}

/**
 * Returns a function that runs statements and prepares each of them only once. `Row` describes the
 * statement's columns.
 */
export function rememberStatements(snapshot: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  return <Row extends object>(text: string, values: Values): readonly Row[] => {
    const statement = prepared.get(text) ?? snapshot.prepare(text);
    prepared.set(text, statement);
    return asRows<Row>(statement.all(values));
  };
}

/** Casts rows to the type that the caller specifies, because SQL results have no types. */
function asRows<Row>(rows: readonly object[]): readonly Row[] {
  return rows as readonly Row[];
}
