import { CompiledQuery, type Kysely, PostgresAdapter } from 'kysely';

/**
 * Runs a query that is given as SQL text. Use this if building the query would cost more than running it.
 * Write `?` for each parameter; for PostgreSQL, the parameters are numbered.
 */
export async function rawQuery<Row>(
  db: Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'>,
  text: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const own = db.getExecutor().adapter instanceof PostgresAdapter ? numbered(text) : text;
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(own, [...parameters]));
  return rows;
}

/** Numbers the parameters. None of our statements contain a `?` in a literal. */
function numbered(text: string): string {
  let parameter = 0;
  return text.replaceAll('?', () => `$${++parameter}`);
}
