import { hash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, linkSync, readdirSync, rmSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Encrypter } from 'age-encryption';
import { type Pack, pack } from 'tar-stream';
import { readSessionSecret, SECRET_RULE } from '../../accounts/sessions/session-secret-service.ts';
import { readRing } from '../../decisions/receipts/key-file-service.ts';
import { verifyDrawnReceipts } from '../../decisions/receipts/verify-drawn-service.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { openLedger } from '../../platform/db/open.ts';
import { hashFile } from '../../platform/files/hash-file.ts';
import {
  DOWNLOADS,
  DUMP,
  type FileEntry,
  FORMAT,
  KEYS,
  LEDGER,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  RefusedBackup,
  SECRET,
} from './backup-manifest.ts';
import type { BackupPlaces } from './backup-places.ts';
import { copyDatabase, describeDatabase, makeOneFile } from './copy-databases.ts';
import { dumpPostgres } from './dump-postgres.ts';

interface CreatedBackup {
  readonly file: string;
  readonly bytes: number;
  readonly encrypted: boolean;
  readonly manifest: Manifest;
}

const RECEIPTS_DRAWN = 10;

const STAGED = /^\.(?:backup|restore)-[0-9a-f-]{36}$/;
/**
 * The age at which a leftover folder is removed. No backup takes that long; a newer folder may belong to a
 * running backup.
 */
const LEFT_AFTER_MS = 24 * 3_600_000;

/**
 * Backs up the database, the keys and the secret while the service runs. The file appears complete or not at
 * all. Throws an error with an explanation if something is missing, damaged or inconsistent, and leaves no
 * files behind.
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
 * Copies the keys and the secret. This runs after the ledger is copied, so every receipt in the copy has its
 * key in the backup, even if keys are rotated at the same time.
 */
async function copySecrets({ keys, secret }: BackupPlaces, staged: string): Promise<void> {
  await copyFile(keys, path.join(staged, KEYS));
  await copyFile(secret, path.join(staged, SECRET));
  for (const name of [KEYS, SECRET]) await chmod(path.join(staged, name), 0o600);
  checkSecret(staged);
}

/**
 * Checks that the service would start with the secret in a staged backup. If not, throws an error that
 * explains why and never quotes the secret.
 */
export function checkSecret(staged: string): void {
  if (readSessionSecret(path.join(staged, SECRET)) === undefined)
    throw new RefusedBackup(
      `The session secret is damaged: ${SECRET_RULE}, or the service does not start. A new one signs everyone out: ` +
        'docs/backup.md says how to open a backup by hand.',
    );
}

/** Copies only files whose names a restore accepts; the service does not write others. */
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

/** Checks a staged embedded database against its keys. Returns the number of receipts that were verified. */
export async function checkReceipts(staged: string): Promise<number> {
  const ledger = openLedger({ databaseUrl: undefined, dataDir: staged });
  try {
    return await checkDrawn(ledger.db, staged);
  } finally {
    await ledger.close();
  }
}

/**
 * Checks that a ledger matches the staged keys: every key exists, and ten randomly chosen receipts verify.
 * Returns the number of receipts that were verified.
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

/**
 * Removes the copies that a killed backup or restore left in the data folder, because they contain
 * unencrypted keys and the ledger.
 */
export async function removeLeftovers(dataDir: string, now: Date): Promise<void> {
  if (!existsSync(dataDir)) return;
  const names = readdirSync(dataDir).filter((name) => STAGED.test(name));
  for (const name of names) {
    const folder = path.join(dataDir, name);
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now.getTime();
    if (now.getTime() - changedAt >= LEFT_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the archive: a tar of the staged files, encrypted to the recipients. Without recipients, the archive
 * is not encrypted.
 */
export async function writeArchive(options: {
  readonly staged: string;
  readonly manifest: Manifest;
  readonly recipients: readonly string[];
  readonly to: string;
}): Promise<void> {
  // Opened before any data flows; otherwise the stream could fail before it has an error listener.
  const target = (await open(options.to, 'wx', 0o600)).createWriteStream();
  const archive = pack();
  // An error here ends the pipeline, which reports it.
  const filled = fill(archive, options.staged, options.manifest).catch((error: Error) =>
    archive.destroy(error),
  );
  await pipeline(await encrypted(archive, options.recipients), target);
  await filled;
  const file = await open(options.to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function encrypted(archive: Pack, recipients: readonly string[]): Promise<AsyncIterable<Uint8Array>> {
  if (recipients.length === 0) return Readable.from(archive, { objectMode: false });
  return encrypterFor(recipients).encrypt(ReadableStream.from(archive as AsyncIterable<Uint8Array>));
}

/** Creates the encrypter. Throws an explanation if a recipient is not an age key. */
function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      // Do not quote the text, and omit the cause, which quotes it: the text may be a secret key.
      throw new Error('A recipient is not an age key: it must be age1…, as backup-key prints it.');
    }
  }
  return encrypter;
}

async function fill(archive: Pack, staged: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  archive.entry({ name: MANIFEST, mode: 0o600 }, text);
  archive.entry({ name: MANIFEST_HASH, mode: 0o600 }, `${hash('sha256', text)}\n`);
  for (const file of manifest.files) await addFile(archive, staged, file);
  archive.finalize();
}

async function addFile(archive: Pack, staged: string, { name, bytes }: FileEntry): Promise<void> {
  const entry = archive.entry({ name, size: bytes, mode: 0o600 });
  await pipeline(createReadStream(path.join(staged, name)), entry);
}
