import { sql } from 'kysely';
import type { IsoDate } from '../../lib/dates.ts';
import type { RegistryDb, RegistryEngine } from '../../platform/db/database.ts';
import { countShortTerm, SHORT_TERM_MAX } from '../../platform/db/short-terms.ts';
import type { Verdict } from '../scoring/recommendation.ts';
import { ageBody, verdictToday } from './aging.ts';
import type { FilterName } from './filters.ts';
import { walkNames } from './name-walk-store.ts';
import {
  AND,
  conditionOf,
  conditionsByName,
  hasShortTermsOnly,
  JOINED,
  placeAndFilters,
  soleShortTerm,
  TRUE,
  tablesOf,
} from './search-query-store.ts';
import {
  listIdsAt,
  listUpTo,
  orderAtOnce,
  orderMatches,
  rankMatches,
  walkMatches,
} from './search-ranks-store.ts';
import type { SearchQuery, Window } from './search-source.ts';
import { requireShown } from './whole-record.ts';

/** Remembers how many vendors match, for as long as the records are the same. */
export interface MatchCounts {
  of(query: SearchQuery, count: () => Promise<number>): Promise<number>;
  /** The same of the order of all matches; undefined when the records changed while they were read. */
  orderOf(query: SearchQuery, order: () => Promise<Uint32Array>): Promise<Uint32Array | undefined>;
}

/** Of {@link listMatches}: up to so many matches are ranked one by one, and so deep a page is found without ranking all. */
const BOUNDS = { rankedMax: 400, walkedMax: 1_000 };
/** Longer orders are not kept. */
const ORDERED_MAX = 250_000;
/** Names walked along the index for a word at most; with fewer matches as many, since looking each of them up to rank it costs more than a step. */
const STEPS_MAX = 200_000;
/** Fewer matches of a word are ranked one by one: too few names hold it for a walk to meet a page of them. */
const WORD_RANKED_MAX = 2_000;

/** The ids of one page, best match first, and how many there are in all: at most four statements, one or two less where the number is remembered. */
export async function listMatches(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
  { limit, offset }: Window,
  { counts, bounds = BOUNDS }: { readonly counts?: MatchCounts; readonly bounds?: typeof BOUNDS } = {},
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  let few: string[] | undefined;
  const count = async () => {
    few = isNarrow(query) ? await listUpTo(registryDb, engine, query, bounds.rankedMax) : undefined;
    // Counting in a window of the ranking statement would sort every match; apart, it is a fraction of that.
    return few?.length ?? countMatches(registryDb, engine, query);
  };
  const total = counts ? await counts.of(query, count) : await count();
  if (few) return { ids: few.slice(offset, offset + limit), total };
  if (offset >= total) return { ids: [], total };
  const list = total > bounds.rankedMax ? listOfMany : listOfFew;
  return { ids: await list({ registryDb, engine, query, total, counts, bounds }, { limit, offset }), total };
}

/** Several words and license numbers, which take long to look up and have few matches. */
function isNarrow({ terms, digits }: SearchQuery): boolean {
  return digits !== '' || (terms.length > 1 && terms.some((term) => term.length > SHORT_TERM_MAX));
}

interface Matches {
  readonly registryDb: RegistryDb;
  readonly engine: RegistryEngine;
  readonly query: SearchQuery;
  readonly total: number;
  readonly counts: MatchCounts | undefined;
  readonly bounds: typeof BOUNDS;
}

async function listOfFew({ registryDb, engine, query }: Matches, page: Window): Promise<string[]> {
  const term = soleShortTerm(query);
  const isPair = term !== undefined && [...term].length === 2;
  const condition = isPair ? engine.containsRarePair(term) : conditionOf(engine, query);
  return rankMatches(registryDb, query, condition, page);
}

async function listOfMany(matches: Matches, page: Window): Promise<string[]> {
  const { registryDb, engine, query, total, counts, bounds } = matches;
  const isShort = hasShortTermsOnly(query);
  const isDeep = page.offset + page.limit > bounds.walkedMax;
  const isSliced = isShort || isEverybody(query);
  if (isDeep && counts && (isSliced || (query.phrase !== '' && total <= ORDERED_MAX))) {
    const read = isSliced ? orderMatches : orderAtOnce;
    const order = await counts.orderOf(query, () => read(registryDb, engine, query));
    if (order) return listIdsAt(registryDb, order.subarray(page.offset, page.offset + page.limit));
  }
  if (isShort && !isDeep) return walkMatches(registryDb, engine, query, page);
  const word = isDeep || total <= WORD_RANKED_MAX ? undefined : soleWord(query);
  const stepsMax = Math.min(total, STEPS_MAX);
  const walked =
    word === undefined ? undefined : await walkNames(registryDb, engine, word, { ...page, stepsMax });
  return walked ?? rankMatches(registryDb, query, conditionOf(engine, query), page);
}

/** The list of all vendors, page by page. */
function isEverybody(query: SearchQuery): boolean {
  return query.phrase === '' && placeAndFilters(query).length === 0;
}

/** The word that is all of a query, long enough for the index of texts. */
function soleWord(query: SearchQuery): string | undefined {
  const [word = '', ...more] = query.terms;
  const isAll = more.length === 0 && query.digits === '' && query.phrase === word;
  return isAll && word.length > SHORT_TERM_MAX && placeAndFilters(query).length === 0 ? word : undefined;
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
    .select(['vendor_id', 'identity', 'summary', 'standing', 'shown_sha256', 'verdict'])
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

async function countMatches(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
): Promise<number> {
  const term = soleShortTerm(query);
  if (term !== undefined) return countShortTerm(registryDb, term);
  const isTextAlone = query.terms.length > 0 && placeAndFilters(query).length === 0;
  const from = isTextAlone ? engine.fromTextsWith(query.terms) : undefined;
  const result = await sql<{ total: number }>`select count(*) as total from ${
    from ?? sql`${tablesOf(query)} where ${conditionOf(engine, query)}`
  }`.execute(registryDb);
  return result.rows[0]?.total ?? 0;
}
