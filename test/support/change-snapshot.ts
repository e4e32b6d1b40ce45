import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenLedger } from '../../src/platform/db/database.ts';
import { hashFile } from '../../src/platform/files/hash-file.ts';

/**
 * Modifies the published snapshot file and stores the file's new hash as the published hash, so that the
 * service still accepts the file.
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

/** Returns the path of the snapshot file that is currently published. */
export async function snapshotFile({ db, published }: Pick<OpenLedger, 'db' | 'published'>): Promise<string> {
  const { snapshot } = await db.selectFrom('published_state').select('snapshot').executeTakeFirstOrThrow();
  return path.join(published.folder, snapshot);
}
