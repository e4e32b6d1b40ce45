import type { ReceiptClaims } from './api.ts';
import {
  hashReceiptEntry,
  isIncluded,
  type LogKey,
  openNote,
  parseCheckpoint,
  parseLogKey,
  parseProof,
} from './log.ts';
import { createReceiptVerifier, type PinnedKeys } from './receipts.ts';

/** Why a receipt and its proof are not worth anything. */
export type InvalidProof =
  | 'malformed'
  | 'signature_mismatch'
  | 'malformed_proof'
  | 'proof_mismatch'
  | 'checkpoint_mismatch'
  | 'key_compromised';

/** Why it cannot be known with the keys at hand. */
export type UnverifiableProof = 'unknown_key' | 'unknown_log' | 'no_time';

/** What checking a receipt together with its proof found. */
export type LoggedVerification =
  | {
      readonly result: 'valid';
      readonly reason: null;
      readonly claims: ReceiptClaims;
      /** Which entry of the log it is. */
      readonly index: number;
      readonly log: string;
      /** The earliest time that a known key signed for, ISO 8601; null if no signature has one. */
      readonly logged_at: string | null;
    }
  | { readonly result: 'invalid'; readonly reason: InvalidProof; readonly claims: ReceiptClaims | null }
  | {
      readonly result: 'unverifiable';
      readonly reason: UnverifiableProof;
      readonly claims: ReceiptClaims | null;
    };

/**
 * Checks a receipt and the proof that the public log has it, without asking anybody. Only a log whose key you pinned counts. A receipt
 * whose key leaked is valid if the log had it before that.
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
  const at = Math.min(...opened.signed.map((each) => each.at ?? Number.POSITIVE_INFINITY));
  if (found.reason === 'key_compromised') {
    if (!Number.isFinite(at)) return unverifiable('no_time', claims);
    if (at * 1_000 >= Date.parse(found.compromisedAt))
      return { result: 'invalid', reason: 'key_compromised', claims };
  }
  return {
    result: 'valid',
    reason: null,
    claims,
    index: parsed.index,
    log: head.origin,
    logged_at: Number.isFinite(at) ? new Date(at * 1_000).toISOString() : null,
  };
}

/** Reads the pinned keys of logs and witnesses. Throws a TypeError for any other text. */
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
