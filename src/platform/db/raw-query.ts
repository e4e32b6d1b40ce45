import { CompiledQuery, type Kysely, PostgresAdapter } from 'kysely';

/**
 * Runs a prepared SQL text, where building the query for each call costs more than running it. Write `?` for each parameter;
 * PostgreSQL gets its numbered ones.
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

/** None of our statements has a `?` in a literal. */
function numbered(text: string): string {
  let parameter = 0;
  return text.replaceAll('?', () => `$${++parameter}`);
}
