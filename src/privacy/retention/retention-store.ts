import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LedgerDb } from '../../platform/db/database.ts';
import {
  BEGUN_FACTOR_DAYS,
  momentBefore,
  REMINDER_DAYS,
  type RetentionDays,
  UNCONFIRMED_DAYS,
} from './retention.ts';

/**
 * Deletes rows by age. Each statement deletes only a few hundred rows, so that requests do not wait long and
 * a killed process loses no completed work.
 */

export const ROWS_AT_ONCE = 500;

interface AgedTable {
  readonly table: string;
  readonly key: readonly string[];
  readonly isOld: RawBuilder<SqlBool>;
}

/**
 * Returns the deletion condition for each table. It matches rows that have expired and are no longer needed.
 */
export function agedTables(now: Date, days: RetentionDays): readonly AgedTable[] {
  const closed = momentBefore(now, days.closed);
  const proof = momentBefore(now, days.proof);
  const unconfirmed = momentBefore(now, UNCONFIRMED_DAYS);
  return [
    { table: 'accounts', key: ['id'], isOld: sql`email_verified = 0 and created_at < ${unconfirmed}` },
    {
      table: 'second_factors',
      key: ['account_id'],
      isOld: sql`confirmed_at is null and created_at < ${momentBefore(now, BEGUN_FACTOR_DAYS)}`,
    },
    {
      table: 'follows',
      key: ['id'],
      isOld: sql`confirmed_at is null and created_at < ${unconfirmed}`,
    },
    {
      table: 'watch_mails',
      key: ['account_id', 'license_type', 'license_digits', 'day'],
      isOld: sql`queued_at < ${unconfirmed}`,
    },
    {
      table: 'expiry_reminders',
      key: ['account_id', 'license_type', 'license_digits', 'code', 'due_on', 'days'],
      isOld: sql`queued_at < ${momentBefore(now, REMINDER_DAYS)}`,
    },
    { table: 'booked_digests', key: ['account_id', 'day'], isOld: sql`queued_at < ${unconfirmed}` },
    { table: 'api_keys', key: ['id'], isOld: sql`revoked_at < ${closed}` },
    {
      table: 'claims',
      key: ['id'],
      isOld: sql`state in ('rejected', 'released') and updated_at < ${closed}`,
    },
    {
      table: 'replies',
      key: ['id'],
      isOld: sql`state in ('rejected', 'withdrawn', 'replaced') and updated_at < ${closed}`,
    },
    // An answered dispute is not deleted, because it prevents the same row from being disputed again.
    {
      table: 'disputes',
      key: ['id'],
      isOld: sql`state in ('withdrawn', 'corrected') and updated_at < ${closed}`,
    },
    { table: 'subscriptions', key: ['id'], isOld: sql`state = 'cancelled' and updated_at < ${proof}` },
    { table: 'payment_events', key: ['id'], isOld: sql`received_at < ${proof}` },
    { table: 'operator_log', key: ['id'], isOld: sql`at < ${proof}` },
  ];
}

/** Deletes expired rows and returns their number. A number below `ROWS_AT_ONCE` means that none are left. */
export async function deleteAged(ledgerDb: LedgerDb, { table, key, isOld }: AgedTable): Promise<number> {
  const columns = sql.join(key.map((each) => sql.ref(each)));
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${columns}) in (
    select ${columns} from ${sql.table(table)} where ${isOld} limit ${ROWS_AT_ONCE})`.execute(ledgerDb);
  return Number(numAffectedRows ?? 0);
}
