import { sql } from 'kysely';
import {
  ERASED,
  ERASED_PATTERN,
  erasedAddress,
  isErasedAddress,
  withoutDetails,
} from '../../lib/erase-details.ts';
import { mailOwnerOf } from '../../lib/text/mailbox.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { isOf, type Person } from '../export/export-store.ts';

/**
 * Removes a person's details from applications but keeps the applications themselves. The license, the
 * decision, the verdict, and the receipt are the organizer's evidence.
 */

interface Past {
  /** Applicants with a spot lose their details if the event ended before this time. */
  readonly withSpot: string;
  readonly withoutSpot: string;
}

/** Returns true if the application's email address is the event organizer's own. */
function isOwn({
  contact_email,
  organizer_email,
}: {
  readonly contact_email: string;
  readonly organizer_email: string;
}): boolean {
  return mailOwnerOf(contact_email) === mailOwnerOf(organizer_email);
}

/** Lists the ids of a person's applications that still have personal details, in ascending order. */
export async function listOfPerson(ledgerDb: LedgerDb, person: Person): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select('id')
    .where(isOf('applications', person))
    .where('contact_email', 'not like', ERASED_PATTERN)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface PastEvent {
  readonly id: string;
  readonly ends_at: string;
  readonly organizer_email: string;
}

/** Lists events that ended before `before` and whose id comes after `after`, ordered by id. */
export async function listPastEvents(
  ledgerDb: LedgerDb,
  before: string,
  after: string,
  limit: number,
): Promise<PastEvent[]> {
  return ledgerDb
    .selectFrom('events')
    .innerJoin('accounts', 'accounts.id', 'events.account_id')
    .select(['events.id', 'events.ends_at', 'accounts.email as organizer_email'])
    .where('events.id', '>', after)
    .where('events.ends_at', '<', before)
    .orderBy('events.id')
    .limit(limit)
    .execute();
}

/**
 * Lists the event's applications that still have personal details past their retention period. An application
 * with an open contest is kept until the contest is resolved. An organizer's own application is also kept,
 * because its address shows that its outcome does not count.
 */
export async function listPastOf(ledgerDb: LedgerDb, event: PastEvent, past: Past): Promise<string[]> {
  const all = ledgerDb
    .selectFrom('applications')
    .select(['applications.id', 'contact_email'])
    .where('event_id', '=', event.id)
    .where('contact_email', 'not like', ERASED_PATTERN)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outcome_contests')
            .select('outcome_contests.id')
            .whereRef('outcome_contests.application_id', '=', 'applications.id')
            .where('outcome_contests.state', '=', 'open'),
        ),
      ),
    )
    .orderBy('applications.id');
  const isLongPast = event.ends_at < past.withSpot;
  const rows = await (isLongPast ? all : all.where('status', 'not in', ['approved', 'confirmed'])).execute();
  return rows
    .filter(({ contact_email }) => !isOwn({ contact_email, organizer_email: event.organizer_email }))
    .map(({ id }) => id);
}

/**
 * Erases personal details from the applications. Call it in the same transaction as other changes to them.
 */
export async function eraseApplications(tx: LedgerTx, ids: readonly string[], at: string): Promise<void> {
  for (const id of ids) {
    const details = await eraseContact(tx, id, at);
    if (details) await eraseTexts(tx, id, details, at);
  }
}

/**
 * Returns the erased details, or undefined if the application was deleted or its details are already erased.
 */
async function eraseContact(tx: LedgerTx, id: string, at: string): Promise<readonly string[] | undefined> {
  const row = await tx
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .innerJoin('accounts', 'accounts.id', 'events.account_id')
    .select(['contact_name', 'contact_email', 'contact_phone', 'accounts.email as organizer_email'])
    .where('applications.id', '=', id)
    .executeTakeFirst();
  if (!row || isErasedAddress(row.contact_email)) return undefined;
  // An organizer's own application does not count for the license. Once the address is erased, only a missing
  // holder shows that.
  const holder = isOwn(row) ? null : sql.ref('holder_account_id');
  // Raw SQL is needed because these columns are typed as write-once. The new `updated_at` changes the version
  // of the organizer's list.
  await sql`update applications set contact_name = ${ERASED}, contact_email = ${erasedAddress(id)},
      contact_phone = '', custom_responses = '[]', link_sha256 = ${`erased ${id}`}, updated_at = ${at},
      documents_news_at = null, notice_due = 0, holder_account_id = ${holder} where id = ${id}`.execute(tx);
  return [row.contact_name, row.contact_email, row.contact_phone];
}

async function eraseTexts(tx: LedgerTx, id: string, details: readonly string[], at: string): Promise<void> {
  await tx.deleteFrom('event_day_notes').where('application_id', '=', id).execute();
  await tx.updateTable('application_history').set({ message: '' }).where('application_id', '=', id).execute();
  await tx
    .updateTable('application_history')
    .set({ reason: '' })
    .where('application_id', '=', id)
    .where('kind', '=', 'note')
    .execute();
  const reasons = await tx
    .selectFrom('application_history')
    .select(['position', 'reason'])
    .where('application_id', '=', id)
    .where('reason', '!=', '')
    .execute();
  for (const { position, reason } of reasons)
    await tx
      .updateTable('application_history')
      .set({ reason: withoutDetails(reason, details) })
      .where('application_id', '=', id)
      .where('position', '=', position)
      .execute();
  await tx
    .deleteFrom('application_document_contents')
    .where('document_id', 'in', ({ selectFrom }) =>
      selectFrom('application_documents').select('id').where('application_id', '=', id),
    )
    .execute();
  await tx
    .updateTable('application_documents')
    .set((row) => ({
      insurer: '',
      sha256: '',
      reason: '',
      override_reason: '',
      bytes: 0,
      file_deleted_at: row.fn.coalesce('file_deleted_at', row.val(at)),
    }))
    .where('application_id', '=', id)
    .execute();
  await tx
    .updateTable('application_document_history')
    .set({ detail: '' })
    .where('application_id', '=', id)
    .execute();
}

export async function findEventOf(tx: LedgerTx, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('applications').select('event_id').where('id', '=', id).executeTakeFirst();
  return row?.event_id;
}
