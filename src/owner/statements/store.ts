import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { RepliesTable } from '../../platform/db/schema/ledger-tables/vendor-tables.ts';
import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';
import type { LicenseRef } from '../claims/claim.ts';
import { holdsLicense } from '../claims/holds-license-service.ts';
import type { StatementKind } from './statement-kinds.ts';

/** SQL that every kind of statement shares. */

/** Returns the condition that the account made the statement and that it is about this license. */
export function isOwn(accountId: string, { license_type, license_digits }: LicenseRef): Expression<SqlBool> {
  const is = expressionBuilder<LedgerSchema, StatementKind['table']>();
  return is.and({ account_id: accountId, license_type, license_digits });
}

/** Counts an account's statements about a license, in any state. */
export async function countOwn(
  ledgerDb: LedgerDb,
  { table }: StatementKind,
  accountId: string,
  license: LicenseRef,
): Promise<number> {
  return countRows(ledgerDb.selectFrom(table).where(isOwn(accountId, license)));
}

interface StateChange {
  readonly from: string;
  readonly to: string;
  readonly note: string;
  readonly now: Date;
  /** Other columns of a reply to change. */
  readonly reply?: Pick<RepliesTable, 'published_at' | 'reports'>;
  /** Replies with fewer reports are not changed. */
  readonly reportsMin?: number;
}

/** Returns false if the state has changed in the meantime or another operator has reviewed the reports. */
export async function changeState(
  ledgerDb: LedgerDb,
  { table, whenClosed }: StatementKind,
  id: string,
  { from, to, note, now, reply, reportsMin = 0 }: StateChange,
): Promise<boolean> {
  const changed = await ledgerDb
    .updateTable(table)
    .set({ state: to, note, updated_at: now.toISOString(), ...whenClosed, ...reply })
    .where('id', '=', id)
    .where('state', '=', from)
    .$if(reportsMin > 0, (update) => update.where('reports', '>=', reportsMin))
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/** Withdraws all open statements of an account about a license. */
export async function withdrawOwn(
  tx: LedgerTx,
  kind: StatementKind,
  {
    accountId,
    license,
    now,
  }: { readonly accountId: string; readonly license: LicenseRef; readonly now: Date },
): Promise<void> {
  await withdraw(tx, kind, now).where(isOwn(accountId, license)).execute();
}

/**
 * Withdraws the open statements of accounts that no longer hold the license. Returns the number withdrawn.
 * The statements are already hidden, but a new claim must not restore them, and the next holder must be able
 * to dispute the same rows.
 */
export async function withdrawReleased(ledgerDb: LedgerDb, kind: StatementKind, now: Date): Promise<number> {
  const withdrawn = await withdraw(ledgerDb, kind, now)
    .where(({ not }) => not(holdsLicense(kind.table)))
    .executeTakeFirst();
  return Number(withdrawn.numUpdatedRows);
}

function withdraw(ledgerDb: LedgerDb, { table, withdrawable, whenClosed }: StatementKind, now: Date) {
  return ledgerDb
    .updateTable(table)
    .set({ state: 'withdrawn', updated_at: now.toISOString(), ...whenClosed })
    .where('state', 'in', withdrawable);
}
