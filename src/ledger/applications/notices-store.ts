import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { findPublicEvent } from '../events/service.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { MailedApplication } from './mail-texts.ts';
import { CLOSED_STATUSES } from './statuses.ts';

/** Published events with applications that their organizers are still to hear of. */
export async function listEventsWithNews(
  ledgerDb: LedgerDb,
): Promise<{ readonly id: string; readonly timezone: string; readonly notice_on: string | null }[]> {
  return ledgerDb
    .selectFrom('events')
    .select(['id', 'timezone', 'notice_on'])
    .where('status', '=', 'Published')
    .where('notice', '<>', 'never')
    .where('id', 'in', (query) =>
      query.selectFrom('applications').select('event_id').where('notice_due', '=', 1),
    )
    .orderBy('id')
    .execute();
}

/** Notes that the organizer is told on this day; undefined when that was done, or is no longer wanted. */
export async function claimDay(tx: LedgerTx, eventId: string, day: string): Promise<StoredEvent | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set({ notice_on: day })
    .where('id', '=', eventId)
    .where('status', '=', 'Published')
    .where('notice', '<>', 'never')
    .where((is) => is.or([is('notice_on', 'is', null), is('notice_on', '<', day)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n ? findPublicEvent(tx, eventId) : undefined;
}

/** Takes all news of an event as told: how many are still open, and the newest of those. */
export async function takeNews(
  tx: LedgerTx,
  eventId: string,
  namedMax: number,
): Promise<{ readonly count: number; readonly newest: readonly MailedApplication[] }> {
  const rows = await tx
    .updateTable('applications')
    .set({ notice_due: 0 })
    .where('event_id', '=', eventId)
    .where('notice_due', '=', 1)
    .returning(['id', 'status', 'submitted_at', 'business_name', 'license_number', 'contact_email'])
    .execute();
  const open = rows
    .filter(({ status }) => !CLOSED_STATUSES.some((closed) => closed === status))
    .sort((a, b) =>
      a.submitted_at < b.submitted_at || (a.submitted_at === b.submitted_at && a.id < b.id) ? 1 : -1,
    );
  return { count: open.length, newest: open.slice(0, namedMax) };
}
