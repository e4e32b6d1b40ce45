import { createPrivateKey, type KeyObject } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoggedPublication } from '../../intake/log/runs-service.ts';
import type { LedgerAccess, LedgerTx } from '../../platform/db/database.ts';
import type { LogRecordsTable } from '../../platform/db/schema/ledger-tables/service-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Checkpoint, formatCheckpoint, parseCheckpoint } from '../../proof/checkpoint.ts';
import { openNote, signatureLine } from '../../proof/note.ts';
import { bundleEntries, growTiles, nodesFrom, TILE_WIDTH, tileOfBundle } from '../../proof/tiles.ts';
import { equal, hashLeaf, readRoot } from '../../proof/tree.ts';
import type { RecordProof, RecordProofs } from '../../records/snapshot/record-proof-service.ts';
import type { KeyStore } from '../receipts/key-file-service.ts';
import { beginLog } from '../receipts/key-ring-service.ts';
import { type LogKeys, logNoteKeys } from '../receipts/keys.ts';
import { continuationEntry, publicationEntry, receiptEntry } from './entries.ts';
import type { HeadFile } from './head-file-service.ts';
import {
  findLoggedPublication,
  findNewestCheckpoint,
  insertCheckpoint,
  insertLoggedPublication,
  insertProvenRecords,
  listProvenRecords,
  readStoredTile,
  type TakenReceipt,
  takeReceipts,
  writeStoredTiles,
} from './store.ts';

interface SequencerParts {
  readonly ledger: LedgerAccess;
  readonly keys: KeyStore;
  /** The name of the first log. A log that continues an earlier one gets its own name. */
  readonly origin: string;
  readonly listPublications: (
    afterRun: number,
  ) => Promise<readonly { readonly runId: number; readonly publication: LoggedPublication }[]>;
  /** Proves the records that receipts refer to. */
  readonly records: RecordProofs;
  readonly head: HeadFile;
  readonly now: () => Date;
  /** Called when the database turns out to be in an older state and a new log begins. */
  readonly onNewLog: (before: Checkpoint | undefined, origin: string) => void;
}

/** Names the first log of a service after its address, without the scheme. */
export function originOf(baseUrl: string): string {
  return `${baseUrl.replace(/^https?:\/\//, '')}/log`;
}

export interface Sequencer {
  /** Adds everything that is not in the log yet. Returns the number of entries added. */
  run(signal?: AbortSignal): Promise<number>;
}

/**
 * The most receipts that one transaction adds, because decisions wait for it in the embedded database. It
 * stops at the end of a tile, so that the next transaction does not have to hash part of that tile again.
 */
const BATCH = TILE_WIDTH;
const RESTORED =
  'The database is older than this checkpoint. Entries after its last common one are in the earlier log only.';

/**
 * Turns receipts and publications into entries of the log, in one transaction with the checkpoint that
 * contains them. This way, a published checkpoint is never contradicted, even if a process is killed. Several
 * processes may run it; a lock lets in one at a time.
 */
export function createSequencer(parts: SequencerParts): Sequencer {
  let seenRun = 0;
  return {
    async run(signal) {
      let sum = 0;
      // Renew these before listing publications, so that the publication that proves a record is in the log
      // before the receipt.
      await parts.records.renew();
      let mustProve = true;
      while (!signal?.aborted) {
        // Read this before the database, so that the database has at least this checkpoint.
        const known = parts.head.read();
        const publications = await parts.listPublications(seenRun);
        const must = mustProve;
        const appended = await inTransaction(parts.ledger.db, (tx) =>
          appendBatch(tx, parts, { known, publications, mustProve: must }),
        ).catch(asUnknownRecord);
        if (!appended) {
          // The receipt's record was published in the meantime, or is so old that the receipt is logged
          // without the record's path.
          mustProve = false;
          await parts.records.renew();
          continue;
        }
        const { added, head } = appended;
        seenRun = publications.at(-1)?.runId ?? seenRun;
        sum += added;
        if (added === 0 || head.size - (known?.size ?? 0) > 20 * BATCH) await parts.head.write(head);
        if (added === 0) break;
        await nextTurn();
      }
      return sum;
    },
  };
}

