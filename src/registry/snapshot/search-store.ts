import type { DatabaseSync } from 'node:sqlite';
import { SHORT_TERM_MAX } from '../../platform/db/short-terms.ts';
import type { Verdict } from '../scoring/recommendation.ts';
import { FILTER_NAMES, type FilterName } from '../vendors/filters.ts';
import type { SearchQuery, SearchSource } from '../vendors/search-source.ts';
import { rememberStatements, type Values } from './statements.ts';

/** Literal search of a snapshot: the conditions, the order and the counts are SQL over `vendors`. */
type LiteralSearch = Pick<SearchSource, 'listMatches' | 'listFitting' | 'countWithoutEach' | 'mapSummaries'>;

/** The license number itself, the whole name, its beginning, a word's beginning, its inside; then other fields. */
const RANK = `case
  when digits = :digits then 0
  when search_name = :phrase then 1
  when instr(search_name, :phrase) = 1 then 2
  when instr(search_name, :word) > 0 then 3
  when instr(search_name, :phrase) > 0 then 4
  when instr(search_aka, :phrase) > 0 then 5
  when search_city = :phrase then 6
  else 7 end`;

/** Opens a snapshot for literal search. */
export function openLiteralSearch(snapshot: DatabaseSync): LiteralSearch {
  const run = rememberStatements(snapshot);
  const count = ({ from, values }: Matching) =>
    run<{ total: number }>(`select count(*) as total from ${from}`, values)[0]?.total ?? 0;
  return {
    listMatches(query, { limit, offset }) {
      const matching = matchingOf(query);
      const { phrase, digits } = query;
      const [rank, ranked] = phrase === '' ? ['', {}] : [`${RANK},`, { phrase, digits, word: ` ${phrase}` }];
      const rows = run<{ id: string }>(
        `select id from ${matching.from} order by ${rank} on_file desc, search_name, id limit :limit offset :offset`,
        { ...matching.values, ...ranked, limit, offset },
      );
      const isLast = rows.length > 0 && rows.length < limit;
      return { ids: rows.map(({ id }) => id), total: isLast ? offset + rows.length : count(matching) };
    },
    listFitting(query, ids) {
      const { from, values } = matchingOf({ ...query, terms: [] });
      const rows = run<{ id: string; search_text: string }>(
        `select id, search_text from ${from} and id in (select value from json_each(:ids))`,
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
      const rows = run<{ id: string; summary: string; verdict: Verdict }>(
        `select id, summary, verdict from vendors join records using (position)
         where id in (select value from json_each(:ids))`,
        { ids: JSON.stringify(ids) },
      );
      return new Map(rows.map(({ id, summary, verdict }) => [id, { summary, verdict }]));
    },
  };
}

interface Matching {
  /** Tables and conditions of a statement. */
  readonly from: string;
  readonly values: Values;
}

const COLUMN: Readonly<Record<FilterName, string>> = {
  county: 'county',
  kind: 'license_kind',
  grade: 'grade_shown',
  verdict: 'verdict',
};

function matchingOf({ terms, cities, filters }: SearchQuery): Matching {
  const values: Record<string, string> = {};
  const conditions = ['1 = 1'];
  const long = terms.filter((term) => [...term].length > SHORT_TERM_MAX);
  // A column is what only one query has: the words of the others are in its text.
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
  return { from: `vendors where ${conditions.join(' and ')}`, values };
}

function namesOfConditions({ cities, filters }: SearchQuery): (FilterName | 'city')[] {
  const named = FILTER_NAMES.filter((name) => filters[name] !== undefined);
  return cities.length > 0 ? ['city', ...named] : named;
}

function without(query: SearchQuery, lifted: FilterName | 'city'): SearchQuery {
  if (lifted === 'city') return { ...query, cities: [] };
  return { ...query, filters: { ...query.filters, [lifted]: undefined } };
}
