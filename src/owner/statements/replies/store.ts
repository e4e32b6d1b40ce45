import type { ListWindow } from '../../../lib/list-window.ts';
import { isUuid } from '../../../lib/text/uuid.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerTx } from '../../../platform/db/database.ts';
import type { RepliesTable } from '../../../platform/db/schema/ledger-tables/vendor-tables.ts';
import type { LicenseRef } from '../../claims/claim.ts';
import { holdsLicense } from '../../claims/holder/holds-license-service.ts';
import type { Reply } from './reply.ts';
import { REPORTS_MAX, type ReplyState, WITHDRAWABLE } from './states.ts';

export interface StoredReply extends Reply {
  readonly account_id: string;
}

const COLUMNS = [
  ...(['id', 'account_id', 'vendor_id', 'license_type', 'license_digits', 'text', 'state'] as const),
  ...(['note', 'reports', 'published_at', 'created_at'] as const),
] as const;
const OWN_MAX = 50;

/** The database types states as text; only {@link ReplyState} is ever written. */
function typed(rows: readonly (Omit<StoredReply, 'state'> & { state: string })[]): StoredReply[] {
  return rows as StoredReply[];
}

function selectOwn(ledgerDb: LedgerDb, accountId: string, license: LicenseRef) {
  return ledgerDb
    .selectFrom('replies')
    .where('account_id', '=', accountId)
    .where('license_type', '=', license.license_type)
    .where('license_digits', '=', license.license_digits);
}

/** What an account wrote about a license, newest first. */
export async function listOwn(
  ledgerDb: LedgerDb,
  accountId: string,
  license: LicenseRef,
): Promise<StoredReply[]> {
  const rows = await selectOwn(ledgerDb, accountId, license)
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OWN_MAX)
    .execute();
  return typed(rows);
}

/** None once its writer's claim is released. A malformed id runs no query. */
export async function findPublished(ledgerDb: LedgerDb, vendorId: string): Promise<StoredReply | undefined> {
  if (!isUuid(vendorId)) return undefined;
  const rows = await ledgerDb
    .selectFrom('replies')
    .select(COLUMNS)
    .where('vendor_id', '=', vendorId)
    .where('state', '=', 'published')
    .where(holdsLicense('replies'))
    .execute();
  return typed(rows)[0];
}

/** The vendors with a published reply, also where its writer's claim was released since. */
export async function listRepliedVendors(ledgerDb: LedgerDb): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('replies')
    .select('vendor_id')
    .where('state', '=', 'published')
    .orderBy('vendor_id')
    .execute();
  return rows.map(({ vendor_id }) => vendor_id);
}

export async function findReply(ledgerDb: LedgerDb, id: string): Promise<StoredReply | undefined> {
  if (!isUuid(id)) return undefined;
  return typed(await ledgerDb.selectFrom('replies').select(COLUMNS).where('id', '=', id).execute())[0];
}

function selectQueue(ledgerDb: LedgerDb) {
  return ledgerDb
    .selectFrom('replies')
    .where((is) =>
      is.or([
        is('state', '=', 'pending'),
        is.and([is('state', '=', 'published'), is('reports', '>=', REPORTS_MAX)]),
      ]),
    )
    .where(holdsLicense('replies'));
}

/** Waiting and often reported replies, the longest waiting first. */
export async function listQueue(ledgerDb: LedgerDb, { offset, rowsMax }: ListWindow): Promise<StoredReply[]> {
  const rows = await selectQueue(ledgerDb)
    .select(COLUMNS)
    .orderBy('created_at')
    .orderBy('id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return typed(rows);
}

export async function countQueue(ledgerDb: LedgerDb): Promise<number> {
  return countRows(selectQueue(ledgerDb));
}

/** Counts all replies of the account about the license, in any state. */
export async function countOwn(ledgerDb: LedgerDb, accountId: string, license: LicenseRef): Promise<number> {
  return countRows(selectOwn(ledgerDb, accountId, license));
}

/** The published texts of these vendors. */
export async function listPublishedTexts(
  ledgerDb: LedgerDb,
  vendorIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (vendorIds.length === 0) return new Map();
  const rows = await ledgerDb
    .selectFrom('replies')
    .select(['vendor_id', 'text'])
    .where('vendor_id', 'in', vendorIds)
    .where('state', '=', 'published')
    .orderBy('vendor_id')
    .execute();
  return new Map(rows.map((row) => [row.vendor_id, row.text]));
}

/** Replaces the waiting text. False when another one was stored at the same moment. */
export async function replacePending(tx: LedgerTx, row: RepliesTable): Promise<boolean> {
  await tx
    .deleteFrom('replies')
    .where('account_id', '=', row.account_id)
    .where('license_type', '=', row.license_type)
    .where('license_digits', '=', row.license_digits)
    .where('state', '=', 'pending')
    .execute();
  const result = await tx
    .insertInto('replies')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Withdraws everything an account has published or waiting about a license; returns how many. */
export async function withdrawAll(
  tx: LedgerTx,
  accountId: string,
  license: LicenseRef,
  now: Date,
): Promise<number> {
  const result = await tx
    .updateTable('replies')
    .set({ state: 'withdrawn', updated_at: now.toISOString() })
    .where('account_id', '=', accountId)
    .where('license_type', '=', license.license_type)
    .where('license_digits', '=', license.license_digits)
    .where('state', 'in', WITHDRAWABLE)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Withdraws the replies of accounts that no longer hold the license; returns how many. They are hidden already, but a new
 * claim must not bring them back.
 */
export async function withdrawReleasedReplies(ledgerDb: LedgerDb, now: Date): Promise<number> {
  const result = await ledgerDb
    .updateTable('replies')
    .set({ state: 'withdrawn', updated_at: now.toISOString() })
    .where('state', 'in', WITHDRAWABLE)
    .where((is) => is.not(holdsLicense('replies')))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Counts a report; false when the vendor has no published reply. */
export async function countReport(ledgerDb: LedgerDb, vendorId: string): Promise<boolean> {
  if (!isUuid(vendorId)) return false;
  const result = await ledgerDb
    .updateTable('replies')
    .set((row) => ({ reports: row('reports', '+', 1) }))
    .where('vendor_id', '=', vendorId)
    .where('state', '=', 'published')
    .where(holdsLicense('replies'))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Takes down a vendor's published reply to make room for another. */
export async function makeRoom(tx: LedgerTx, vendorId: string, now: Date): Promise<void> {
  await tx
    .updateTable('replies')
    .set({ state: 'replaced', updated_at: now.toISOString() })
    .where('vendor_id', '=', vendorId)
    .where('state', '=', 'published')
    .execute();
}

/** False when its state changed meanwhile or somebody else reviewed the reports. */
export async function changeState(
  tx: LedgerTx,
  id: string,
  change: {
    readonly from: ReplyState;
    readonly to: ReplyState;
    readonly note: string;
    readonly publishedAt: string | null;
    readonly reportsMin: number;
    readonly now: Date;
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('replies')
    .set({
      state: change.to,
      note: change.note,
      published_at: change.publishedAt,
      reports: 0,
      updated_at: change.now.toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', change.from)
    .where('reports', '>=', change.reportsMin)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
