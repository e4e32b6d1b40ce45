import type { LedgerDb, LedgerTx } from '../../../platform/db/database.ts';
import { findPublicEvent } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { CLOSED_STATUSES, waitsForDecision } from '../decide/statuses.ts';
import type { MailedApplication } from './mail-texts.ts';

/** Lists published events that have new applications, or documents that arrived by `cutoff`. */
export async function listEventsWithNews(
  ledgerDb: LedgerDb,
  cutoff: string,
): Promise<{ readonly id: string; readonly timezone: string; readonly notice_on: string | null }[]> {
  return ledgerDb
    .selectFrom('events')
    .select(['id', 'timezone', 'notice_on'])
    .where('status', '=', 'Published')
    .where('notice', '<>', 'never')
    .where((is) =>
      is.or([
        is('id', 'in', (query) =>
          query.selectFrom('applications').select('event_id').where('notice_due', '=', 1),
        ),
        is('id', 'in', (query) =>
          query.selectFrom('applications').select('event_id').where('documents_news_at', '<=', cutoff),
        ),
      ]),
    )
    .orderBy('id')
    .execute();
}

/**
 * Records the date of the event's daily email. Returns undefined if that date was already recorded or if the
 * organizer no longer wants the email.
 */
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

/**
 * Marks all of an event's new applications as sent. Returns the number of those that are still undecided, and
 * the newest of them.
 */
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
  const waiting = rows
    .filter(({ status }) => waitsForDecision(status))
    .sort((a, b) =>
      a.submitted_at < b.submitted_at || (a.submitted_at === b.submitted_at && a.id < b.id) ? 1 : -1,
    );
  return { count: waiting.length, newest: waiting.slice(0, namedMax) };
}

/** Records the arrival time of documents, unless earlier documents have not been sent yet. */
export async function noteDocuments(tx: LedgerTx, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ documents_news_at: now.toISOString() })
    .where('id', 'in', ids)
    .where('documents_news_at', 'is', null)
    .execute();
}

/** Lists published events with the `each` setting and with documents that arrived by `cutoff`. */
export async function listEventsWithDocuments(ledgerDb: LedgerDb, cutoff: string): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('events')
    .select('id')
    .where('status', '=', 'Published')
    .where('notice', '=', 'each')
    .where('id', 'in', (query) =>
      query.selectFrom('applications').select('event_id').where('documents_news_at', '<=', cutoff),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists an event's open applications with new documents, oldest first. */
export async function listDocumentNews(
  tx: LedgerTx,
  eventId: string,
  cutoff: string,
): Promise<(MailedApplication & { readonly id: string; readonly status: string })[]> {
  return tx
    .selectFrom('applications')
    .select(['id', 'status', 'business_name', 'license_number', 'contact_email'])
    .where('event_id', '=', eventId)
    .where('documents_news_at', '<=', cutoff)
    .where('status', 'not in', CLOSED_STATUSES)
    .orderBy('documents_news_at')
    .orderBy('id')
    .execute();
}

/** Marks an event's new documents as sent. */
export async function takeDocuments(tx: LedgerTx, eventId: string, cutoff: string): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ documents_news_at: null })
    .where('event_id', '=', eventId)
    .where('documents_news_at', '<=', cutoff)
    .execute();
}
