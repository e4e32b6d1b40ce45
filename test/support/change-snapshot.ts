import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenRegistry } from '../../src/platform/db/database.ts';

/** Changes the published snapshot file itself, as damage or another program would. */
export async function changeSnapshot(
  { db, published }: Pick<OpenRegistry, 'db' | 'published'>,
  change: (snapshot: DatabaseSync) => unknown,
): Promise<void> {
  const snapshot = new DatabaseSync(await snapshotFile({ db, published }));
  try {
    change(snapshot);
  } finally {
    snapshot.close();
  }
}

/** The file that is served. */
export async function snapshotFile({
  db,
  published,
}: Pick<OpenRegistry, 'db' | 'published'>): Promise<string> {
  const { snapshot } = await db.selectFrom('published_state').select('snapshot').executeTakeFirstOrThrow();
  return path.join(published.folder, snapshot);
}
