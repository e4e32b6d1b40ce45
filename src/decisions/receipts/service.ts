import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { v7 as orderedId } from 'uuid';
import { shortNumberOf } from '../../lib/text/short-number.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { ReceiptsTable } from '../../platform/db/schema/ledger-tables/service-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createSlice, mapInSlices } from '../../platform/yield-event-loop.ts';
import { createReceiptWriter } from './group-commit-store.ts';
import { createKeyFile, type KeyStore, openKeyFile } from './key-file-service.ts';
import type { LoadedKey, PublicKeys } from './keys.ts';
import { toJwks } from './keys.ts';
import { joinReceipt, signClaims, verifyReceipt } from './receipt.ts';
import { type ClaimsToSign, RECEIPT_TYPE, type Verification } from './schemas.ts';
import { findReceipt, findReceiptHash, insertReceipts, listKeyIds } from './store.ts';

export interface IssuedReceipt {
  readonly receipt: string;
  readonly number: string;
}

export interface ReceiptService {
  /** Signs and stores a receipt. Resolves when it is in the ledger. */
  issue(claims: ClaimsToSign, issuedAt: Date): Promise<IssuedReceipt>;
  /** Signs and stores many receipts, in order. All of them are stored in one commit, or none are. */
  issueAll(claims: readonly ClaimsToSign[], issuedAt: Date): Promise<IssuedReceipt[]>;
  /**
   * Signs and stores many receipts in one transaction with `claim`, which runs before they are stored. If
   * `claim` returns false, nothing is issued and the result is undefined.
   */
  issueIf(
    claims: readonly ClaimsToSign[],
    issuedAt: Date,
    claim: (tx: LedgerTx, issued: readonly IssuedReceipt[]) => Promise<boolean>,
  ): Promise<readonly IssuedReceipt[] | undefined>;
  /**
   * Returns whether a receipt is genuine and whether this service issued it (null if nothing in it can be
   * trusted).
   */
  verify(receipt: string): Promise<{ verification: Verification; issued: boolean | null }>;
  /** Returns the receipt in the ledger with this short number; undefined if there is none. */
  find(number: string): Promise<StoredReceipt | undefined>;
  publicKeys(): PublicKeys;
}

interface StoredReceipt {
  readonly number: string;
  readonly vendorId: string;
  readonly eventType: string;
  readonly verdict: string;
  readonly issuedAt: string;
  readonly recordSha256: string;
  /** The full text; null for receipts that predate receipt numbers. */
  readonly text: string | null;
}

export function createReceiptService(
  { db: ledgerDb }: { readonly db: LedgerDb },
  keys: KeyStore,
  issuer: string,
): ReceiptService {
  const receipts = createReceiptWriter(ledgerDb);
  /** Signs in slices, because signing hundreds at a time would hold up other requests for too long. */
  const signAll = (list: readonly ClaimsToSign[], issuedAt: Date) => {
    const { signing } = keys.current();
    const slice = createSlice(() => performance.now());
    return mapInSlices(list, (claims) => signOne(claims, issuedAt, signing, issuer), slice);
  };
  return {
    async issue(claims, issuedAt) {
      const signed = signOne(claims, issuedAt, keys.current().signing, issuer);
      await receipts.write([signed.row]);
      return signed.issued;
    },
    async issueAll(list, issuedAt) {
      const signed = await signAll(list, issuedAt);
      await receipts.write(signed.map(({ row }) => row));
      return signed.map(({ issued }) => issued);
    },
    async issueIf(list, issuedAt, claim) {
      const signed = await signAll(list, issuedAt);
      const issued = signed.map((each) => each.issued);
      return inTransaction(ledgerDb, async (tx) => {
        if (!(await claim(tx, issued))) return undefined;
        await insertReceipts(
          tx,
          signed.map(({ row }) => row),
        );
        return issued;
      });
    },
    async verify(receipt) {
      const { byId } = keys.current();
      // If our HMAC is valid and the text is the stored one, both signatures are ours.
      const quick = verifyReceipt(receipt, byId, { edDsa: false });
      if (quick.claims === null) return { verification: quick, issued: null };
      const issued = (await findReceiptHash(ledgerDb, quick.claims.jti)) === sha256(receipt);
      if (issued) return { verification: quick, issued };
      const verification = verifyReceipt(receipt, byId);
      return { verification, issued: verification.claims === null ? null : false };
    },
    find: async (number) => {
      const row = await findReceipt(ledgerDb, number);
      return row && toStoredReceipt(row);
    },
    publicKeys: () => toJwks(keys.current().ring),
  };
}

