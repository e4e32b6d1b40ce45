import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseStored } from '../../../lib/stored-json.ts';
import { flush } from '../../../platform/files/flush.ts';
import { parseSetName, type SetName, type StoredSet } from './sets.ts';

/**
 * The folder of the sets. A set is complete as soon as it has its name: it is written under a temporary name,
 * and renamed last.
 */

const UNFINISHED = '.making-';
const DESCRIPTION = 'set.json';
/** No set takes that long to write: the process that began it was killed. */
const LEFT_AFTER_MS = 3_600_000;

export async function listSetNames(folder: string): Promise<SetName[]> {
  return (await listEntries(folder)).flatMap((entry) => parseSetName(entry) ?? []);
}

/** Returns the stored data of a set, or undefined if it has been removed. */
export async function findStoredSet(folder: string, name: string): Promise<StoredSet | undefined> {
  try {
    return parseStoredSet(await readFile(path.join(folder, name, DESCRIPTION), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Parses the file that `commitSet` wrote. */
function parseStoredSet(text: string): StoredSet {
  return parseStored<StoredSet>(text);
}

/** Creates a new folder to write a set in. */
export function beginSet(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = path.join(folder, `${UNFINISHED}${randomUUID()}`);
  mkdirSync(unfinished, { mode: 0o700 });
  return unfinished;
}

/**
 * Gives a written set its description and its name. Returns false if another process made the same one first.
 */
export function commitSet(folder: string, unfinished: string, name: string, set: StoredSet): boolean {
  const description = path.join(unfinished, DESCRIPTION);
  writeFileSync(description, JSON.stringify(set), { mode: 0o600, flush: true });
  syncFolder(unfinished);
  try {
    renameSync(unfinished, path.join(folder, name));
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    removeUnfinished(unfinished);
    return false;
  }
  syncFolder(folder);
  return true;
}

export function removeUnfinished(unfinished: string): void {
  rmSync(unfinished, { recursive: true, force: true });
}

export async function removeSet(folder: string, name: string): Promise<void> {
  await rm(path.join(folder, name), { recursive: true, force: true });
}

/** Removes unfinished sets of killed processes, and sets of an earlier format. */
export async function removeLeftOver(folder: string, now: Date): Promise<void> {
  for (const entry of await listEntries(folder)) {
    if (parseSetName(entry)) continue;
    const isOfOurs = entry.startsWith(UNFINISHED) || /^\d{4}-.*-f\d+$/.test(entry);
    const { mtimeMs } = await stat(path.join(folder, entry)).catch(() => ({ mtimeMs: Infinity }));
    if (isOfOurs && mtimeMs < now.getTime() - LEFT_AFTER_MS) await removeSet(folder, entry);
  }
}

async function listEntries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A rename is permanent once the folder is flushed. Windows cannot open a folder, and does not need to. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  flush(folder);
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
