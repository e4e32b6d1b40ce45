import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Snapshots that were replaced stay for so long, so that anyone can look up what a receipt was decided on. */
const DAYS_KEPT = 7;
/** A build takes minutes, so what is unfinished after a day was left by a killed process. */
const UNFINISHED_DAYS = 1;
const DAY_MS = 86_400_000;
const SNAPSHOT = /^(\d+)-[\da-f]{16}\.sqlite$/;
const UNFINISHED = /^unfinished-/;

/** Removes snapshot files that were replaced long ago, and what killed builds left. Returns how many files and folders that were. */
export function removeOldSnapshots(folder: string, current: string, now: Date): number {
  const old = listEntries(folder).filter(({ name, changedAt }) => {
    const days = (now.getTime() - changedAt) / DAY_MS;
    if (UNFINISHED.test(name)) return days > UNFINISHED_DAYS;
    return SNAPSHOT.test(name) && name !== current && days > DAYS_KEPT;
  });
  for (const { name } of old) rmSync(path.join(folder, name), { recursive: true, force: true });
  return old.length;
}

/** Lists the snapshot files of a folder, the newest first; none if there is no such folder. */
export function listSnapshots(folder: string): { readonly version: number; readonly file: string }[] {
  if (!existsSync(folder)) return [];
  return listEntries(folder)
    .flatMap(({ name }) => {
      const version = Number(SNAPSHOT.exec(name)?.[1] ?? 0);
      return version > 0 ? [{ version, file: path.join(folder, name) }] : [];
    })
    .sort((a, b) => b.version - a.version);
}

function listEntries(folder: string) {
  return readdirSync(folder).flatMap((name) => {
    // Another process may have removed it since.
    const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return found ? [{ name, changedAt: found.mtimeMs }] : [];
  });
}
