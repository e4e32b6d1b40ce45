import { hash } from 'node:crypto';
import type { LoggedPublication } from '../../intake/log/runs-service.ts';
import type { Checkpoint } from '../../proof/checkpoint.ts';

/** The log's entries: a byte of 1 followed by a receipt's hash, or a JSON object. */

const RECEIPT = Uint8Array.of(1);
/**
 * The maximum number of files whose hashes fit into an entry. With more files, the entry has one hash over
 * all of them.
 */
const FILES_MAX = 900;

/** Returns the entry for a receipt with this SHA-256 (hexadecimal). */
export function receiptEntry(receiptSha256: string): Uint8Array {
  return Buffer.concat([RECEIPT, Buffer.from(receiptSha256, 'hex')]);
}

/** Returns the entry for a publication. */
export function publicationEntry({ files, ...publication }: LoggedPublication): Uint8Array {
  return jsonEntry({
    type: 'publication',
    ...publication,
    files_count: files.length,
    files_sha256: hashFileList(files),
    ...(files.length > FILES_MAX ? {} : { files }),
  });
}

/** Hashes the list of files like `sha256sum`, one hash per line. */
export function hashFileList(files: readonly string[]): string {
  return hash(
    'sha256',
    [...files]
      .sort()
      .map((each) => `${each}\n`)
      .join(''),
  );
}

/** Returns the first entry of a log that continues an earlier log, with its last known checkpoint. */
export function continuationEntry({ origin, size, root }: Checkpoint, why: string): Uint8Array {
  return jsonEntry({ type: 'continues', log: origin, size, root: Buffer.from(root).toString('base64'), why });
}

function jsonEntry(entry: object): Uint8Array {
  return Buffer.from(JSON.stringify(entry));
}

/** An entry of a tree and the path from it to the root. */
interface ProvenEntry {
  readonly index: number;
  readonly entry: Uint8Array | string;
  readonly path: readonly Uint8Array[];
}

/**
 * Formats the proof for a receipt's record: a publication is in the log, and the record is under its root
 * hash.
 */
export function formatRecordProof({
  publication,
  record,
}: {
  readonly publication: ProvenEntry;
  readonly record: ProvenEntry;
}): Uint8Array {
  return jsonEntry({ publication: toText(publication), record: toText(record) });
}

function toText({ index, entry, path }: ProvenEntry) {
  return {
    index,
    entry: Buffer.from(entry).toString(),
    path: path.map((hash) => Buffer.from(hash).toString('base64')),
  };
}
