import { LRUCache } from 'lru-cache';
import type { LedgerDb } from '../../platform/db/database.ts';
import { formatProof } from '../../proof/checkpoint.ts';
import {
  bundleEntries,
  nodesFrom,
  splitEntries,
  TILE_WIDTH,
  type TileName,
  tileOfBundle,
  tileWidthAt,
} from '../../proof/tiles.ts';
import { HASH_BYTES, proveInclusion } from '../../proof/tree.ts';
import { findCheckpointOver, findNewestCheckpoint, findReceiptIndex, readStoredTile } from './store.ts';

/** That a receipt is in the log. */
export interface LoggedReceipt {
  /** Which entry it is; the first one is 0. */
  readonly index: number;
  /** When the first checkpoint that has it was signed, ISO 8601. */
  readonly loggedAt: string;
  /** The proof for that checkpoint, as c2sp.org/tlog-proof has it. */
  readonly proof: string;
}

/** The public log: read by everybody, written by the sequencer alone. */
export interface TransparencyLog {
  /** The last checkpoint, as a signed note; undefined before the first one. */
  findCheckpoint(): Promise<string | undefined>;
  /** The bytes of a tile; undefined if the log has no such tile. */
  findTile(name: TileName): Promise<Uint8Array | undefined>;
  /** Proves that a receipt is in the log; null if it is not, or not yet. */
  prove(receipt: { readonly jti: string; readonly sha256: string }): Promise<LoggedReceipt | null>;
}

/** Full tiles that stay in memory: 4 MB. */
const TILES_MAX = 512;

/** Opens the log of a ledger for reading. */
export function openLog(ledgerDb: LedgerDb): TransparencyLog {
  const full = new LRUCache<string, Uint8Array>({ max: TILES_MAX });
  /** A tile that is full never changes again. */
  const readTile = async (level: TileName['level'], n: number): Promise<Uint8Array> => {
    const name = `${level}/${n}`;
    const known = full.get(name);
    if (known) return known;
    const stored = await readStoredTile(ledgerDb, level === 'entries' ? 0 : level, n);
    const bytes = level === 0 ? tileOfBundle(stored) : stored;
    const isFull =
      level === 'entries' ? countEntries(bytes) === TILE_WIDTH : bytes.length === TILE_WIDTH * HASH_BYTES;
    if (isFull) full.set(name, bytes);
    return bytes;
  };
  return {
    findCheckpoint: async () => (await findNewestCheckpoint(ledgerDb))?.note,
    async findTile({ level, n, width }) {
      const newest = await findNewestCheckpoint(ledgerDb);
      if (!newest || tileWidthAt(newest.size, level === 'entries' ? 0 : level, n) < width) return undefined;
      const bytes = await readTile(level, n);
      return level === 'entries'
        ? bundleEntries(splitEntries(bytes).slice(0, width))
        : bytes.subarray(0, width * HASH_BYTES);
    },
    async prove(receipt) {
      const index = await findReceiptIndex(ledgerDb, receipt);
      if (index === null || index === undefined) return null;
      const checkpoint = await findCheckpointOver(ledgerDb, index);
      if (!checkpoint) return null;
      const path = await proveInclusion(index, checkpoint.size, nodesFrom(readTile));
      const proof = formatProof({ index, path, checkpoint: checkpoint.note });
      return { index, loggedAt: checkpoint.signed_at, proof };
    },
  };
}

function countEntries(bundle: Uint8Array): number {
  return splitEntries(bundle).length;
}
