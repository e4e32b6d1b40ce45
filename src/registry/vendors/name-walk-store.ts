import { sql } from 'kysely';
import type { RegistryDb, RegistryEngine } from '../../platform/db/database.ts';

/** Behind every text that begins with another, where texts are compared byte by byte. */
const LAST_SIGN = '\u{10ffff}';

/**
 * A page of the best matches of one word, in the order of the ranks: names that are the word, that begin with it, and that hold a word which begins
 * with it. These are looked for along the index by name, `stepsMax` names far. A word that many names hold fills its first pages
 * by that, whatever the number of its matches; undefined where it does not.
 */
export async function walkNames(
  registryDb: RegistryDb,
  engine: RegistryEngine,
  word: string,
  { limit, offset, stepsMax }: { readonly limit: number; readonly offset: number; readonly stepsMax: number },
): Promise<string[] | undefined> {
  const begins = sql`substr(search_name, 1, ${word.length}) = ${word}`;
  // PostgreSQL has the order of its database, in which these names need not stand together.
  const end = engine.name === 'sqlite' ? sql`and search_name < ${word + LAST_SIGN}` : sql``;
  // The index has those on file first.
  const heads = [sql`search_name = ${word}`, sql`search_name > ${word} ${end} and ${begins}`].flatMap(
    (where) =>
      [1, 0].map(
        (onFile) => sql`select id from (select id from vendors where on_file = ${onFile} and ${where}
        order by search_name, id limit ${offset + limit}) as part`,
      ),
  );
  const within = sql`select id from (select id, search_name from vendors
    where on_file = 1 order by search_name, id limit ${stepsMax}) as walked
    where search_name like '% ' || ${word} || '%' and not (${begins})`;
  const { rows } = await sql<{ id: string }>`
    ${sql.join([...heads, within], sql` union all `)} limit ${limit} offset ${offset}`.execute(registryDb);
  return rows.length < limit ? undefined : rows.map(({ id }) => id);
}
