import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { RegistryDb, RegistryEngine } from '../../platform/db/database.ts';
import { conditionOf, tablesOf } from './search-query-store.ts';
import type { SearchQuery, Window } from './search-source.ts';

/** The matches of a search in the order of their ranks: each of these reads what its kind of search needs of it. */

/** Vendors read at a time while all matches are put in order: others go on in between. */
const SLICE = 2_000;

/** All matches, best first, where there are no more than so many: what there is is then counted and ranked in one look-up. */
export async function listUpTo(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
  max: number,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (select vendors.* from ${tablesOf(query)} where ${conditionOf(engine, query)} limit ${max + 1}) as found
    order by ${matchRank(query)}, ${BY_NAME}`.execute(registryDb);
  return rows.length > max ? undefined : rows.map(({ id }) => id);
}

export async function rankMatches(
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

/**
 * The same as {@link rankMatches}, rank after rank in the order of the index by name, until the page is full: each part is read
 * only when those before it were not enough.
 */
export async function walkMatches(
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
 * The positions of all matches in the order of {@link rankMatches}: read by the SQL index by name, a slice at a time, and dealt out by
 * rank. Sorting them all in one statement would hold every other request for as long as that takes.
 */
export async function orderMatches(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
): Promise<Uint32Array> {
  const ranks = Array.from({ length: RANKS }, (): number[] => []);
  const rank = query.phrase === '' ? sql`0` : matchRank(query);
  for (const onFile of [1, 0]) {
    let last = { search_name: '', id: '' };
    for (;;) {
      const { rows } = await sql<{ position: number; rank: number; search_name: string; id: string }>`
        select position, ${rank} as rank, search_name, id from ${tablesOf(query)}
        where ${conditionOf(engine, query)} and on_file = ${onFile} and (search_name, id) > (${last.search_name}, ${last.id})
        order by search_name, id limit ${SLICE}`.execute(registryDb);
      for (const row of rows) ranks[row.rank]?.push(row.position);
      const end = rows.at(-1);
      if (!end || rows.length < SLICE) break;
      last = end;
      await setImmediate();
    }
  }
  return Uint32Array.from(ranks.flat());
}

/** The same in one statement, for words that the index of texts finds: far fewer than all vendors. */
export async function orderAtOnce(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  query: SearchQuery,
): Promise<Uint32Array> {
  const { rows } = await sql<{ position: number }>`
    select position from ${tablesOf(query)} where ${conditionOf(engine, query)}
    order by ${matchRank(query)}, ${BY_NAME}`.execute(registryDb);
  return Uint32Array.from(rows, ({ position }) => position);
}

export async function listIdsAt(registryDb: RegistryDb, positions: Uint32Array): Promise<string[]> {
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
