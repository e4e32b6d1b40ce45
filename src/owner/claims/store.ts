import { sql } from 'kysely';
import type { ListWindow } from '../../lib/list-window.ts';
import { isUuid } from '../../lib/text/uuid.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import type { ClaimsTable } from '../../platform/db/schema/ledger-tables/vendor-tables.ts';
import type { Claim, ClaimDocument, ClaimProof, ClaimState, LicenseRef } from './claim.ts';
import { statesBefore } from './states.ts';

export interface StoredClaim extends Claim {
  readonly owner_license_id: number | null;
  readonly code_hash: string | null;
  readonly code_expires_at: string | null;
  readonly code_attempts: number;
  readonly code_entered_at: string | null;
  readonly letter_printed_at: string | null;
}

/** A stored claim with its account's email address. */
export interface MailableClaim extends StoredClaim {
  readonly email: string;
  /** The language of the account's emails. */
  readonly language: string;
}

const COLUMNS = [
  ...(['id', 'account_id', 'license_type', 'license_digits', 'state', 'proof', 'owner_name'] as const),
  ...(['owner_license_id', 'code_hash', 'code_expires_at', 'code_attempts', 'code_entered_at'] as const),
  ...(['letter_printed_at', 'note', 'created_at', 'updated_at'] as const),
] as const;
const QUALIFIED = COLUMNS.map((column) => `claims.${column}` as const);

/** Returns false if the account already has an open claim of this license. */
export async function insertClaim(tx: LedgerTx, row: StoredClaim): Promise<boolean> {
  const inserted = await tx
    .insertInto('claims')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function countPendingOf(ledgerDb: LedgerDb, accountId: string): Promise<number> {
  return countRows(
    ledgerDb.selectFrom('claims').where('account_id', '=', accountId).where('state', '=', 'pending'),
  );
}

export async function countOwnClaims(ledgerDb: LedgerDb, accountId: string): Promise<number> {
  return countRows(ledgerDb.selectFrom('claims').where('account_id', '=', accountId));
}

export async function countByState(ledgerDb: LedgerDb, state: ClaimState): Promise<number> {
  return countRows(ledgerDb.selectFrom('claims').where('state', '=', state));
}

/** Returns undefined for another account's id, an unknown id or a malformed id. */
export async function findOwnClaim(
  ledgerDb: LedgerDb,
  accountId: string,
  id: string,
): Promise<StoredClaim | undefined> {
  const claim = await findClaim(ledgerDb, id);
  return claim?.account_id === accountId ? claim : undefined;
}

/** Returns undefined for an unknown or malformed id. */
export async function findClaim(ledgerDb: LedgerDb, id: string): Promise<MailableClaim | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await ledgerDb
    .selectFrom('claims')
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .select([...QUALIFIED, 'accounts.email', 'accounts.language'])
    .where('claims.id', '=', id)
    .executeTakeFirst();
  return row && toStored(row);
}

