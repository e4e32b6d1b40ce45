import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import type { RegistryDb, RegistryEngine } from '../../platform/db/database.ts';
import { countShortTerm, SHORT_TERM_MAX } from '../../platform/db/short-terms.ts';
import { TOO_OLD_AFTER_DAYS } from '../published-state/records-age.ts';
import type { Verdict } from '../scoring/recommendation.ts';
import { ageBody, verdictToday } from './aging.ts';
import { FILTER_NAMES, type FilterName, type VendorFilters } from './filters.ts';
import { JOIN_DAYS } from './record-days.ts';
import { requireShown } from './whole-record.ts';

export interface SearchQuery {
  /** Folded words, each of which must occur; empty for all vendors. */
  readonly terms: readonly string[];
  /** The whole folded query, which ranks the matches. */
  readonly phrase: string;
  /** Digits of a query that is a license number, else empty. */
  readonly digits: string;
  /** Folded spellings of a city, one of which must be the vendor's own; empty for any city. */
  readonly cities: readonly string[];
  readonly filters: VendorFilters;
  /** By the clock. */
  readonly today: IsoDate;
}

interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** Remembers how many vendors match, for as long as the records are the same. */
export interface MatchCounts {
  of(query: SearchQuery, count: () => Promise<number>): Promise<number>;
  /** The same of the order of all matches; undefined when the records changed while they were read. */
  orderOf(query: SearchQuery, order: () => Promise<Uint32Array>): Promise<Uint32Array | undefined>;
}

/** Of {@link listMatches}: up to so many matches are ranked one by one, and so deep a page is found without ranking all. */
const BOUNDS = { rankedMax: 400, walkedMax: 1_000 };
/** Vendors read at a time while all matches are put in order: others go on in between. */
const SLICE = 2_000;

/** The ids of one page, best match first, and how many there are in all: two statements, or one where the number is remembered. */
export async function listMatches(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
  { limit, offset }: Window,
  { counts, bounds = BOUNDS }: { readonly counts?: MatchCounts; readonly bounds?: typeof BOUNDS } = {},
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  // Counting in a window of the ranking statement would sort every match; apart, it is a fraction of that.
  const count = () => countMatches(registryDb, engine, query);
  const total = counts ? await counts.of(query, count) : await count();
  if (offset >= total) return { ids: [], total };
  const isShort = total > bounds.rankedMax && hasShortTermsOnly(query);
  const isDeep = offset + limit > bounds.walkedMax;
  if (isShort && isDeep && counts) {
    const order = await counts.orderOf(query, () => orderMatches(registryDb, engine, query));
    if (order) return { ids: await listIdsAt(registryDb, order.subarray(offset, offset + limit)), total };
  }
  if (isShort && !isDeep)
    return { ids: await walkMatches(registryDb, engine, query, { limit, offset }), total };
  const term = total <= bounds.rankedMax ? soleShortTerm(query) : undefined;
  const isPair = term !== undefined && [...term].length === 2;
  const condition = isPair ? engine.containsRarePair(term) : conditionOf(engine, query);
  return { ids: await rankMatches(registryDb, query, condition, { limit, offset }), total };
}

/** The one or two letters that are all of a query, so that its number of matches is theirs, which is stored. */
function soleShortTerm(query: SearchQuery): string | undefined {
  const [term, ...more] = query.terms;
  const isAll = more.length === 0 && placeAndFilters(query).length === 0;
  return term !== undefined && term.length <= SHORT_TERM_MAX && isAll ? term : undefined;
}

/** Summaries, JSON text, and verdicts, as they are true today; by vendor id. */
export async function mapSummaries(
  registryDb: RegistryDb,
  ids: readonly string[],
  today: IsoDate,
): Promise<Map<string, { readonly summary: string; readonly verdict: Verdict }>> {
  if (ids.length === 0) return new Map();
  const rows = await registryDb
    .selectFrom('vendor_records')
    .leftJoin('record_days', 'record_days.district', 'vendor_records.district')
    .select(['vendor_id', 'identity', 'summary', 'standing', 'shown_sha256', 'current_until', 'verdict'])
    .select(({ fn }) => fn.coalesce('reaches_to', 'reach_to').as('reach_to'))
    .where('vendor_id', 'in', ids)
    .$narrowType<{ verdict: Verdict }>()
    .execute();
  return new Map(
    rows.map((row) => [
      row.vendor_id,
      { summary: ageBody(requireShown(row).summary, row, today).body, verdict: verdictToday(row, today) },
    ]),
  );
}

