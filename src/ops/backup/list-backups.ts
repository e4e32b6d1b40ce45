import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, link, open, rm } from 'node:fs/promises';
import path from 'node:path';

/** The backups in a place that the service makes them in: by their names, which are the time they were begun. */

const NAME = /^vendor-compliance-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/;

export interface KeptBackup {
  /** The file, or the address in a store. */
  readonly file: string;
  readonly begunAt: Date;
}

/** A place that keeps backups. Nothing that has another name than `nameOf` makes is ever listed, and so never removed. */
export interface BackupStore {
  readonly kind: 'folder' | 'bucket';
  /** What it is called in messages; without keys. */
  readonly place: string;
  /** The newest first. Throws a sentence when it cannot be had. */
  list(): Promise<KeptBackup[]>;
  /** Puts a file there under a name, whole or not at all; where it is. */
  put(file: string, name: string): Promise<string>;
  remove(kept: KeptBackup): Promise<void>;
}

/** The name of a backup that is begun now. */
export function nameOf(now: Date): string {
  return `vendor-compliance-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.age`;
}

/** When a backup of this name was begun; undefined for any other name. */
export function begunAtOf(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (year === undefined) return undefined;
  const begunAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(begunAt.getTime()) ? undefined : begunAt;
}

/** Those of a folder, the newest first. */
export function listKept(folder: string): KeptBackup[] {
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
    list: async () => listKept(folder),
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
/** Called each hour, a step that took a little longer must not skip a day. */
const EARLY_MS = HOUR_MS / 2;
/** How far clocks of several machines may be apart. */
const AHEAD_MS = HOUR_MS;

/** Whether the newest of a place is old enough for another one. */
export function isDue(kept: readonly KeptBackup[], everyHours: number, now: Date): boolean {
  const newest = newestUntil(kept, now);
  return !newest || now.getTime() - newest.begunAt.getTime() >= everyHours * HOUR_MS - EARLY_MS;
}

/** The newest that was begun by now: one of a clock that was wrong for a while must not end all further ones. */
export function newestUntil(kept: readonly KeptBackup[], now: Date): KeptBackup | undefined {
  return kept.find(({ begunAt }) => begunAt.getTime() <= now.getTime() + AHEAD_MS);
}
