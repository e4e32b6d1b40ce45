import { LRUCache } from 'lru-cache';
import type { LedgerDb } from '../../platform/db/database.ts';
import { formatProof, parseCheckpoint } from '../../proof/checkpoint.ts';
import { parseKey, splitNote } from '../../proof/note.ts';
import {
  bundleEntries,
  nodesFrom,
  splitEntries,
  splitHashes,
  TILE_WIDTH,
  type TileName,
  tileOfBundle,
  tileWidthAt,
} from '../../proof/tiles.ts';
import { equal, HASH_BYTES, proveInclusion, type ReadNode, readRoot } from '../../proof/tree.ts';
import { treeEntryOf } from '../../records/snapshot/record-tree.ts';
import { formatRecordProof } from './entries.ts';
import { openHeadFile } from './head-file-service.ts';
import {
  findCheckpointOver,
  findNewestCheckpoint,
  findOldestUnlogged,
  findProvenRecord,
  findReceiptIndex,
  listLastCosignatures,
  listSizes,
  readCosignatures,
  readStoredTile,
} from './store.ts';

/** Proves that a receipt is in the log. */
export interface LoggedReceipt {
  /** The number of the entry; the first one is 0. */
  readonly index: number;
  /** When the first checkpoint with it was signed, ISO 8601. */
  readonly loggedAt: string;
  /** The proof for that checkpoint, in the format of c2sp.org/tlog-proof. */
  readonly proof: string;
}

/** The parts of a receipt that a proof needs. */
interface ProvableReceipt {
  readonly jti: string;
  /** SHA-256 of its text. */
  readonly sha256: string;
  readonly vendorId: string;
  readonly recordSha256: string;
}

/** The facts about the log that are shown on a page. */
export interface LogDescription {
  /** The last checkpoint, as a signed note. */
  readonly note: string;
  readonly size: number;
  readonly signedAt: string;
  /** The size at the end of each recent day, oldest first. */
  readonly sizes: readonly { readonly day: string; readonly size: number }[];
  /** The last checkpoint that each witness signed. */
  readonly witnesses: readonly {
    readonly name: string;
    readonly size: number;
    readonly signedAt: string;
  }[];
}

export interface LogExamination {
  /** The number of entries; 0 before the first checkpoint. */
  readonly size: number;
  /** False if the tiles do not give the root in the last checkpoint. */
  readonly isSound: boolean;
  /** When the oldest receipt that is not in the log was issued, ISO 8601. */
  readonly waitingSince: string | undefined;
}

/** The public log. Anyone can read it; only the sequencer writes to it. */
export interface TransparencyLog {
  /** The last checkpoint, as a note signed by the log and by witnesses; undefined before the first one. */
  findCheckpoint(): Promise<string | undefined>;
  /** The bytes of a tile; undefined if the log has no such tile. */
  findTile(name: TileName): Promise<Uint8Array | undefined>;
  /** Reads the hashes of the tree. */
  nodes(): ReadNode;
  /** Returns the facts about the log for a page; undefined before the first checkpoint. */
  describe(): Promise<LogDescription | undefined>;
  /** Recomputes the last tree from its tiles, and finds the receipt that has waited longest for the log. */
  examine(): Promise<LogExamination>;
  /** Proves that a receipt is in the log; null if it is not, or not yet. */
  prove(receipt: ProvableReceipt): Promise<LoggedReceipt | null>;
}

interface CachedTile {
  readonly bytes: Uint8Array;
  /** The number of its entries or hashes. */
  readonly width: number;
}

/** The number of tiles cached in memory. With the subtrees of those that proofs used, they take up to 13 MB. */
const TILES_MAX = 512;

/**
 * Opens the log of a ledger for reading. The head file in `dataDir` has the last checkpoint that was published.
 * If the database is older than that, there is no checkpoint until the sequencer has begun a new log, so that no
 * follower sees the old log go back.
 */
