import type { SelectQueryBuilder } from 'kysely';

/** Counts the rows that a query finds. The query must not select any columns itself. */
export async function countRows<Schema, Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    // TypeScript cannot compute a row's type while the table is a type parameter.
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return count;
}
