import type { ListWindow } from '../../../lib/list-window.ts';
import { isUuid } from '../../../lib/text/uuid.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerTx } from '../../../platform/db/database.ts';
import type { RepliesTable } from '../../../platform/db/schema/ledger-tables/vendor-tables.ts';
import type { LicenseRef } from '../../claims/claim.ts';
import { holdsLicense } from '../../claims/holds-license-service.ts';
import type { Reply } from '../statement.ts';
import { REPORTS_MAX } from '../statement-kinds.ts';
import { isOwn } from '../store.ts';

export interface StoredReply extends Reply {
  readonly account_id: string;
}

const COLUMNS = [
  ...(['id', 'account_id', 'vendor_id', 'license_type', 'license_digits', 'text', 'state'] as const),
  ...(['note', 'reports', 'published_at', 'created_at'] as const),
] as const;
const OWN_MAX = 50;

/** Narrows the type: the database column is text, but only the states of a reply are ever written. */
function typed(rows: readonly (Omit<StoredReply, 'state'> & { state: string })[]): StoredReply[] {
  return rows as StoredReply[];
}

/** Lists an account's replies about a license, newest first. */
export async function listOwnReplies(
  ledgerDb: LedgerDb,
  accountId: string,
  license: LicenseRef,
): Promise<StoredReply[]> {
  const rows = await ledgerDb
    .selectFrom('replies')
    .select(COLUMNS)
    .where(isOwn(accountId, license))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OWN_MAX)
    .execute();
  return typed(rows);
}

/** Finds a published reply, unless its author's claim was released. A malformed id is not looked up. */
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

/** Lists the vendors with a published reply, even if its author's claim was released. */
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

/** Lists pending and frequently reported replies, longest waiting first. */
export async function listReplyQueue(
  ledgerDb: LedgerDb,
  { offset, rowsMax }: ListWindow,
): Promise<StoredReply[]> {
  const rows = await selectQueue(ledgerDb)
    .select(COLUMNS)
    .orderBy('created_at')
    .orderBy('id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return typed(rows);
}

export async function countReplyQueue(ledgerDb: LedgerDb): Promise<number> {
  return countRows(selectQueue(ledgerDb));
}

/** Returns the published texts of these vendors, by vendor id. */
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

/** Replaces the pending text. Returns false if another text was stored at the same time. */
export async function replacePending(tx: LedgerTx, row: RepliesTable): Promise<boolean> {
  await tx.deleteFrom('replies').where(isOwn(row.account_id, row)).where('state', '=', 'pending').execute();
  const result = await tx
    .insertInto('replies')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Counts a report. Returns false if the vendor has no published reply. */
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

/** Takes down a vendor's published reply so that another can be published. */
export async function makeRoom(tx: LedgerTx, vendorId: string, now: Date): Promise<void> {
  await tx
    .updateTable('replies')
    .set({ state: 'replaced', updated_at: now.toISOString() })
    .where('vendor_id', '=', vendorId)
    .where('state', '=', 'published')
    .execute();
}