/** Lists pending claims, then verified claims, then the rest, each newest first. */
export async function listOwnClaims(
  ledgerDb: LedgerDb,
  accountId: string,
  { offset, rowsMax }: ListWindow,
): Promise<StoredClaim[]> {
  const rows = await ledgerDb
    .selectFrom('claims')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy(sql`case state when 'pending' then 0 when 'verified' then 1 else 2 end`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return rows.map(toStored);
}

/** Lists claims of one state: pending claims oldest first, others by latest change. */
export async function listByState(
  ledgerDb: LedgerDb,
  state: ClaimState,
  { offset, rowsMax }: ListWindow,
): Promise<MailableClaim[]> {
  const rows = await ledgerDb
    .selectFrom('claims')
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .select([...QUALIFIED, 'accounts.email', 'accounts.language'])
    .where('claims.state', '=', state)
    .orderBy('claims.updated_at', state === 'pending' ? 'asc' : 'desc')
    .orderBy('claims.id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return rows.map(toStored);
}

/** Lists the verified claims, by any account, of licenses with these digits. */
export async function listVerifiedOf(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  digits: readonly string[],
): Promise<Claim[]> {
  const rows = await ledgerDb
    .selectFrom('claims')
    .select(COLUMNS)
    .where('state', '=', 'verified')
    .where(engine.isOneOf('license_digits', digits))
    .orderBy('id')
    .execute();
  return rows.map(toStored);
}

/** Finds the account's pending or verified claim of a license. */
export async function findOpenClaim(
  ledgerDb: LedgerDb,
  accountId: string,
  license: LicenseRef,
): Promise<Claim | undefined> {
  const row = await ledgerDb
    .selectFrom('claims')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('license_type', '=', license.license_type)
    .where('license_digits', '=', license.license_digits)
    .where('state', 'in', ['pending', 'verified'])
    .executeTakeFirst();
  return row && toClaim(row);
}

/** Finds the verified owner of a license. There is at most one. */
export async function findVerifiedOwner(
  ledgerDb: LedgerDb,
  license: LicenseRef,
): Promise<{ accountId: string; claimId: string } | undefined> {
  const row = await ledgerDb
    .selectFrom('claims')
    .select(['account_id', 'id'])
    .where('license_type', '=', license.license_type)
    .where('license_digits', '=', license.license_digits)
    .where('state', '=', 'verified')
    .executeTakeFirst();
  return row && { accountId: row.account_id, claimId: row.id };
}

/** Lists the verified owners of licenses with these digits, with their addresses, in one statement. */
export async function listVerifiedOwners(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  digits: readonly string[],
) {
  return ledgerDb
    .selectFrom('claims')
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .select(['claims.id as claim_id', 'claims.account_id', 'accounts.email', 'accounts.language'])
    .select(['claims.license_type', 'claims.license_digits'])
    .where(engine.isOneOf('claims.license_digits', digits))
    .where('claims.state', '=', 'verified')
    .orderBy('claims.id')
    .execute();
}

/** Lists the licenses that the account is the verified owner of, by type and digits. */
export async function listVerifiedClaims(ledgerDb: LedgerDb, accountId: string): Promise<Claim[]> {
  const rows = await ledgerDb
    .selectFrom('claims')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('state', '=', 'verified')
    .orderBy('license_type')
    .orderBy('license_digits')
    .execute();
  return rows.map(toClaim);
}

/** Returns true if the account is now the verified owner of a license. */
export async function hasVerifiedClaim(
  ledgerDb: LedgerDb,
  accountId: string,
  license: LicenseRef,
): Promise<boolean> {
  return (await findVerifiedOwner(ledgerDb, license))?.accountId === accountId;
}

/**
 * Counts an attempt to enter a claim's code and returns the code's hash. Returns undefined if no attempt is
 * allowed. Uses one statement, so that concurrent attempts cannot exceed the limit.
 */
export async function takeAttempt(
  ledgerDb: LedgerDb,
  claim: { readonly id: string; readonly attemptsMax: number; readonly now: string },
): Promise<{ code_hash: string | null; code_attempts: number } | undefined> {
  return ledgerDb
    .updateTable('claims')
    .set((row) => ({ code_attempts: row('code_attempts', '+', 1) }))
    .where('id', '=', claim.id)
    .where('state', '=', 'pending')
    .where('code_hash', 'is not', null)
    .where('code_expires_at', '>', claim.now)
    .where('code_attempts', '<', claim.attemptsMax)
    .returning(['code_hash', 'code_attempts'])
    .executeTakeFirst();
}

/** The columns that an action can change in addition to the state. */
export type ClaimChange = Partial<
  Pick<
    ClaimsTable,
    | 'note'
    | 'owner_name'
    | 'owner_license_id'
    | 'code_hash'
    | 'code_expires_at'
    | 'code_attempts'
    | 'code_entered_at'
    | 'letter_printed_at'
  >
>;

/** Moves a claim to another state and invalidates its code. Returns false if that is not allowed. */
export async function setState(
  tx: LedgerTx,
  id: string,
  to: ClaimState,
  change: ClaimChange & { readonly updated_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('claims')
    .set({ ...change, state: to, code_hash: null, code_expires_at: null })
    .where('id', '=', id)
    .where('state', 'in', statesBefore(to))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Changes a pending claim. Returns false unless its code still has the hash `codeHash`. */
export async function changePending(
  tx: LedgerTx,
  id: string,
  change: ClaimChange,
  codeHash: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('claims')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('code_hash', codeHash === null ? 'is' : '=', codeHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Releases the claims that are still verified and deletes their documents, in two statements. Returns their
 * ids.
 */
export async function releaseVerified(
  tx: LedgerTx,
  engine: LedgerEngine,
  ids: readonly string[],
  at: string,
): Promise<Set<string>> {
  const released = await tx
    .updateTable('claims')
    .set({ state: 'released', updated_at: at })
    .where('state', '=', 'verified')
    .where(engine.isOneOf('id', ids))
    .returning('id')
    .execute();
  await tx.deleteFrom('claim_documents').where(engine.isOneOf('claim_id', ids)).execute();
  return new Set(released.map(({ id }) => id));
}

export async function insertDocument(
  tx: LedgerTx,
  claimId: string,
  document: ClaimDocument,
  at: string,
): Promise<void> {
  const { name, media_type, content } = document;
  await tx
    .insertInto('claim_documents')
    .values({ claim_id: claimId, name, media_type, content, uploaded_at: at })
    .execute();
}

export async function findDocument(ledgerDb: LedgerDb, claimId: string): Promise<ClaimDocument | undefined> {
  return ledgerDb
    .selectFrom('claim_documents')
    .select(['name', 'media_type', 'content'])
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
}

/** Returns a document without its content. */
export async function describeDocument(ledgerDb: LedgerDb, claimId: string) {
  return ledgerDb
    .selectFrom('claim_documents')
    .select(['name', 'media_type', sql<number>`length(content)`.as('bytes')])
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
}

export async function deleteDocument(tx: LedgerTx, claimId: string): Promise<void> {
  await tx.deleteFrom('claim_documents').where('claim_id', '=', claimId).execute();
}

/** Deletes the documents of claims decided before `decidedBefore`, and returns their number. */
export async function deleteDocumentsBefore(ledgerDb: LedgerDb, decidedBefore: string): Promise<number> {
  const { numDeletedRows } = await ledgerDb
    .deleteFrom('claim_documents')
    .where('claim_id', 'in', (claims) =>
      claims
        .selectFrom('claims')
        .select('id')
        .where('state', '!=', 'pending')
        .where('updated_at', '<=', decidedBefore),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

type Row = Pick<ClaimsTable, (typeof COLUMNS)[number]>;

/** Narrows the types of values that this file wrote. */
function toStored<Each extends Row>(row: Each) {
  return { ...row, state: row.state as ClaimState, proof: row.proof as ClaimProof };
}

function toClaim(row: Row): Claim {
  const { id, account_id, license_type, license_digits, state, proof, ...rest } = toStored(row);
  const { owner_name, note, created_at, updated_at } = rest;
  return {
    id,
    account_id,
    license_type,
    license_digits,
    state,
    proof,
    owner_name,
    note,
    created_at,
    updated_at,
  };
}
