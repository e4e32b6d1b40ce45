import type { DatabaseSync } from 'node:sqlite';
import type { OpenSnapshot, Published } from '../../platform/db/database.ts';
import { openSnapshotFile } from '../../platform/db/snapshots/published-snapshot.ts';
import { listSnapshots } from '../../platform/db/snapshots/snapshot-folder.ts';
import { iterateRows } from '../../platform/db/sqlite/new-sqlite-file.ts';
import { createSlice } from '../../platform/yield-event-loop.ts';
import { holdTree, proveInclusion, type ReadNode } from '../../proof/tree.ts';
import { hashTreeLeaf, type TreeRecord } from './record-tree.ts';

/** Proves that a record is included under a publication's root hash. */
export interface RecordProof {
  readonly version: number;
  readonly publishedAt: string;
  /** The position of the record when sorted by id, starting at 0. */
  readonly position: number;
  /** The SHA-256 of the record's search texts, in hexadecimal. */
  readonly shownSha256: string;
  /** The hashes on the path to the root. */
  readonly path: readonly Uint8Array[];
}

export interface RecordProofs {
  /** Reads the published records and the previous publication's records. */
  renew(): Promise<void>;
  /** Proves a record; undefined if it is in neither publication. */
  prove(record: { readonly id: string; readonly sha256: string }): Promise<RecordProof | undefined>;
}

interface HeldRecords {
  readonly version: number;
  readonly publishedAt: string;
  readonly positions: ReadonlyMap<string, number>;
  /** Both hashes of each record, one record after the other. */
  readonly hashes: Uint8Array;
  readonly read: ReadNode;
}

const HASH_BYTES = 32;
const RECORD_BYTES = 2 * HASH_BYTES;

/**
 * Creates proofs for the records in the current and the previous snapshot, because a receipt may be a few
 * seconds older than the current snapshot. The hashes for both snapshots remain in memory, at 250 bytes per
 * record.
 */
export function createRecordProofs(published: Published): RecordProofs {
  let current: HeldRecords | undefined;
  let before: HeldRecords | undefined;
  return {
    async renew() {
      await published.renew();
      await published.use(async ({ version, sqlite }) => {
        if (version === 0 || version === current?.version) return;
        before = current ?? (await readReplaced(published.folder, version));
        current = await readRecords(sqlite, version);
      });
    },
    async prove(record) {
      return (current && (await proveIn(current, record))) ?? (before && proveIn(before, record));
    },
  };
}

async function proveIn(
  { version, publishedAt, positions, hashes, read }: HeldRecords,
  { id, sha256 }: { readonly id: string; readonly sha256: string },
): Promise<RecordProof | undefined> {
  const position = positions.get(id);
  if (position === undefined) return undefined;
  const own = Buffer.from(hashes.buffer, position * RECORD_BYTES, RECORD_BYTES);
  if (own.toString('hex', 0, HASH_BYTES) !== sha256) return undefined;
  const path = await proveInclusion(position, positions.size, read);
  return { version, publishedAt, position, shownSha256: own.toString('hex', HASH_BYTES), path };
}

/**
 * Reads the snapshot before a version, which remains uncompressed until the next publication; undefined if it
 * is missing.
 */
async function readReplaced(folder: string, current: number): Promise<HeldRecords | undefined> {
  const replaced = listSnapshots(folder).find(({ version }) => version < current);
  if (!replaced || replaced.isCompressed) return undefined;
  let snapshot: DatabaseSync | undefined;
  try {
    snapshot = openSnapshotFile(replaced.file);
    return await readRecords(snapshot, replaced.version);
  } catch {
    // A snapshot in an earlier format does not have these hashes, or another process may have removed the
    // file.
    return undefined;
  } finally {
    snapshot?.close();
  }
}

/** Reads the hashes of all records and computes their tree, in slices. */
async function readRecords(
  snapshot: OpenSnapshot['sqlite'],
  version: number,
): Promise<HeldRecords | undefined> {
  const slice = createSlice(() => performance.now());
  const positions = new Map<string, number>();
  const leaves: Uint8Array[] = [];
  const hashes: Buffer[] = [];
  const rows = iterateRows<TreeRecord>(snapshot, 'select id, sha256, shown_sha256 from vendors order by id');
  for (const row of rows) {
    positions.set(row.id, positions.size);
    leaves.push(hashTreeLeaf(row));
    hashes.push(Buffer.from(row.sha256 + row.shown_sha256, 'hex'));
    await slice();
  }
  const [state] = iterateRows<{ published_at: string }>(snapshot, 'select published_at from published_state');
  return (
    state && {
      version,
      publishedAt: state.published_at,
      positions,
      hashes: new Uint8Array(Buffer.concat(hashes)),
      read: holdTree(leaves),
    }
  );
}