interface Round {
  readonly known: Checkpoint | undefined;
  readonly publications: readonly { readonly publication: LoggedPublication }[];
  /** True if an unknown record ends the round. */
  readonly mustProve: boolean;
}

class UnknownRecord extends Error {}

function asUnknownRecord(error: unknown): undefined {
  if (!(error instanceof UnknownRecord)) throw error;
}

async function appendBatch(
  tx: LedgerTx,
  parts: SequencerParts,
  { known, publications, mustProve }: Round,
): Promise<{ readonly added: number; readonly head: Checkpoint }> {
  const { ledger, keys, now } = parts;
  await ledger.engine.lockName(tx, 'log');
  const stored = await findNewestCheckpoint(tx);
  const newest = stored && readOwn(stored.note, keys.current().ring.logs ?? []);
  const current = await findGrowing(tx, parts, newest, known);
  const continues = current !== undefined && newest?.origin === current.origin;
  const before = continues ? undefined : laterOf(newest, known);
  const entries = before ? [continuationEntry(before, RESTORED)] : [];
  const size = newest?.size ?? 0;
  for (const { publication } of publications) {
    if (await findLoggedPublication(tx, publication)) continue;
    const { version, published_at, root_hash } = publication;
    await insertLoggedPublication(tx, {
      version,
      published_at,
      root_hash,
      log_index: size + entries.length,
    });
    entries.push(publicationEntry(publication));
  }
  const start = size + entries.length;
  const receipts = await takeReceipts(tx, start, BATCH - (start % BATCH));
  entries.push(...receipts.map(({ receipt_sha256: sha256 }) => receiptEntry(sha256)));
  await keepRecordPaths(tx, receipts, parts.records, mustProve);
  // Give an empty log a checkpoint too, for readers who follow it.
  if (entries.length === 0 && newest) return { added: 0, head: newest };
  const root = await appendEntries(tx, size, entries);
  // Do this last: the new log's keys are in a file, which a transaction cannot roll back.
  const log = current ?? beginNewLog(parts, before);
  const head = { origin: log.origin, size: size + entries.length, root };
  const signedAt = now();
  const note = signCheckpoint(formatCheckpoint(head), log, signedAt);
  await insertCheckpoint(tx, { size: head.size, signed_at: signedAt.toISOString(), note });
  return { added: entries.length, head };
}

/**
 * Stores the path from each receipt's record to its publication's root hash, because snapshots are deleted
 * after a few days.
 */
async function keepRecordPaths(
  tx: LedgerTx,
  receipts: readonly TakenReceipt[],
  records: RecordProofs,
  mustProve: boolean,
): Promise<void> {
  const named = new Map(receipts.map((each) => [each.record_sha256, each.vendor_id]));
  if (named.size === 0) return;
  const proven = await listProvenRecords(tx, [...named.keys()]);
  const rows: LogRecordsTable[] = [];
  for (const [sha256, id] of named) {
    if (proven.has(sha256)) continue;
    const proof = await records.prove({ id, sha256 });
    if (proof) rows.push(toRow(sha256, proof));
    else if (mustProve) throw new UnknownRecord();
  }
  if (rows.length > 0) await insertProvenRecords(tx, rows);
}

function toRow(record_sha256: string, proof: RecordProof): LogRecordsTable {
  const { version, publishedAt: published_at, position, shownSha256: shown_sha256, path } = proof;
  return { record_sha256, version, published_at, position, shown_sha256, path: Buffer.concat(path) };
}

