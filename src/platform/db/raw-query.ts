import { CompiledQuery, type Kysely, PostgresAdapter } from 'kysely';

/**
 * Runs a statement that is text already, for the few places where building it for each call costs more than
 * running it. Write `?` for each parameter; PostgreSQL gets its numbered ones.
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

/** No statement of ours has a `?` in a literal. */
function numbered(text: string): string {
  let parameter = 0;
  return text.replaceAll('?', () => `$${++parameter}`);
}