/** Wraps the service so that it also reports the number of stored receipts. */
export function countReceipts(service: ReceiptService, count: (receipts: number) => void): ReceiptService {
  return {
    ...service,
    async issue(claims, issuedAt) {
      const issued = await service.issue(claims, issuedAt);
      count(1);
      return issued;
    },
    async issueAll(list, issuedAt) {
      const issued = await service.issueAll(list, issuedAt);
      count(issued.length);
      return issued;
    },
    async issueIf(...asked) {
      const issued = await service.issueIf(...asked);
      if (issued) count(issued.length);
      return issued;
    },
  };
}

/**
 * Opens the keys for signing and verifying, which are created only on the very first start. Throws if
 * receipts exist but their keys are missing, because with new keys every old receipt would look like a
 * forgery.
 */
export async function openReceiptKeys(
  ledgerDb: LedgerDb,
  options: { readonly named: string | undefined; readonly dataDir: string; readonly now: Date },
): Promise<KeyStore> {
  const file = keyFilePath(options);
  const used = await listKeyIds(ledgerDb);
  if (!existsSync(file)) {
    if (options.named) throw new Error(`RECEIPT_KEYS_FILE names ${file}, which is not there.`);
    if (used.length > 0)
      throw new Error(
        `The receipt keys ${file} are missing, but receipts were issued with them. Restore the file from a backup: ` +
          'without it no receipt of before can be verified. No new keys were made.',
      );
    createKeyFile(file, options.now);
  }
  const keys = openKeyFile(file, () => performance.now());
  const lost = used.filter((id) => !keys.current().byId.has(id));
  if (lost.length > 0)
    throw new Error(`The receipt keys in ${file} lack ${lost.join(', ')}, which receipts were issued with.`);
  return keys;
}

function signOne(
  claims: ClaimsToSign,
  issuedAt: Date,
  signing: LoadedKey,
  issuer: string,
): { readonly issued: IssuedReceipt; readonly row: ReceiptsTable } {
  // IDs are in the order of issue, so that a commit writes the end of the index instead of a page for each
  // row.
  const jti = orderedId();
  const iat = Math.floor(issuedAt.getTime() / 1000);
  const parts = signClaims({ typ: RECEIPT_TYPE, iss: issuer, jti, iat, ...claims }, signing);
  const issued = { receipt: parts.receipt, number: shortNumberOf(jti) };
  const row = {
    jti,
    vendor_id: claims.vendor_id,
    event_type: claims.event_type,
    verdict: claims.verdict,
    issued_at: issuedAt.toISOString(),
    record_sha256: claims.record_sha256,
    key_id: signing.ring.id,
    receipt_sha256: sha256(issued.receipt),
    number: issued.number,
    claims: parts.claims,
    signatures: `${parts.hs256}.${parts.edDsa}`,
  };
  return { issued, row };
}

/** Returns the path of the key file. */
export function keyFilePath({ named, dataDir }: { named: string | undefined; dataDir: string }): string {
  return named ?? path.join(dataDir, 'receipt-keys.json');
}

function toStoredReceipt(row: ReceiptsTable): StoredReceipt {
  const [hs256 = '', edDsa = ''] = row.signatures?.split('.') ?? [];
  return {
    number: row.number,
    vendorId: row.vendor_id,
    eventType: row.event_type,
    verdict: row.verdict,
    issuedAt: row.issued_at,
    recordSha256: row.record_sha256,
    text: row.claims === null ? null : joinReceipt({ claims: row.claims, keyId: row.key_id, hs256, edDsa }),
  };
}

function sha256(text: string): string {
  return hash('sha256', text);
}
