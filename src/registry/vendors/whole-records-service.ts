import { unlessDamaged } from '../../lib/stored-json.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { publishedTexts } from './record-days.ts';
import { listHashedAfter } from './store.ts';
import { isShownWhole } from './whole-record.ts';

const PAGE = 500;

/** Reads every published record and counts those that are not as they were published; gives others their turn in between. */
export async function countDamagedRecords(
  registryDb: RegistryDb,
): Promise<{ read: number; damaged: number }> {
  const found = { read: 0, damaged: 0 };
  for (let after = ''; ; ) {
    const rows = await listHashedAfter(registryDb, after, PAGE);
    found.read += rows.length;
    found.damaged += rows.filter(
      (row) => !isShownWhole(row) || !unlessDamaged(() => publishedTexts(row)),
    ).length;
    const last = rows.at(-1);
    if (!last) return found;
    after = last.vendor_id;
  }
}
