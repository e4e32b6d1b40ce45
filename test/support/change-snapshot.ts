import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenLedger } from '../../src/platform/db/database.ts';
import { hashFile } from '../../src/platform/files/hash-file.ts';

/**
 * Changes the published snapshot file and records its new hash as the published one, so that it is still
 * accepted.
 */
export async function changeSnapshot(
  { db, published }: Pick<OpenLedger, 'db' | 'published'>,
  change: (snapshot: DatabaseSync) => unknown,
): Promise<void> {
  const file = await snapshotFile({ db, published });
  const snapshot = new DatabaseSync(file);
  try {
    change(snapshot);
  } finally {
    snapshot.close();
  }
  await db
    .updateTable('published_state')
    .set({ snapshot_sha256: (await hashFile(file)).sha256 })
    .execute();
}

/** Returns the path of the snapshot file being served. */
export async function snapshotFile({ db, published }: Pick<OpenLedger, 'db' | 'published'>): Promise<string> {
  const { snapshot } = await db.selectFrom('published_state').select('snapshot').executeTakeFirstOrThrow();
  return path.join(published.folder, snapshot);
}
