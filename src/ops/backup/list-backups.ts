import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, link, open, rm } from 'node:fs/promises';
import path from 'node:path';

/** Lists the backups in a place. A backup's name contains the time when it began. */

const NAME = /^vendor-compliance-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/;

export interface StoredBackup {
  /** The file's path, or its address in a store. */
  readonly file: string;
  readonly begunAt: Date;
}

/**
 * A place that stores backups. Only files with a name from `nameOf` are listed, so only they can be removed.
 */
export interface BackupStore {
  readonly kind: 'folder' | 'bucket';
  /** The place's name in messages, without credentials. */
  readonly place: string;
  /** Lists the backups, newest first. Throws an error with an explanation if the list is not available. */
  list(): Promise<StoredBackup[]>;
  /** Stores a file under a name, completely or not at all. Returns its path or address. */
  put(file: string, name: string): Promise<string>;
  remove(kept: StoredBackup): Promise<void>;
}

/** Returns the name of a backup that begins now. */
export function nameOf(now: Date): string {
  return `vendor-compliance-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.age`;
}

/** Returns when a backup with this name began, or undefined for any other name. */
export function begunAtOf(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (year === undefined) return undefined;
  const begunAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(begunAt.getTime()) ? undefined : begunAt;
}

/** Lists the backups in a folder, newest first. */
export function listStored(folder: string): StoredBackup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .reverse()
    .flatMap((name) => {
      const begunAt = begunAtOf(name);
      return begunAt ? [{ file: path.join(folder, name), begunAt }] : [];
    });
}

export function folderStore(folder: string): BackupStore {
  return {
    kind: 'folder',
    place: folder,
    list: async () => listStored(folder),
    async put(file, name) {
      const to = path.join(folder, name);
      const draft = `${to}.${randomUUID()}.partial`;
      try {
        await copyFile(file, draft);
        await flush(draft);
        // Unlike a rename, a link never replaces a file.
        await link(draft, to);
      } finally {
        await rm(draft, { force: true });
      }
      return to;
    },
    remove: ({ file }) => rm(file),
  };
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

const HOUR_MS = 3_600_000;
/**
 * A backup may start this much early. The job runs every hour, so without this margin, a backup that is due a
 * few seconds later would wait for another hour.
 */
const EARLY_MS = HOUR_MS / 2;
/** The maximum clock difference between machines. */
const AHEAD_MS = HOUR_MS;

/** Returns true if the newest backup in a place is so old that a new backup is due. */
export function isDue(kept: readonly StoredBackup[], everyHours: number, now: Date): boolean {
  const newest = newestUntil(kept, now);
  return !newest || now.getTime() - newest.begunAt.getTime() >= everyHours * HOUR_MS - EARLY_MS;
}

/**
 * Returns the newest backup that began before now. A backup with a future time, from a wrong clock, must not
 * prevent later backups.
 */
export function newestUntil(kept: readonly StoredBackup[], now: Date): StoredBackup | undefined {
  return kept.find(({ begunAt }) => begunAt.getTime() <= now.getTime() + AHEAD_MS);
}
