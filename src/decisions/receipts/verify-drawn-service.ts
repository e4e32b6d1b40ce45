import { hash } from 'node:crypto';
import type { LedgerDb } from '../../platform/db/database.ts';
import { type KeyRing, loadKey } from './keys.ts';
import { joinReceipt, verifyReceipt } from './receipt.ts';
import { drawReceipts, listKeyIds } from './store.ts';

interface DrawnReceipts {
  readonly drawn: number;
  /** The IDs of receipts that do not verify. */
  readonly refused: readonly string[];
  /** The keys that signed receipts but are missing from the ring. */
  readonly keysMissing: readonly string[];
}

/** Verifies a random sample of a ledger's receipts against a ring, to check that the two belong together. */
export async function verifyDrawnReceipts(
  ledgerDb: LedgerDb,
  ring: KeyRing,
  count: number,
): Promise<DrawnReceipts> {
  const keys = new Map(ring.keys.map((key) => [key.id, loadKey(key)]));
  const keysMissing = (await listKeyIds(ledgerDb)).filter((id) => !keys.has(id));
  const rows = await drawReceipts(ledgerDb, count);
  const refused = rows.filter((row) => {
    const [hs256 = '', edDsa = ''] = row.signatures?.split('.') ?? [];
    const text = joinReceipt({ claims: row.claims ?? '', keyId: row.key_id, hs256, edDsa });
    const verification = verifyReceipt(text, keys);
    // A compromised key's signature still matches, although it can no longer be trusted.
    const fits = verification.valid || verification.reason === 'key_compromised';
    return !fits || hash('sha256', text) !== row.receipt_sha256;
  });
  return { drawn: rows.length, refused: refused.map(({ jti }) => jti), keysMissing };
}