export function openLog(ledgerDb: LedgerDb, dataDir?: string): TransparencyLog {
  const published = dataDir === undefined ? undefined : openHeadFile(dataDir);
  const cached = new LRUCache<string, CachedTile>({ max: TILES_MAX });
  /** A tile only grows, so a cached one is used until a caller needs more of it. */
  const readTile = async (level: TileName['level'], n: number, width: number): Promise<Uint8Array> => {
    const name = `${level}/${n}`;
    const known = cached.get(name);
    if (known && known.width >= width) return known.bytes;
    const stored = await readStoredTile(ledgerDb, level === 'entries' ? 0 : level, n);
    const bytes = level === 0 ? tileOfBundle(stored) : stored;
    const had = level === 'entries' ? countEntries(bytes) : bytes.length / HASH_BYTES;
    cached.set(name, { bytes, width: had });
    return bytes;
  };
  const findNewest = async () => {
    const newest = await findNewestCheckpoint(ledgerDb);
    const head = newest && published?.read();
    const isBehind = head && newest.size < head.size && newest.note.startsWith(`${head.origin}\n`);
    return isBehind ? undefined : newest;
  };
  const withCosignatures = async ({ size, note }: { readonly size: number; readonly note: string }) =>
    note + (await readCosignatures(ledgerDb, size));
  return {
    async findCheckpoint() {
      const newest = await findNewest();
      return newest && withCosignatures(newest);
    },
    nodes: () => nodesFrom(readTile),
    async describe() {
      const newest = await findNewest();
      if (!newest) return undefined;
      const witnesses = await listLastCosignatures(ledgerDb);
      return {
        note: await withCosignatures(newest),
        size: newest.size,
        signedAt: newest.signed_at,
        sizes: await listSizes(ledgerDb),
        witnesses: witnesses.map(({ witness, size, signed_at }) => ({
          name: parseKey(witness)?.name ?? witness,
          size,
          signedAt: signed_at,
        })),
      };
    },
    async examine() {
      const newest = await findNewestCheckpoint(ledgerDb);
      const waitingSince = (await findOldestUnlogged(ledgerDb))?.issued_at;
      if (!newest) return { size: 0, isSound: true, waitingSince };
      const head = parseCheckpoint(splitNote(newest.note)?.text ?? '');
      const root = await readRoot(newest.size, nodesFrom(readTile)).catch(() => undefined);
      const isSound = head !== undefined && root !== undefined && equal(root, head.root);
      return { size: newest.size, isSound, waitingSince };
    },
    async findTile({ level, n, width }) {
      const newest = await findNewestCheckpoint(ledgerDb);
      if (!newest || tileWidthAt(newest.size, level === 'entries' ? 0 : level, n) < width) return undefined;
      const bytes = await readTile(level, n, width);
      return level === 'entries'
        ? bundleEntries(splitEntries(bytes).slice(0, width))
        : bytes.subarray(0, width * HASH_BYTES);
    },
    async prove(receipt) {
      const index = await findReceiptIndex(ledgerDb, receipt);
      if (index === null || index === undefined) return null;
      const checkpoint = await findCheckpointOver(ledgerDb, index);
      if (!checkpoint) return null;
      const { size, note } = checkpoint;
      const nodes = nodesFrom(readTile);
      const path = await proveInclusion(index, size, nodes);
      const record = await findProvenRecord(ledgerDb, receipt.recordSha256);
      const extra =
        record && record.log_index < size
          ? formatRecordProof({
              publication: {
                index: record.log_index,
                entry: await readEntry(readTile, record.log_index),
                path: await proveInclusion(record.log_index, size, nodes),
              },
              record: {
                index: record.position,
                entry: treeEntryOf({
                  id: receipt.vendorId,
                  sha256: receipt.recordSha256,
                  shown_sha256: record.shown_sha256,
                }),
                path: splitHashes(record.path),
              },
            })
          : undefined;
      const proof = formatProof({ extra, index, path, checkpoint: await withCosignatures({ size, note }) });
      return { index, loggedAt: checkpoint.signed_at, proof };
    },
  };
}

async function readEntry(
  readTile: (level: 'entries', n: number, width: number) => Promise<Uint8Array>,
  index: number,
): Promise<Uint8Array> {
  const at = index % TILE_WIDTH;
  const entries = splitEntries(await readTile('entries', Math.floor(index / TILE_WIDTH), at + 1));
  const entry = entries[at];
  if (!entry) throw new Error(`the log has no entry ${index}`);
  return entry;
}

function countEntries(bundle: Uint8Array): number {
  return splitEntries(bundle).length;
}
