import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BackupsConfig } from '../../lib/settings/backup-settings.ts';
import type { BackupPlaces } from './backup-places.ts';
import { createBackup } from './create-backup.ts';
import { type BackupStore, folderStore, isDue, nameOf, newestUntil } from './list-backups.ts';

/** The result of checking all places once. */
export interface MadeBackups {
  readonly made: readonly { readonly file: string; readonly bytes: number; readonly receipts: number }[];
  /** The number of older backups that were removed. */
  readonly removed: number;
  /** One sentence for each place that failed. The other places still received their backup. */
  readonly problems: readonly string[];
  /** When the newest backup began, for each place that could be listed; null if there is none. */
  readonly newest: Readonly<Partial<Record<BackupStore['kind'], string | null>>>;
}

/** Opens the configured places. Loads the store's library only if there is a store. */
export async function openStores(
  { folder, s3 }: BackupsConfig,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<BackupStore[]> {
  return [
    ...(folder === undefined ? [] : [folderStore(folder)]),
    ...(s3 === undefined ? [] : [(await import('./s3.ts')).s3Store(s3, environment)]),
  ];
}

/** Makes one backup if any place is due, stores it in those places, and removes old backups from each. */
export async function makeDue(
  places: BackupPlaces,
  stores: readonly BackupStore[],
  { recipients, everyHours, keep, now }: Omit<BackupsConfig, 'folder' | 's3'> & { readonly now: Date },
): Promise<MadeBackups> {
  const problems: string[] = [];
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const newest: Partial<Record<BackupStore['kind'], string | null>> = {};
  const due: BackupStore[] = [];
  for (const store of stores) {
    const kept = await attempt(() => store.list());
    if (kept) newest[store.kind] = newestUntil(kept, now)?.begunAt.toISOString() ?? null;
    if (kept && isDue(kept, everyHours, now)) due.push(store);
  }
  if (due.length === 0) return { made: [], removed: 0, problems, newest };
  // Do not create the folder, because its disk may not be mounted.
  if (!existsSync(places.dataDir))
    throw new Error(`DATA_DIR, ${places.dataDir}, is not there, so there is nothing to back up.`);
  // If this process is killed, this folder is removed later, like other leftovers.
  const staged = path.join(places.dataDir, `.backup-${randomUUID()}`);
  await mkdir(staged, { mode: 0o700 });
  try {
    const name = nameOf(now);
    const to = path.join(staged, name);
    const { bytes, manifest } = await createBackup(places, { to, recipients, now: () => new Date() });
    const receipts = manifest.databases.ledger.counts.receipts ?? 0;
    const made: { file: string; bytes: number; receipts: number }[] = [];
    let removed = 0;
    for (const store of due)
      await attempt(async () => {
        made.push({ file: await store.put(to, name), bytes, receipts });
        newest[store.kind] = now.toISOString();
        // The newest backups are kept regardless of their age.
        for (const old of (await store.list()).slice(keep)) {
          await store.remove(old);
          removed += 1;
        }
      });
    return { made, removed, problems, newest };
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}
