import type { PublishedDb } from '../../platform/db/database.ts';
import { isShownWhole, isWhole } from '../record/check-record.ts';
import { listHashedAfter } from './store.ts';

const PAGE = 500;

/** Reads every published record and counts the damaged ones. Yields to other work in between. */
export async function countDamagedRecords(
  published: PublishedDb,
): Promise<{ read: number; damaged: number }> {
  const found = { read: 0, damaged: 0 };
  for (let after = 0; ; ) {
    const rows = await listHashedAfter(published, after, PAGE);
    found.read += rows.length;
    found.damaged += rows.filter((row) => !isShownWhole(row) || !isWhole(row)).length;
    const last = rows.at(-1);
    if (!last) return found;
    after = last.position;
  }
}