/** Reads the database's last checkpoint. Throws if none of our keys signed it. */
function readOwn(note: string, logs: readonly LogKeys[]): Checkpoint {
  const opened = openNote(note, logs.flatMap(logNoteKeys));
  const checkpoint = opened && parseCheckpoint(opened.text);
  if (checkpoint) return checkpoint;
  throw new Error(
    'The key file has no key of the log in the database, so nothing is added to the log. Restore the key file of this service.',
  );
}

/**
 * Returns the keys of the growing log; undefined if there is none yet, or if the database is missing entries
 * that a log with these keys has published.
 */
async function findGrowing(
  tx: LedgerTx,
  { keys }: SequencerParts,
  newest: Checkpoint | undefined,
  known: Checkpoint | undefined,
): Promise<LogKeys | undefined> {
  const current = keys.current().ring.logs?.at(-1);
  const isKnown = current !== undefined && known?.origin === current.origin;
  const isBehind = isKnown ? !(await hasHead(tx, newest, known)) : newest === undefined;
  return isBehind ? undefined : current;
}

function beginNewLog(
  { keys, origin, now, onNewLog }: SequencerParts,
  before: Checkpoint | undefined,
): LogKeys {
  const isFirst = keys.current().ring.logs?.at(-1) === undefined;
  keys.change((ring) => beginLog(ring, origin, now()));
  const begun = keys.current().ring.logs?.at(-1);
  if (!begun) throw new Error('the keys of a new log were not kept');
  if (!isFirst) onNewLog(before, begun.origin);
  return begun;
}

/** Returns true if the database has the published tree. */
async function hasHead(tx: LedgerTx, newest: Checkpoint | undefined, known: Checkpoint): Promise<boolean> {
  if (!newest || newest.size < known.size) return false;
  if (newest.size === known.size) return equal(newest.root, known.root);
  const root = await readRoot(known.size, nodesFrom(tileReader(tx)));
  return equal(root, known.root);
}

function laterOf(one: Checkpoint | undefined, other: Checkpoint | undefined): Checkpoint | undefined {
  return other && other.size >= (one?.size ?? 0) ? other : one;
}

/** Appends entries after the first `size` ones. Returns the root. */
async function appendEntries(
  tx: LedgerTx,
  size: number,
  entries: readonly Uint8Array[],
): Promise<Uint8Array> {
  const readBefore = tileReader(tx);
  const grown = await growTiles(size, entries.map(hashLeaf), readBefore);
  const stored = grown
    .filter(({ level }) => level > 0)
    .map(({ level, n, hashes }) => ({ level, n, bytes: hashes }));
  for (const { n } of grown.filter(({ level }) => level === 0)) {
    const added = entries.slice(Math.max(0, n * TILE_WIDTH - size), (n + 1) * TILE_WIDTH - size);
    const had = n * TILE_WIDTH < size ? await readStoredTile(tx, 0, n) : new Uint8Array();
    stored.push({ level: 0, n, bytes: Buffer.concat([had, bundleEntries(added)]) });
  }
  if (stored.length > 0) await writeStoredTiles(tx, stored);
  const byName = new Map(grown.map((tile) => [`${tile.level}/${tile.n}`, tile.hashes]));
  const readTile = async (level: number, n: number) => byName.get(`${level}/${n}`) ?? readBefore(level, n);
  return readRoot(size + entries.length, nodesFrom(readTile));
}

function tileReader(tx: LedgerTx) {
  return async (level: number, n: number): Promise<Uint8Array> => {
    const bytes = await readStoredTile(tx, level, n);
    return level === 0 ? tileOfBundle(bytes) : bytes;
  };
}

/** Signs the text of a checkpoint twice: without a time, for every reader, and with a time. */
export function signCheckpoint(text: string, log: LogKeys, now: Date): string {
  const [sign, time] = logNoteKeys(log);
  const signature = signatureLine(text, sign, privateKey(log.sign_d, log.sign_x), now);
  return `${text}\n${signature}${signatureLine(text, time, privateKey(log.time_d, log.time_x), now)}`;
}

function privateKey(d: string, x: string): KeyObject {
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' });
}
