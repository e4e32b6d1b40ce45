import type { ReceiptClaims } from './api.ts';
import { bytesOf } from './jws.ts';
import {
  decodeBase64,
  type HeldSignature,
  hashLeaf,
  hashReceiptEntry,
  isIncluded,
  type LogKey,
  type LogProof,
  openNote,
  PATH_MAX,
  parseCheckpoint,
  parseLogKey,
  parseProof,
  type TreeHead,
} from './log.ts';
import { createReceiptVerifier, type PinnedKeys } from './receipts.ts';

/** The reason why a receipt or its proof is invalid. */
export type InvalidProof =
  | 'malformed'
  | 'signature_mismatch'
  | 'malformed_proof'
  | 'proof_mismatch'
  | 'checkpoint_mismatch'
  | 'record_mismatch'
  | 'key_compromised';

/** The reason why the pinned keys are not enough to decide. */
export type UnverifiableProof = 'unknown_key' | 'unknown_log' | 'no_time';

/** The publication that is proven to contain a receipt's record. */
export interface ProvenPublication {
  /** The index of the publication's log entry, from 0. */
  readonly index: number;
  readonly version: number;
  /** The date of the records. */
  readonly as_of: string;
  readonly published_at: string;
  /** The root hash of all records, hexadecimal; `rebuild` recomputes it from the regulator's files. */
  readonly root_hash: string;
}

/** The result of checking a receipt together with its proof. */
export type LoggedVerification =
  | {
      readonly result: 'valid';
      readonly reason: null;
      readonly claims: ReceiptClaims;
      /** The index of the receipt's log entry, from 0. */
      readonly index: number;
      readonly log: string;
      /** The earliest time in a signature by a known key, ISO 8601; null if no signature has a time. */
      readonly logged_at: string | null;
      /**
       * The earliest time signed by a witness, ISO 8601; null if no witness signed. `logged_at` may be only
       * the log's own time.
       */
      readonly witnessed_at: string | null;
      /** Null if the proof does not have a path for the record, as in receipts from before paths existed. */
      readonly publication: ProvenPublication | null;
    }
  | { readonly result: 'invalid'; readonly reason: InvalidProof; readonly claims: ReceiptClaims | null }
  | {
      readonly result: 'unverifiable';
      readonly reason: UnverifiableProof;
      readonly claims: ReceiptClaims | null;
    };

/**
 * Checks a receipt, and the proof that it is in the public log, offline. Only logs whose keys you have pinned
 * are accepted. A receipt whose key was leaked is valid if the log had the receipt before the leak.
 */
export async function verifyLoggedReceipt(
  receipt: string,
  proof: string,
  pinned: PinnedKeys,
): Promise<LoggedVerification> {
  const found = await createReceiptVerifier(pinned)(receipt);
  const { claims } = found;
  if (found.reason === 'unknown_key') return unverifiable('unknown_key', null);
  if (found.reason === 'malformed' || found.reason === 'signature_mismatch')
    return { result: 'invalid', reason: found.reason, claims: null };
  const parsed = parseProof(proof);
  if (!parsed || claims === null) return { result: 'invalid', reason: 'malformed_proof', claims };
  const keys = await readLogKeys(pinned);
  const opened = await openNote(parsed.checkpoint, keys);
  if (opened.state === 'broken') return { result: 'invalid', reason: 'checkpoint_mismatch', claims };
  const head = opened.state === 'signed' ? parseCheckpoint(opened.text) : undefined;
  const isOfLog =
    opened.state === 'signed' &&
    opened.signed.some(({ key, at }) => key.name === head?.origin && at === undefined);
  if (!isOfLog || !head) return unverifiable('unknown_log', claims);
  const leaf = await hashReceiptEntry(receipt);
  if (!(await isIncluded(leaf, parsed.index, head, parsed.path)))
    return { result: 'invalid', reason: 'proof_mismatch', claims };
  const publication = parsed.extra === undefined ? null : await openRecordProof(parsed, head, claims);
  if (publication === undefined) return { result: 'invalid', reason: 'record_mismatch', claims };
  const at = earliestOf(opened.signed);
  if (found.reason === 'key_compromised') {
    if (at === undefined) return unverifiable('no_time', claims);
    if (at * 1_000 >= Date.parse(found.compromisedAt))
      return { result: 'invalid', reason: 'key_compromised', claims };
  }
  return {
    result: 'valid',
    reason: null,
    claims,
    index: parsed.index,
    log: head.origin,
    logged_at: toTime(at),
    witnessed_at: toTime(earliestOf(opened.signed.filter(({ key }) => key.name !== head.origin))),
    publication,
  };
}

function earliestOf(signed: readonly HeldSignature[]): number | undefined {
  const times = signed.map(({ at }) => at).filter((at) => at !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

function toTime(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1_000).toISOString();
}

/** Checks that a receipt's record is under the root hash of a logged publication; undefined if it is not. */
async function openRecordProof(
  { extra }: LogProof,
  head: TreeHead,
  { vendor_id: id, record_sha256: sha256 }: ReceiptClaims,
): Promise<ProvenPublication | undefined> {
  const parsed = Object(parseJson(new TextDecoder().decode(extra)));
  const logged = readProvenEntry(parsed.publication);
  const record = readProvenEntry(parsed.record);
  const { type, version, as_of, published_at, root_hash, records } = Object(parseJson(logged?.entry ?? ''));
  if (!logged || !record || type !== 'publication' || !record.entry.startsWith(`${id} ${sha256} `))
    return undefined;
  const isLogged = await isIncluded(await hashLeaf(bytesOf(logged.entry)), logged.index, head, logged.path);
  const root = /^[0-9a-f]{64}$/.test(root_hash)
    ? Uint8Array.from(root_hash.match(/../g), readHex)
    : undefined;
  if (!isLogged || !root || !Number.isSafeInteger(records)) return undefined;
  const leaf = await hashLeaf(bytesOf(record.entry));
  const isRecord = await isIncluded(leaf, record.index, { size: records, root }, record.path);
  return isRecord ? { index: logged.index, version, as_of, published_at, root_hash } : undefined;
}

function readHex(digits: string): number {
  return Number.parseInt(digits, 16);
}

function readProvenEntry(value: unknown) {
  const { index, entry, path } = Object(value);
  if (!Number.isSafeInteger(index) || index < 0 || typeof entry !== 'string' || !Array.isArray(path))
    return undefined;
  const hashes = path.map((hash) => decodeBase64(String(hash))).filter((hash) => hash?.length === 32);
  if (hashes.length !== path.length || path.length > PATH_MAX) return undefined;
  return { index: Number(index), entry, path: hashes.filter((hash) => hash !== undefined) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses the pinned keys of logs and witnesses. Throws a TypeError if one of them is not a key. */
async function readLogKeys({ log_keys: texts = [] }: PinnedKeys): Promise<LogKey[]> {
  const keys = await Promise.all(texts.map(parseLogKey));
  return keys.map((key, at) => {
    if (!key) throw new TypeError(`This is not a key of a log: ${texts[at]}`);
    return key;
  });
}

function unverifiable(reason: UnverifiableProof, claims: ReceiptClaims | null): LoggedVerification {
  return { result: 'unverifiable', reason, claims };
}
