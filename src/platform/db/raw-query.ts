import { CompiledQuery, type Kysely, PostgresAdapter } from 'kysely';

/**
 * Runs a prepared SQL text, for cases in which building the query costs more than running it. Write `?` for
 * each parameter; it is numbered for PostgreSQL.
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

/** Numbers the parameters. None of our statements has a `?` in a literal. */
function numbered(text: string): string {
  let parameter = 0;
  return text.replaceAll('?', () => `$${++parameter}`);
}
