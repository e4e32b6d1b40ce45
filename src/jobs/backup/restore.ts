import { randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, fsyncSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { MIGRATIONS } from '../../platform/db/migrate.ts';
import { checkReceipts } from './create.ts';
import { describeDatabase } from './databases.ts';
import { DOWNLOADS, KEYS, LEDGER, type Manifest, REGISTRY, RefusedBackup, SECRET } from './manifest.ts';
import type { BackupPlaces } from './places.ts';
import { readArchive } from './read-archive.ts';

export interface RestoredBackup {
  readonly manifest: Manifest;
  readonly receiptsVerified: number;
}

/**
 * Restores a backup where there is nothing yet. Everything is unpacked and checked beside its place first. Throws a sentence
 * when anything does not fit, and then leaves the folder as it was.
 */
export async function restoreBackup(
  places: BackupPlaces,
  options: { readonly file: string; readonly identities: readonly string[] },
): Promise<RestoredBackup> {
  refuseOccupied(places);
  const isNew = !existsSync(places.dataDir);
  await mkdir(places.dataDir, { recursive: true, mode: 0o700 });
  const staged = path.join(places.dataDir, `.restore-${randomUUID()}`);
  let isDone = false;
  try {
    await mkdir(staged, { mode: 0o700 });
    const manifest = await readArchive({ ...options, staged });
    const receiptsVerified = await check(staged, manifest);
    refuseOccupied(places);
    await place(places, staged, manifest);
    isDone = true;
    return { manifest, receiptsVerified };
  } finally {
    await rm(staged, { recursive: true, force: true });
    if (isNew && !isDone && readdirSync(places.dataDir).length === 0)
      await rm(places.dataDir, { recursive: true });
  }
}

/** What is there may be all that somebody has. */
function refuseOccupied({ dataDir, ledger, registry, keys, secret, downloads }: BackupPlaces): void {
  const logs = [ledger, registry].flatMap((file) => [`${file}-wal`, `${file}-shm`, `${file}-journal`]);
  const found = [ledger, registry, keys, secret, downloads, ...logs].filter(
    (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined,
  );
  if (found.length > 0)
    throw new RefusedBackup(
      `A backup is restored only where there is nothing: ${found.join(', ')}. Stop the service, move that away, or set ` +
        `DATA_DIR to another folder than ${dataDir}. Nothing was changed.`,
    );
}

async function check(staged: string, { databases }: Manifest): Promise<number> {
  for (const name of ['ledger', 'registry'] as const) {
    const expected = databases[name];
    if (!expected) continue;
    const found = describeDatabase(path.join(staged, `${name}.sqlite`), name);
    const unknown = found.migrations.filter((migration) => !MIGRATIONS[name].includes(migration));
    if (unknown.length > 0)
      throw new RefusedBackup(
        `The ${name} is of a newer version of the service (${unknown.join(', ')}). Restore it with that version.`,
      );
    if (!isDeepStrictEqual(found, expected))
      throw new RefusedBackup(
        `The ${name} does not have the rows that the manifest says: ${difference(found, expected)}.`,
      );
  }
  return checkReceipts(staged);
}

function difference(
  found: { readonly counts: Readonly<Record<string, number>> },
  expected: { readonly counts: Readonly<Record<string, number>> },
): string {
  const tables = new Set([...Object.keys(found.counts), ...Object.keys(expected.counts)]);
  const unlike = [...tables].filter((table) => found.counts[table] !== expected.counts[table]);
  return (
    unlike
      .slice(0, 3)
      .map(
        (table) =>
          `${table} ${found.counts[table] ?? 'missing'} instead of ${expected.counts[table] ?? 'none'}`,
      )
      .join(', ') || 'other migrations'
  );
}

/**
 * Keys first, ledger last: with keys and no ledger the service refuses to start, so no start in between takes half a restore
 * for a new service.
 */
async function place(places: BackupPlaces, staged: string, { databases }: Manifest): Promise<void> {
  const at = (name: string) => path.join(staged, name);
  const placed: string[] = [];
  const put = async (from: string, to: string, move: (from: string, to: string) => Promise<void>) => {
    placed.push(to);
    await move(from, to);
  };
  try {
    await put(at(KEYS), places.keys, copyFlushed);
    await put(at(SECRET), places.secret, copyFlushed);
    if (existsSync(at(DOWNLOADS))) await put(at(DOWNLOADS), places.downloads, rename);
    if (databases.registry) await put(at(REGISTRY), places.registry, rename);
    await put(at(LEDGER), places.ledger, rename);
    flush(places.dataDir);
  } catch (error) {
    // None of them was there a moment ago.
    for (const file of placed) await rm(file, { recursive: true, force: true });
    throw error;
  }
}

/** Settings may put keys and secret on another disk. */
async function copyFlushed(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to, constants.COPYFILE_EXCL);
  flush(to);
  flush(path.dirname(to));
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
