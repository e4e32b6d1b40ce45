import type { RegistryDb } from '../../platform/db/database.ts';

/** The highest position any published vendor has; 0 without one. */
export async function lastPosition(registryDb: RegistryDb): Promise<number> {
  const row = await registryDb
    .selectFrom('vendors')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/** Ids of the vendors with a position after `after`, up to and including `upTo`. */
export async function listIdsBetween(registryDb: RegistryDb, after: number, upTo: number): Promise<string[]> {
  const rows = await registryDb
    .selectFrom('vendors')
    .select('id')
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}
