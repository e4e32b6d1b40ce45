import path from 'node:path';
import { SNAPSHOTS_FOLDER } from '../../src/platform/db/open.ts';
import { listSnapshots } from '../../src/platform/db/snapshots/snapshot-folder.ts';

/**
 * Returns the path of the newest snapshot in a data folder, which contains the records that the service
 * shows.
 */
export function newestSnapshot(dataDir: string): string {
  const [newest] = listSnapshots(path.join(dataDir, SNAPSHOTS_FOLDER));
  if (!newest) throw new Error(`${dataDir} has no snapshot`);
  return newest.file;
}
