import { randomUUID } from 'node:crypto';
import { constants, existsSync, lstatSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { changeKeyFile, readRing } from '../../decisions/receipts/key-file-service.ts';
import { beginLog } from '../../decisions/receipts/key-ring-service.ts';
import { MIGRATIONS } from '../../platform/db/migrate.ts';
import { flush } from '../../platform/files/flush.ts';
import {
  DOWNLOADS,
  KEYS,
  LEDGER,
  type Manifest,
  REGISTRY,
  RefusedBackup,
  SECRET,
} from './backup-manifest.ts';
import type { BackupPlaces } from './backup-places.ts';
import { describeDatabase } from './copy-databases.ts';
import { checkDrawn, checkReceipts, checkSecret } from './create-backup.ts';
import { loadPostgres, refuseTables } from './dump-postgres.ts';
import { readArchive } from './read-archive.ts';

interface RestoredBackup {
  readonly manifest: Manifest;
  readonly receiptsVerified: number;
}

/**
 * Restores a backup where there is no data yet. Everything is first unpacked and checked in a temporary
 * folder next to its final location. If anything is wrong, throws an error with an explanation and leaves the
 * folder unchanged.
 */
export async function restoreBackup(
  places: BackupPlaces,
  options: { readonly file: string; readonly identities: readonly string[] },
): Promise<RestoredBackup> {
  if (!existsSync(options.file)) throw new Error(`There is no file ${options.file}. Nothing was changed.`);
  await refuseOccupied(places);
  const isNew = !existsSync(places.dataDir);
  await mkdir(places.dataDir, { recursive: true, mode: 0o700 });
  const staged = path.join(places.dataDir, `.restore-${randomUUID()}`);
  let isDone = false;
  try {
    await mkdir(staged, { mode: 0o700 });
    const manifest = await readArchive({ ...options, staged });
    refuseOtherEngine(places, manifest);
    checkSecret(staged);
    await refuseOccupied(places);
    const receiptsVerified =
      places.databaseUrl === undefined
        ? await restoreEmbedded(places, staged, manifest)
        : await restorePostgres(places, places.databaseUrl, staged, manifest);
    isDone = true;
    return { manifest, receiptsVerified };
  } finally {
    await rm(staged, { recursive: true, force: true });
    if (isNew && !isDone && readdirSync(places.dataDir).length === 0)
      await rm(places.dataDir, { recursive: true });
  }
}

/** Throws if there is existing data, because it may be the owner's only copy. */
async function refuseOccupied(places: BackupPlaces): Promise<void> {
  const { dataDir, ledger, registry, keys, secret, downloads, databaseUrl } = places;
  const logs = [ledger, registry].flatMap((file) => [`${file}-wal`, `${file}-shm`, `${file}-journal`]);
  const embedded = databaseUrl === undefined ? [ledger, registry, ...logs] : [];
  const found = [...embedded, keys, secret, downloads].filter(
    (file) => lstatSync(file, { throwIfNoEntry: false }) !== undefined,
  );
  if (found.length > 0)
    throw new RefusedBackup(
      `A backup is restored only where there is nothing: ${found.join(', ')}. Stop the service, move that away, or set ` +
        `DATA_DIR to another folder than ${dataDir}. Nothing was changed.`,
    );
  if (databaseUrl !== undefined) await refuseTables(databaseUrl);
}

function refuseOtherEngine({ databaseUrl }: BackupPlaces, { engine }: Manifest): void {
  if ((engine === 'postgres') === (databaseUrl !== undefined)) return;
  throw new RefusedBackup(
    engine === 'postgres'
      ? 'The backup is of a PostgreSQL: let DATABASE_URL name an empty one.'
      : 'The backup is of an embedded database: restore it without DATABASE_URL.',
  );
}

async function restoreEmbedded(places: BackupPlaces, staged: string, manifest: Manifest): Promise<number> {
  const receiptsVerified = await check(staged, manifest);
  await place(places, staged, async (put) => {
    const at = (name: string) => path.join(staged, name);
    if (manifest.databases.registry) await put(at(REGISTRY), places.registry, rename);
    await put(at(LEDGER), places.ledger, rename);
    flush(places.dataDir);
  });
  return receiptsVerified;
}

/** Restores the tables last, just as the ledger's file is placed last. */
async function restorePostgres(
  places: BackupPlaces,
  databaseUrl: string,
  staged: string,
  { databases, schema = '' }: Manifest,
): Promise<number> {
  refuseNewer(databases.ledger.migrations);
  let receiptsVerified = 0;
  await place(places, staged, () =>
    loadPostgres(databaseUrl, {
      staged,
      schema,
      check: async (ledgerDb) => {
        receiptsVerified = await checkDrawn(ledgerDb, staged);
      },
    }),
  );
  return receiptsVerified;
}

/** Rejects a newer ledger. An older ledger is migrated at the next start. */
function refuseNewer(migrations: readonly string[]): void {
  const unknown = migrations.filter((each) => !MIGRATIONS.includes(each));
  if (unknown.length > 0)
    throw new RefusedBackup(
      `The ledger is of a newer version of the service (${unknown.join(', ')}). Restore it with that version.`,
    );
}

async function check(staged: string, { databases }: Manifest): Promise<number> {
  for (const name of ['ledger', 'registry'] as const) {
    const expected = databases[name];
    if (!expected) continue;
    const found = describeDatabase(path.join(staged, `${name}.sqlite`), name);
    if (name === 'ledger') refuseNewer(found.migrations);
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
 * Places the keys first and the ledger last. With keys and no ledger the service refuses to start, so a start
 * in between does not mistake a partial restore for a new service.
 */
async function place(places: BackupPlaces, staged: string, last: (put: Put) => Promise<void>): Promise<void> {
  const at = (name: string) => path.join(staged, name);
  const placed: string[] = [];
  const put: Put = async (from, to, move) => {
    placed.push(to);
    await move(from, to);
  };
  try {
    await put(at(KEYS), places.keys, copyFlushed);
    // The log may have grown since the backup, so it continues under another name.
    if (readRing(places.keys).logs) changeKeyFile(places.keys, (ring) => beginLog(ring, '', new Date()));
    await put(at(SECRET), places.secret, copyFlushed);
    if (existsSync(at(DOWNLOADS))) await put(at(DOWNLOADS), places.downloads, rename);
    await last(put);
  } catch (error) {
    // None of these files existed before the restore.
    for (const file of placed) await rm(file, { recursive: true, force: true });
    throw error;
  }
}

type Put = (from: string, to: string, move: (from: string, to: string) => Promise<void>) => Promise<void>;

/** Copies instead of moving, because keys and the secret may be on another disk. */
async function copyFlushed(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  await copyFile(from, to, constants.COPYFILE_EXCL);
  flush(to);
  flush(path.dirname(to));
}
