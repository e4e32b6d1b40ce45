import type { EventType } from '../../../decisions/decide/schemas.ts';
import { type Language, parseLanguage } from '../../../lib/language/language.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../../platform/db/database.ts';
import type { ApplicationDocumentRemindersTable } from '../../../platform/db/schema/ledger-tables/document-tables.ts';
import { upsertRows } from '../../../platform/db/upsert.ts';

/** An application with a spot, including the event details for an email. */
export interface WithSpot {
  readonly id: string;
  readonly contact_email: string;
  readonly business_name: string;
  readonly license_number: string;
  readonly license_digits: string;
  readonly license_type: string | null;
  readonly link_sha256: string;
  readonly language: Language | undefined;
  readonly event_type: EventType;
  readonly event_name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly timezone: string;
  readonly venue_name: string;
  readonly address: string;
  readonly city: string;
  readonly county: string;
}

/**
 * Lists applications with a spot at a published event that is not over. The event must start by `until`, or
 * one of the application's documents must expire by then. The list is sorted by id and starts after `after`.
 */
export async function listWithSpot(
  tx: LedgerDb,
  { after, now, until, rowsMax }: { after: string; now: Date; until: string; rowsMax: number },
): Promise<WithSpot[]> {
  const rows = await tx
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select(['applications.id', 'contact_email', 'business_name', 'license_number', 'link_sha256'])
    .select([
      'language',
      'event_type',
      'events.name as event_name',
      'starts_at',
      'ends_at',
      'timezone',
      'venue_name',
    ])
    .select(['license_digits', 'license_type', 'address', 'city', 'county'])
    .where('applications.status', 'in', ['approved', 'confirmed'])
    .where('events.status', '=', 'Published')
    .where('events.ends_at', '>', now.toISOString())
    .where('applications.id', '>', after)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        // Any timestamp on that date sorts before this text.
        eb('events.starts_at', '<', `${until}T99`),
        exists(
          selectFrom('application_documents')
            .select('application_documents.id')
            .whereRef('application_documents.application_id', '=', 'applications.id')
            .where('application_documents.expires_on', '<=', until),
        ),
      ]),
    )
    .orderBy('applications.id')
    .limit(rowsMax)
    .execute();
  return rows.map((row) => ({
    ...row,
    event_type: row.event_type as EventType,
    language: parseLanguage(row.language),
  }));
}

type StoredReminder = Pick<ApplicationDocumentRemindersTable, 'application_id' | 'code' | 'due_on' | 'days'>;

/** Lists the reminders that were already queued for these applications. */
export async function listReminded(
  tx: LedgerTx,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<StoredReminder[]> {
  return tx
    .selectFrom('application_document_reminders')
    .select(['application_id', 'code', 'due_on', 'days'])
    .where(engine.isOneOf('application_id', ids))
    .execute();
}

export async function insertReminders(
  tx: LedgerTx,
  rows: readonly ApplicationDocumentRemindersTable[],
): Promise<void> {
  if (rows.length > 0)
    await upsertRows(
      tx,
      'application_document_reminders',
      ['application_id', 'code', 'due_on', 'days'],
      rows,
    );
}
