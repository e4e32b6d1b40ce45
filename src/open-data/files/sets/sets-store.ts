import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { parseStored } from '../../../lib/stored-json.ts';
import { flush } from '../../../platform/files/flush.ts';
import { type DataRow, ENDINGS } from '../file-formats.ts';
import { parseSetName, type SetName, type StoredSet } from './sets.ts';

/**
 * The folder that holds the sets. A set is written under a temporary name and renamed at the end, so a set
 * with its final name is complete.
 */

const UNFINISHED = '.making-';
const DESCRIPTION = 'set.json';
/**
 * No set takes this long to write, so the process that was writing an unfinished one must have been killed.
 */
const LEFT_AFTER_MS = 3_600_000;

/**
 * The placeholder for a removed part of an inspector's text, such as a name, phone number or email address.
 */
const MARK = /\[[a-z ]+\]/;

/** Detects passages that have been removed from inspectors' texts since an earlier set. */
export interface StruckOut {
  see(violations: readonly DataRow[]): void;
  readonly found: () => boolean;
}

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

/** Creates a new folder for writing a set. */
export function beginSet(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = path.join(folder, `${UNFINISHED}${randomUUID()}`);
  mkdirSync(unfinished, { mode: 0o700 });
  return unfinished;
}

/**
 * Writes a set's description and gives the set its final name. Returns false if another process created the
 * same set first.
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

/** Removes sets that killed processes left unfinished, and sets in an earlier format. */
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

/** Flushes the folder, which makes a rename durable. Windows cannot open a folder, and does not need this. */
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

/**
 * Reads the earlier set's texts, as hashes. Finds nothing if there is no earlier set or it was just removed.
 */
export async function compareWithSet(folder: string, name: string | undefined): Promise<StruckOut> {
  const before = name === undefined ? new Map<string, string>() : await readTexts(path.join(folder, name));
  let isFound = false;
  return {
    see(violations) {
      for (const row of violations) {
        const { text } = row;
        if (typeof text !== 'string' || !MARK.test(text)) continue;
        const was = before.get(keyOf(row));
        isFound ||= was !== undefined && was !== hashOf(text);
      }
    },
    found: () => isFound,
  };
}

async function readTexts(set: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const file = createReadStream(path.join(set, `violations.${ENDINGS.ndjson}`));
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  try {
    for await (const row of createInterface({ input: unpacked })) {
      const violation = parseStored<DataRow>(row);
      if (typeof violation.text === 'string') texts.set(keyOf(violation), hashOf(violation.text));
    }
    return texts;
  } catch (error) {
    if (isMissing(error)) return new Map();
    throw error;
  }
}

function keyOf({ vendor_id, visit_id, line }: DataRow): string {
  return `${vendor_id} ${visit_id} ${line}`;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 12);
}