/** Those of the vendors that have the query's city and pass its filters, but not all its words. */
export async function listFitting(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const words = engine.containsAll(query.terms);
  const conditions = sql.join(
    [engine.isOneOf('id', ids), sql`not (${words})`, ...placeAndFilters(query)],
    AND,
  );
  const { rows } = await sql<{ id: string }>`select id from ${JOINED} where ${conditions}`.execute(
    registryDb,
  );
  return new Set(rows.map(({ id }) => id));
}

/** How many vendors would match without each of the query's filters, or its city: one statement. */
export async function countWithoutEach(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
): Promise<ReadonlyMap<FilterName | 'city', number>> {
  const set = conditionsByName(query);
  const sums = [...set.keys()].map((lifted) => {
    const others = [...set].flatMap(([name, condition]) => (name === lifted ? [] : [condition]));
    return sql`sum(case when ${sql.join([TRUE, ...others], AND)} then 1 else 0 end) as ${sql.ref(lifted)}`;
  });
  if (sums.length === 0) return new Map();
  const words = query.terms.length > 0 ? engine.containsAll(query.terms) : TRUE;
  const { rows } = await sql<Record<string, number | string | null>>`
    select ${sql.join(sums)} from ${JOINED} where ${words}`.execute(registryDb);
  return new Map([...set.keys()].map((name) => [name, Number(rows[0]?.[name] ?? 0)]));
}

const TRUE = sql`1 = 1`;
const AND = sql` and `;
const JOINED = sql`vendors join vendor_records on vendor_id = id ${sql.raw(JOIN_DAYS)}`;

async function rankMatches(
  registryDb: RegistryDb,
  query: SearchQuery,
  condition: RawBuilder<unknown>,
  { limit, offset }: Window,
): Promise<string[]> {
  const order = query.phrase === '' ? sql`on_file desc` : sql`${matchRank(query)}, on_file desc`;
  const result = await sql<{ id: string }>`
    select id from ${tablesOf(query)} where ${condition}
    order by ${order}, search_name, id limit ${limit} offset ${offset}`.execute(registryDb);
  return result.rows.map(({ id }) => id);
}

/** How many ranks there are below. */
const RANKS = 8;

/** The license number itself, the whole name, its beginning, a word's beginning, its inside; then other fields. */
function matchRank({ phrase, digits }: SearchQuery) {
  return sql`case
    when digits = ${digits} then 0
    when search_name = ${phrase} then 1
    when substr(search_name, 1, ${phrase.length}) = ${phrase} then 2
    when search_name like '% ' || ${phrase} || '%' then 3
    when search_name like '%' || ${phrase} || '%' then 4
    when search_aka like '%' || ${phrase} || '%' then 5
    when search_city = ${phrase} then 6
    else 7 end`;
}

/** One or two letters, which most vendors have: no index finds them, and ranking them all takes longest. */
function hasShortTermsOnly({ terms, digits }: SearchQuery): boolean {
  return terms.length > 0 && digits === '' && terms.every((term) => term.length <= 2);
}

/**
 * The same as {@link rankMatches}, rank after rank in the order of the index by name, until the page is full: each part is read
 * only when those before it were not enough.
 */
async function walkMatches(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
  { limit, offset }: Window,
): Promise<string[]> {
  const [tables, condition, count] = [tablesOf(query), conditionOf(engine, query), limit + offset];
  const parts = partsOf(engine, query).map(
    ({ where, order }) => sql`select id from (select id from ${tables} where ${condition} and ${where}
      order by ${order} limit ${count}) as part`,
  );
  const result = await sql<{
    id: string;
  }>`${sql.join(parts, sql` union all `)} limit ${limit} offset ${offset}`.execute(registryDb);
  return result.rows.map(({ id }) => id);
}

/**
 * The positions of all matches in the order of {@link rankMatches}: read by the index of names, a slice at a time, and dealt out by
 * rank. Sorting them all in one statement would hold every other request for as long as that takes.
 */
async function orderMatches(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
): Promise<Uint32Array> {
  const ranks = Array.from({ length: RANKS }, (): number[] => []);
  for (const onFile of [1, 0]) {
    let last = { search_name: '', id: '' };
    for (;;) {
      const { rows } = await sql<{ position: number; rank: number; search_name: string; id: string }>`
        select position, ${matchRank(query)} as rank, search_name, id from ${tablesOf(query)}
        where ${conditionOf(engine, query)} and on_file = ${onFile} and (search_name, id) > (${last.search_name}, ${last.id})
        order by search_name, id limit ${SLICE}`.execute(registryDb);
      for (const { rank, position } of rows) ranks[rank]?.push(position);
      const end = rows.at(-1);
      if (!end || rows.length < SLICE) break;
      last = end;
      await setImmediate();
    }
  }
  return Uint32Array.from(ranks.flat());
}

