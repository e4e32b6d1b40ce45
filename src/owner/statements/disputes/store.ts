import type { ExpressionBuilder } from 'kysely';
import type { Recipient } from '../../../accounts/account/account.ts';
import { toRecipient } from '../../../accounts/account/service.ts';
import type { ListWindow } from '../../../lib/list-window.ts';
import { isUuid } from '../../../lib/text/uuid.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../../platform/db/database.ts';
import type { DisputesTable } from '../../../platform/db/schema/ledger-tables/vendor-tables.ts';
import type { LedgerSchema } from '../../../platform/db/schema/schema-ledger.ts';
import type { LicenseRef } from '../../claims/claim.ts';
import { holdsLicense } from '../../claims/holds-license-service.ts';
import type { Dispute } from '../statement.ts';
import { ANSWERED_STATES, type DisputeState, SHOWN_STATES } from '../statement-kinds.ts';
import { isOwn } from '../store.ts';
import { parseRow } from './disputed-row.ts';

/**
 * The ledger's queries for disputes; `intake/import/current-visits-service.ts` reads the regulator's rows.
 */

export interface StoredDispute extends Dispute {
  readonly account_id: string;
}

const COLUMNS = [
  ...(['id', 'account_id', 'vendor_id', 'license_type', 'license_digits', 'visit_id', 'category'] as const),
  ...(['row', 'text', 'told_regulator', 'state', 'note', 'due_on', 'created_at', 'updated_at'] as const),
] as const;
const OWN_MAX = 200;

/**
 * Returns the condition that a dispute is marked next to its row. An upheld dispute remains marked even after
 * the holder changes.
 */
function isShown(is: ExpressionBuilder<LedgerSchema, 'disputes'>) {
  return is.or([
    is('disputes.state', '=', 'upheld'),
    is.and([is('disputes.state', '=', 'pending_review'), holdsLicense('disputes')]),
  ]);
}

/** Narrows the type: the database column is text, but only {@link DisputeState} is ever written. */
function toDisputes(rows: readonly Pick<DisputesTable, (typeof COLUMNS)[number]>[]): StoredDispute[] {
  return rows.map((row) => ({ ...row, state: row.state as DisputeState, row: parseRow(row.row) }));
}

/** Lists an account's disputes about a license, newest first. */
export async function listOwnDisputes(
  ledgerDb: LedgerDb,
  accountId: string,
  license: LicenseRef,
): Promise<StoredDispute[]> {
  const rows = await ledgerDb
    .selectFrom('disputes')
    .select(COLUMNS)
    .where(isOwn(accountId, license))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OWN_MAX)
    .execute();
  return toDisputes(rows);
}

function selectQueue(ledgerDb: LedgerDb) {
  return ledgerDb
    .selectFrom('disputes')
    .where('state', '=', 'pending_review')
    .where(holdsLicense('disputes'));
}

