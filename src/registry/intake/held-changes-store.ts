import type { RegistryDb } from '../../platform/db/database.ts';
import type { HeldChangesTable } from '../../platform/db/schema/schema-registry.ts';
import { upsertManyRows } from '../../platform/db/upsert.ts';
import type { HeldChange } from './check/comparison.ts';

/** Lists the changes of a slot that wait for a second edition to agree. */
export async function listHeldChanges(registryDb: RegistryDb, slot: string): Promise<HeldChangesTable[]> {
  return registryDb.selectFrom('held_changes').selectAll().where('slot', '=', slot).execute();
}

/** Replaces the waiting changes of a slot by those of its newest edition; what waited before keeps its time. */
export async function replaceHeldChanges(
  registryDb: RegistryDb,
  slot: string,
  held: readonly HeldChange[],
  now: string,
): Promise<void> {
  const before = new Map(
    (await listHeldChanges(registryDb, slot)).map((row) => [`${row.row_key}\n${row.fact}`, row.since]),
  );
  await registryDb.deleteFrom('held_changes').where('slot', '=', slot).execute();
  const rows = held.map(({ key, fact }) => ({
    slot,
    row_key: key,
    fact,
    since: before.get(`${key}\n${fact}`) ?? now,
  }));
  await upsertManyRows(registryDb, 'held_changes', ['slot', 'row_key'], rows);
}
