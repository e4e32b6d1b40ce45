import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { COMPRESSED, compressSnapshot } from './compressed-snapshot.ts';

/** A build takes minutes, so an unfinished file that is a day old was left behind by a killed process. */
const UNFINISHED_DAYS = 1;
const DAY_MS = 86_400_000;
const SNAPSHOT = /^(\d+)-[\da-f]{16}\.sqlite(?:\.zst)?$/;
const UNFINISHED = /^unfinished-/;

/**
 * Removes snapshot files that were replaced more than `daysKept` days ago, and files left behind by killed
 * builds. A snapshot was replaced when the next version was written. Returns the number of files and folders
 * removed.
 */
export function removeOldSnapshots(
  folder: string,
  { current, daysKept, now }: { readonly current: string; readonly daysKept: number; readonly now: Date },
): number {
  const daysSince = (time: number) => (now.getTime() - time) / DAY_MS;
  const entries = listEntries(folder);
  const replacedAt = (version: number, changedAt: number) => {
    const later = entries.filter(({ name }) => versionOf(name) > version).map((entry) => entry.changedAt);
    // The newest snapshot is the current one, unless a backup of an older state was restored.
    return later.length > 0 ? Math.min(...later) : changedAt;
  };
  const old = entries.filter(({ name, changedAt }) => {
    if (UNFINISHED.test(name)) return daysSince(changedAt) > UNFINISHED_DAYS;
    const version = versionOf(name);
    return version > 0 && name !== current && daysSince(replacedAt(version, changedAt)) > daysKept;
  });
  for (const { name } of old) rmSync(path.join(folder, name), { recursive: true, force: true });
  return old.length;
}

/**
 * Compresses the snapshots before `current`, except the one it replaced: other processes may be reading that
 * one or about to open it. If the disk is full, they stay uncompressed until the next attempt.
 */
export async function compressReplaced(folder: string, current: string): Promise<void> {
  const replaced = listSnapshots(folder).filter(({ version }) => version < versionOf(current));
  for (const { file, isCompressed } of replaced.slice(1))
    if (!isCompressed) await compressSnapshot(file).catch(() => {});
}

export interface SnapshotFile {
  readonly version: number;
  /** The name of the uncompressed file. */
  readonly file: string;
  readonly isCompressed: boolean;
}

/** Lists the snapshots in a folder, newest first. The list is empty if the folder does not exist. */
export function listSnapshots(folder: string): SnapshotFile[] {
  const names = listEntries(folder).map(({ name }) => name);
  const plain = new Set(names.map((name) => name.replace(COMPRESSED, '')));
  return [...plain]
    .flatMap((name) => {
      const version = versionOf(name);
      const isCompressed = !names.includes(name);
      return version > 0 ? [{ version, file: path.join(folder, name), isCompressed }] : [];
    })
    .sort((a, b) => b.version - a.version);
}

/** Returns 0 if the file is not a complete snapshot. */
function versionOf(name: string): number {
  return Number(SNAPSHOT.exec(name)?.[1] ?? 0);
}

function listEntries(folder: string) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    // Another process may have removed the file since.
    const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return found ? [{ name, changedAt: found.mtimeMs }] : [];
  });
}
