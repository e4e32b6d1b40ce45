import type { RegistryDb, RegistryTx } from '../../platform/db/database.ts';
import { upsertRows } from '../../platform/db/upsert.ts';

/** The counts of all published records, JSON text; undefined before a publication kept them. */
export async function findStatisticsCounts(registryDb: RegistryDb): Promise<string | undefined> {
  const row = await registryDb.selectFrom('statistics_counts').select('counts').executeTakeFirst();
  return row?.counts;
}

export async function writeStatisticsCounts(tx: RegistryTx, counts: string): Promise<void> {
  await upsertRows(tx, 'statistics_counts', ['id'], [{ id: 1, counts }]);
}
