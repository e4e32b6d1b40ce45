import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { hashFile } from '../../files/hash-file.ts';
import { ensureFolderForOwner } from '../../files/owner-only.ts';
import type { LedgerDb } from '../database.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { PublishedStateTable } from '../schema/ledger-tables/publication-tables.ts';
import { putInPlace } from '../sqlite/new-sqlite-file.ts';

/** Sends snapshots to processes on other machines through the shared database, in compressed parts. */

/** The maximum number of a file's bytes in one row, before compression. */
const PART_BYTES = 2_000_000;
/** The number of snapshots to keep. A process may still be fetching the one before the newest. */
const KEPT = 2;

type NamedSnapshot = Pick<PublishedStateTable, 'snapshot' | 'snapshot_sha256'>;

/** Writes a snapshot to the shared database, and deletes snapshots that no process needs anymore. */
export async function sendSnapshot(ledgerDb: LedgerDb, version: number, file: string): Promise<void> {
  const snapshot = path.basename(file);
  // After a backup is restored, a version can be published a second time.
  await ledgerDb.deleteFrom('snapshot_parts').where('version', '>=', version).execute();
  let part = 0;
  for (const bytes of readParts(file)) {
    await ledgerDb
      .insertInto('snapshot_parts')
      .values({ version, snapshot, part, bytes: zstdCompressSync(bytes) })
      .execute();
    part += 1;
  }
  await ledgerDb
    .deleteFrom('snapshot_parts')
    .where('version', '<=', version - KEPT)
    .execute();
}

/**
 * Fetches a snapshot from the shared database. Throws if it is missing or differs from the one that was sent.
 */
export async function fetchSnapshot(
  ledgerDb: LedgerDb,
  { snapshot, snapshot_sha256: sha256 }: NamedSnapshot,
  target: string,
): Promise<void> {
  const folder = path.dirname(target);
  ensureFolderForOwner(folder);
  const unfinished = mkdtempSync(path.join(folder, 'unfinished-'));
  try {
    const file = path.join(unfinished, snapshot);
    await writeParts(ledgerDb, snapshot, file);
    if ((await hashFile(file)).sha256 !== sha256)
      throw new DatabaseUnavailable('damaged', `snapshot ${snapshot}`);
    putInPlace(file, target);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function writeParts(ledgerDb: LedgerDb, snapshot: string, file: string): Promise<void> {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    for (let part = 0; ; part += 1) {
      const row = await ledgerDb
        .selectFrom('snapshot_parts')
        .select('bytes')
        .where('snapshot', '=', snapshot)
        .where('part', '=', part)
        .executeTakeFirst();
      if (!row && part === 0) throw new DatabaseUnavailable('broken', `snapshot ${snapshot} is missing`);
      if (!row) return;
      writeSync(descriptor, zstdDecompressSync(row.bytes, { maxOutputLength: PART_BYTES }));
    }
  } finally {
    closeSync(descriptor);
  }
}

function* readParts(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(PART_BYTES);
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer))
      yield buffer.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
}
