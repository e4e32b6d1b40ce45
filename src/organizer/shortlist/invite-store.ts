import { ERASED_PATTERN } from '../../lib/erase-details.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { EventInvitationsTable } from '../../platform/db/schema/ledger-tables/event-tables.ts';

export async function listInvitations(
  ledgerDb: LedgerDb,
  eventId: string,
): Promise<readonly EventInvitationsTable[]> {
  return ledgerDb
    .selectFrom('event_invitations')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('invited_at')
    .orderBy('vendor_id')
    .execute();
}

/** Returns false if the vendor or the address was already invited to the event. */
export async function insertInvited(tx: LedgerTx, row: EventInvitationsTable): Promise<boolean> {
  const result = await tx
    .insertInto('event_invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function isStopped(ledgerDb: LedgerDb, emailHash: string): Promise<boolean> {
  const row = await ledgerDb
    .selectFrom('invitation_stops')
    .select('email_sha256')
    .where('email_sha256', '=', emailHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the hash of the address that an invitation was sent to. */
export async function findInvited(ledgerDb: LedgerDb, tokenHash: string): Promise<string | undefined> {
  const row = await ledgerDb
    .selectFrom('event_invitations')
    .select('email_sha256')
    .where('token_sha256', '=', tokenHash)
    .executeTakeFirst();
  return row?.email_sha256;
}

export async function insertStop(ledgerDb: LedgerDb, emailHash: string, now: Date): Promise<void> {
  await ledgerDb
    .insertInto('invitation_stops')
    .values({ email_sha256: emailHash, stopped_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns the address with which each license last applied to one of this account's events, by license
 * digits.
 */
export async function listKnownEmails(
  ledgerDb: LedgerDb,
  accountId: string,
  digits: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (digits.length === 0) return new Map();
  const rows = await ledgerDb
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select(['applications.license_digits', 'applications.contact_email'])
    .where('events.account_id', '=', accountId)
    .where('applications.license_digits', 'in', digits)
    .where('applications.contact_email', 'not like', ERASED_PATTERN)
    .orderBy('applications.submitted_at')
    .orderBy('applications.id')
    .execute();
  return new Map(rows.map(({ license_digits, contact_email }) => [license_digits, contact_email]));
}
