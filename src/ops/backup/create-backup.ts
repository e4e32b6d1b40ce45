import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readdirSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { readSessionSecret, SECRET_RULE } from '../../accounts/sessions/session-secret-service.ts';
import { readRing } from '../../decisions/receipts/key-file-service.ts';
import { verifyDrawnReceipts } from '../../decisions/receipts/verify-drawn-service.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { openLedger } from '../../platform/db/open.ts';
import { hashFile } from '../../platform/files/hash-file.ts';
import {
  DOWNLOADS,
  DUMP,
  FORMAT,
  KEYS,
  LEDGER,
  type Manifest,
  RefusedBackup,
  SECRET,
} from './backup-manifest.ts';
import type { BackupPlaces } from './backup-places.ts';
import { copyDatabase, describeDatabase, makeOneFile } from './copy-databases.ts';
import { dumpPostgres } from './dump-postgres.ts';
import { removeLeftovers } from './remove-leftovers.ts';
import { encrypterFor, writeArchive } from './write-archive.ts';

export interface CreatedBackup {
  readonly file: string;
  readonly bytes: number;
  readonly encrypted: boolean;
  readonly manifest: Manifest;
}

const RECEIPTS_DRAWN = 10;

/**
 * Backs up the database, the keys and the secret while the service runs. The file appears complete or not at
 * all. Throws a sentence if something is missing, damaged or does not fit; then no files are left.
 */
export async function createBackup(
  places: BackupPlaces,
  options: {
    readonly to: string;
    readonly recipients: readonly string[];
    readonly now: () => Date;
  },
): Promise<CreatedBackup> {
  if (existsSync(options.to)) throw new Error(`${options.to} is there already. Nothing was written.`);
  const folder = path.dirname(options.to);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Nothing was written.`);
  encrypterFor(options.recipients);
  await removeLeftovers(places.dataDir, options.now());
  const staged = path.join(places.dataDir, `.backup-${randomUUID()}`);
  const draft = `${options.to}.${randomUUID()}.partial`;
  try {
    const manifest = await stage(places, staged, options);
    await writeArchive({ staged, manifest, recipients: options.recipients, to: draft });
    // Unlike a rename, a link never replaces a file.
    linkSync(draft, options.to);
    const { size: bytes } = await stat(options.to);
    return { file: options.to, bytes, encrypted: options.recipients.length > 0, manifest };
  } finally {
    rmSync(draft, { force: true });
    await rm(staged, { recursive: true, force: true });
  }
}

async function stage(
  places: BackupPlaces,
  staged: string,
  { now }: { readonly now: () => Date },
): Promise<Manifest> {
  for (const [what, file] of Object.entries(places.needed))
    if (!existsSync(file))
      throw new Error(`The ${what} (${file}) is not there, so there is nothing to back up.`);
  await mkdir(staged, { mode: 0o700 });
  const at = (name: string) => path.join(staged, name);
  const createdAt = now().toISOString();
  const engine = places.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const { files: rows, ...described } =
    places.databaseUrl === undefined
      ? await stageEmbedded(places, staged)
      : await stagePostgres(places, places.databaseUrl, staged);
  const names = [KEYS, SECRET, ...rows, ...(await copyDownloads(places.downloads, staged))];
  const files = [];
  for (const name of names) files.push({ name, ...(await hashFile(at(name))) });
  return { format: FORMAT, createdAt, engine, ...described, files };
}

type Staged = Pick<Manifest, 'databases' | 'schema'> & { readonly files: readonly string[] };

async function stageEmbedded(places: BackupPlaces, staged: string): Promise<Staged> {
  const copy = path.join(staged, LEDGER);
  await copyDatabase(places.ledger, copy);
  await copySecrets(places, staged);
  await checkReceipts(staged);
  makeOneFile(copy);
  return { databases: { ledger: describeDatabase(copy, 'ledger') }, files: [LEDGER] };
}

async function stagePostgres(places: BackupPlaces, databaseUrl: string, staged: string): Promise<Staged> {
  const proven = async (ledgerDb: LedgerDb) => {
    await copySecrets(places, staged);
    return checkDrawn(ledgerDb, staged);
  };
  return { ...(await dumpPostgres(databaseUrl, { staged, proven })), files: [DUMP] };
}

/**
 * Runs after the ledger is copied, so every receipt in the copy has its key in the copy, even if keys are
 * rotated at the same time.
 */
async function copySecrets({ keys, secret }: BackupPlaces, staged: string): Promise<void> {
  await copyFile(keys, path.join(staged, KEYS));
  await copyFile(secret, path.join(staged, SECRET));
  for (const name of [KEYS, SECRET]) await chmod(path.join(staged, name), 0o600);
  checkSecret(staged);
}

/**
 * Checks that the service would start with the secret of a staged backup. Throws a sentence if not; never
 * quotes it.
 */
export function checkSecret(staged: string): void {
  if (readSessionSecret(path.join(staged, SECRET)) === undefined)
    throw new RefusedBackup(
      `The session secret is damaged: ${SECRET_RULE}, or the service does not start. A new one signs everyone out: ` +
        'docs/backup.md says how to open a backup by hand.',
    );
}

/** Copies only files whose names a restore accepts; the service writes no others. */
async function copyDownloads(folder: string, staged: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  for (const name of names) {
    const target = path.join(staged, DOWNLOADS, name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(path.join(folder, name), target);
  }
  return names.map((name) => `${DOWNLOADS}${name}`);
}

/** Checks that the ledger and keys of a staged backup of an embedded database fit. */
export async function checkReceipts(staged: string): Promise<number> {
  const ledger = openLedger({ databaseUrl: undefined, dataDir: staged });
  try {
    return await checkDrawn(ledger.db, staged);
  } finally {
    await ledger.close();
  }
}

/**
 * Checks that a ledger and the staged keys fit: every key exists, and ten receipts drawn at random verify.
 */
export async function checkDrawn(ledgerDb: LedgerDb, staged: string): Promise<number> {
  const ring = readRing(path.join(staged, KEYS));
  const { drawn, refused, keysMissing } = await verifyDrawnReceipts(ledgerDb, ring, RECEIPTS_DRAWN);
  if (keysMissing.length > 0)
    throw new Error(`The receipt keys lack ${keysMissing.join(', ')}, which receipts were issued with.`);
  if (refused.length > 0)
    throw new Error(
      `${refused.length} of ${drawn} receipts drawn from the ledger do not verify with the keys: ${refused.join(', ')}.`,
    );
  return drawn;
}
