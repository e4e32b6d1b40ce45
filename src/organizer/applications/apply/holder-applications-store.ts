import type { LedgerDb } from '../../../platform/db/database.ts';
import { CLOSED_STATUSES } from '../decide/statuses.ts';

const SHOWN_MAX = 20;

/** Open applications that an account sent or confirmed as the verified owner of their license, to events that are not over; the next event first. */
export async function listHeld(ledgerDb: LedgerDb, accountId: string, now: Date) {
  return ledgerDb
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select(['applications.id', 'applications.event_id', 'applications.status'])
    .select(['events.name as event_name', 'events.starts_at', 'events.timezone'])
    .where('applications.holder_account_id', '=', accountId)
    .where('applications.status', 'not in', CLOSED_STATUSES)
    .where('events.ends_at', '>', now.toISOString())
    .orderBy('events.starts_at')
    .orderBy('applications.id')
    .limit(SHOWN_MAX)
    .execute();
}