/** Lists disputes by due date, earliest first. */
export async function listDisputeQueue(
  ledgerDb: LedgerDb,
  { offset, rowsMax }: ListWindow,
): Promise<StoredDispute[]> {
  const rows = await selectQueue(ledgerDb)
    .select(COLUMNS)
    .orderBy('due_on')
    .orderBy('created_at')
    .orderBy('id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return toDisputes(rows);
}

export async function countDisputeQueue(ledgerDb: LedgerDb): Promise<number> {
  return countRows(selectQueue(ledgerDb));
}

/** Returns the number of an account's pending disputes, by license, in one statement. */
export async function countOpenByLicense(
  ledgerDb: LedgerDb,
  accountId: string,
): Promise<(LicenseRef & { readonly count: number })[]> {
  const rows = await ledgerDb
    .selectFrom('disputes')
    .select(({ fn }) => ['license_type', 'license_digits', fn.countAll<number>().as('count')])
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending_review')
    .groupBy(['license_type', 'license_digits'])
    .orderBy('license_digits')
    .orderBy('license_type')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Finds a dispute. Does not query the database if the id is malformed. */
export async function findDispute(ledgerDb: LedgerDb, id: string): Promise<StoredDispute | undefined> {
  if (!isUuid(id)) return undefined;
  return toDisputes(await ledgerDb.selectFrom('disputes').select(COLUMNS).where('id', '=', id).execute())[0];
}

/** Lists a visit's answered disputes, with their category and row. */
export async function listAnswered(
  ledgerDb: LedgerDb,
  visitId: number,
): Promise<{ readonly category: number | null; readonly row: string }[]> {
  return ledgerDb
    .selectFrom('disputes')
    .select(['category', 'row'])
    .where('visit_id', '=', visitId)
    .where('state', 'in', ANSWERED_STATES)
    .orderBy('id')
    .execute();
}

/** Lists the numbered places that a license's open disputes occupy. */
export async function listTakenPlaces(ledgerDb: LedgerDb, license: LicenseRef): Promise<ReadonlySet<number>> {
  const rows = await ledgerDb
    .selectFrom('disputes')
    .select('open_place')
    .where('license_type', '=', license.license_type)
    .where('license_digits', '=', license.license_digits)
    .where('open_place', 'is not', null)
    .orderBy('open_place')
    .execute();
  return new Set(rows.flatMap(({ open_place }) => open_place ?? []));
}

export async function hasOpen(ledgerDb: LedgerDb, visitId: number): Promise<boolean> {
  const row = await ledgerDb
    .selectFrom('disputes')
    .select('id')
    .where('visit_id', '=', visitId)
    .where('state', '=', 'pending_review')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if, in the meantime, the visit got an open dispute or the place was taken. */
export async function insertDispute(ledgerDb: LedgerDb, row: DisputesTable): Promise<boolean> {
  const result = await ledgerDb
    .insertInto('disputes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Lists the vendors with marked disputes. */
export async function listMarkedVendors(ledgerDb: LedgerDb): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('disputes')
    .select('vendor_id')
    .distinct()
    .where('state', 'in', SHOWN_STATES)
    .where(isShown)
    .orderBy('vendor_id')
    .execute();
  return rows.map(({ vendor_id }) => vendor_id);
}

/** Lists the marks next to a vendor's rows, oldest first. */
export async function listShown(ledgerDb: LedgerDb, vendorId: string): Promise<StoredDispute[]> {
  const rows = await ledgerDb
    .selectFrom('disputes')
    .select(COLUMNS)
    .where('state', 'in', SHOWN_STATES)
    .where(isShown)
    .where('vendor_id', '=', vendorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return toDisputes(rows);
}

interface CorrectableDispute extends LicenseRef {
  readonly id: string;
  readonly visit_id: number;
  readonly row: string;
  readonly recipient: Recipient;
}

/** Lists every dispute that the regulator's next file may close, with the account to notify. */
export async function listCorrectable(ledgerDb: LedgerDb): Promise<CorrectableDispute[]> {
  const rows = await ledgerDb
    .selectFrom('disputes')
    .innerJoin('accounts', 'accounts.id', 'disputes.account_id')
    .select(['disputes.id', 'visit_id', 'row', 'license_type', 'license_digits'])
    .select(['accounts.email', 'accounts.language'])
    .where('state', 'in', SHOWN_STATES)
    .orderBy('disputes.id')
    .execute();
  return rows.map(({ email, language, ...dispute }) => ({
    ...dispute,
    recipient: toRecipient(email, language),
  }));
}

/** Closes the disputes that are still open, and returns their ids. */
export async function markCorrected(
  tx: LedgerTx,
  ids: readonly string[],
  { engine, now }: { readonly engine: Pick<LedgerEngine, 'isOneOf'>; readonly now: Date },
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .updateTable('disputes')
    .set({ state: 'corrected', open_place: null, updated_at: now.toISOString() })
    .where(engine.isOneOf('disputes.id', ids))
    .where('state', 'in', SHOWN_STATES)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