async function listIdsAt(registryDb: RegistryDb, positions: Uint32Array): Promise<string[]> {
  if (positions.length === 0) return [];
  const rows = await registryDb
    .selectFrom('vendors')
    .select(['position', 'id'])
    .where('position', 'in', [...positions])
    .execute();
  const ids = new Map(rows.map(({ position, id }) => [position, id]));
  return [...positions].flatMap((position) => ids.get(position) ?? []);
}

const BY_NAME = sql`on_file desc, search_name, id`;

/** The matches in parts, best first, each in its order; together they hold every match once. Of the ranks of `matchRank`. */
function partsOf(engine: RegistryEngine, query: SearchQuery) {
  const { phrase } = query;
  const begins = sql`substr(search_name, 1, ${phrase.length}) = ${phrase}`;
  const holdsWord = sql`search_name like '% ' || ${phrase} || '%'`;
  const holds = sql`search_name like '%' || ${phrase} || '%'`;
  const wasCalled = sql`search_aka like '%' || ${phrase} || '%'`;
  const isCity = sql`search_city = ${phrase}`;
  const others = { where: sql`not (${holds}) and not (${wasCalled}) and not (${isCity})`, order: BY_NAME };
  if (phrase.length > 2) {
    // Several words, which seldom stand side by side: the index of texts, which has no blanks, finds those.
    const run = engine.containsAll([phrase.replaceAll(' ', '')]);
    const together = sql`${run} and not (${others.where})`;
    return [{ where: together, order: sql`${matchRank(query)}, ${BY_NAME}` }, others];
  }
  // The index has those on file first, and in each half names side by side.
  const halves = [sql`on_file = 1`, sql`on_file = 0`];
  const inOrder = [
    ...halves.map((half) => sql`${half} and search_name = ${phrase}`),
    ...halves.map((half) => sql`${half} and search_name > ${phrase} and ${begins}`),
    sql`${holdsWord} and not (${begins})`,
    sql`${holds} and not (${begins}) and not (${holdsWord})`,
    sql`${wasCalled} and not (${holds})`,
    sql`${isCity} and not (${holds}) and not (${wasCalled})`,
  ];
  return [...inOrder.map((where) => ({ where, order: BY_NAME })), others];
}

async function countMatches(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
): Promise<number> {
  const term = soleShortTerm(query);
  if (term !== undefined) return countShortTerm(registryDb, term);
  const result = await sql<{ total: number }>`
    select count(*) as total from ${tablesOf(query)} where ${conditionOf(engine, query)}`.execute(registryDb);
  return result.rows[0]?.total ?? 0;
}

function tablesOf({ filters }: SearchQuery) {
  return FILTER_NAMES.some((name) => filters[name] !== undefined) ? JOINED : sql`vendors`;
}

function conditionOf(engine: RegistryEngine, query: SearchQuery) {
  const words = query.terms.length > 0 ? [engine.containsAll(query.terms)] : [];
  return sql.join([TRUE, ...placeAndFilters(query), ...words], AND);
}

function placeAndFilters(query: SearchQuery): RawBuilder<unknown>[] {
  return [...conditionsByName(query).values()];
}

function conditionsByName({
  cities,
  filters,
  today,
}: SearchQuery): Map<FilterName | 'city', RawBuilder<unknown>> {
  const { county, kind, grade, verdict } = filters;
  const conditions = new Map<FilterName | 'city', RawBuilder<unknown>>();
  if (cities.length > 0) conditions.set('city', sql`search_city in (${sql.join(cities)})`);
  if (county !== undefined) conditions.set('county', sql`county = ${county}`);
  if (kind !== undefined) conditions.set('kind', sql`license_kind = ${kind}`);
  if (grade !== undefined) conditions.set('grade', sql`grade_shown = ${grade}`);
  if (verdict !== undefined) conditions.set('verdict', sql`${verdictOn(today)} = ${verdict}`);
  return conditions;
}

const REACH = sql`coalesce(reaches_to, reach_to)`;

/** `verdictOn` of `aging.ts`, as the policy decides: a test holds both to it. */
function verdictOn(today: IsoDate) {
  return sql`case
    when ${REACH} < ${addDays(today, -TOO_OLD_AFTER_DAYS)} and verdict in ('CLEAR', 'CONDITIONAL') then 'REVIEW'
    when ${REACH} >= ${addDays(today, -TOO_OLD_AFTER_DAYS)} and verdict = 'CLEAR' and current_until < ${today} then 'CONDITIONAL'
    else verdict end`;
}
