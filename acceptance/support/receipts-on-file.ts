import { hash } from 'node:crypto';
import { createLocalJWKSet, generalVerify, type JSONWebKeySet } from 'jose';
import type { Place } from '../../test/support/place.ts';

/** The service also checks one in this many receipts. */
const ASKED_EACH = 20;

/**
 * Checks that every receipt that a client received is on file, byte for byte, and verifies. jose verifies one
 * in `joseEach` receipts, and the service verifies some. Returns the receipts on file and the errors.
 */
export async function judgeReceipts(url: string, place: Place, got: readonly string[], joseEach = 1) {
  const ledger = place.openLedger();
  const rows = await ledger.db
    .selectFrom('receipts')
    .select(['jti', 'issued_at', 'event_type', 'receipt_sha256'])
    .execute();
  await ledger.close();
  const onFile = new Set(rows.map(({ receipt_sha256 }) => receipt_sha256));
  const keys = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
  const findKey = createLocalJWKSet(keys);
  const problems: string[] = [];
  for (const [index, receipt] of got.entries()) {
    if (!onFile.has(hash('sha256', receipt)))
      problems.push(`a receipt that a client got is not on file: ${receipt}`);
    if (index % joseEach === 0)
      await generalVerify(JSON.parse(Buffer.from(receipt, 'base64url').toString()), findKey);
  }
  for (const receipt of got.filter((_, index) => index % ASKED_EACH === 0)) {
    const answer = await fetch(`${url}/api/v1/decision/verify?receipt=${receipt}`);
    const { data } = (await answer.json()) as { data: { valid: boolean; issued: boolean } };
    if (!data.valid || !data.issued) problems.push('a receipt does not verify after the kills');
  }
  return { rows, problems };
}
