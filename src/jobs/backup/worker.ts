import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { loadConfig } from '../../config.ts';
import { createBackup } from './create.ts';
import { nameOf } from './kept.ts';
import { backupPlaces } from './places.ts';
import type { MadeBackup } from './scheduled.ts';

/** Makes one backup on a thread of its own: SQLite's look at every page of the copy would hold up every request. */
const config = loadConfig(workerData);
if (config.backups) {
  const now = () => new Date();
  const { file, bytes, manifest } = await createBackup(backupPlaces(config), {
    to: path.join(config.backups.folder, nameOf(now())),
    recipients: config.backups.recipients,
    withRegistry: true,
    now,
  });
  const made: MadeBackup = { file, bytes, receipts: manifest.databases.ledger.counts.receipts ?? 0 };
  parentPort?.postMessage(made);
}
