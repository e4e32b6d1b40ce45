import { sql } from 'kysely';
import type { EventType } from '../../decisions/decide/schemas.ts';
import { isUuid } from '../../lib/text/uuid.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import type {
  ApplicationDocumentHistoryTable,
  ApplicationDocumentsTable,
} from '../../platform/db/schema/ledger-tables/document-tables.ts';
import { CLOSED_STATUSES } from '../applications/decide/statuses.ts';
import type { StoredApplication } from '../applications/store.ts';
import type { EarlierEntry } from './own-documents.ts';
import type { HistoryLine } from './review/history.ts';
import type { DocumentRow } from './states.ts';
import type { StoredBytes } from './upload/document-bounds.ts';

const COLUMNS = [
  ...(['id', 'code', 'position', 'state', 'media_type', 'bytes', 'sha256', 'expires_on'] as const),
  ...(['insurer', 'reason', 'override_reason', 'override_until', 'received_at', 'decided_at'] as const),
  ...(['copied_from', 'file_deleted_at'] as const),
  ...(['each_occurrence', 'additional_insured', 'certificate_holder'] as const),
] as const;
const QUALIFIED = COLUMNS.map((column) => `application_documents.${column}` as const);

/** Lists an application's files and waivers without the bytes, oldest first. */
export async function listRows(ledgerDb: LedgerDb, applicationId: string): Promise<DocumentRow[]> {
  const rows = await ledgerDb
    .selectFrom('application_documents')
    .select(COLUMNS)
    .where('application_id', '=', applicationId)
    .orderBy('position')
    .execute();
  return rows.map(toRow);
}

/** An application's document rows with its event's type and times. */
interface ApplicationRows {
  readonly event_type: EventType;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly timezone: string;
  readonly rows: readonly DocumentRow[];
}

/** Lists the rows of many applications in one statement. Includes applications without rows. */
export async function listRowsOfMany(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<Map<string, ApplicationRows>> {
  if (ids.length === 0) return new Map();
  const found = await ledgerDb
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .leftJoin('application_documents', 'application_documents.application_id', 'applications.id')
    .select(['applications.id as application', 'events.event_type', 'events.starts_at', 'events.ends_at'])
    .select(['events.timezone', ...QUALIFIED])
    .where(engine.isOneOf('applications.id', ids))
    .orderBy('applications.id')
    .orderBy('application_documents.position')
    .execute();
  const all = new Map<string, ApplicationRows & { rows: DocumentRow[] }>();
  for (const { application, event_type, starts_at, ends_at, timezone, ...row } of found) {
    const known = all.get(application) ?? {
      event_type: event_type as EventType,
      starts_at,
      ends_at,
      timezone,
      rows: [],
    };
    if (row.id !== null) known.rows.push(toRow(row as Row));
    all.set(application, known);
  }
  return all;
}

const EARLIER_MAX = 50;

/**
 * Lists the values that the same applicant entered for other events under the same license, newest first.
 * Anyone who opens a private link received it at the contact's address, and can therefore also read the
 * emails about those other applications.
 */
export async function listEarlierEntries(
  ledgerDb: LedgerDb,
  { id, contact_email, license_digits }: Pick<StoredApplication, 'id' | 'contact_email' | 'license_digits'>,
): Promise<EarlierEntry[]> {
  return ledgerDb
    .selectFrom('applications')
    .innerJoin('application_documents', 'application_documents.application_id', 'applications.id')
    .select(['code', 'expires_on', 'insurer'])
    .where('license_digits', '=', license_digits)
    .where('contact_email', '=', contact_email)
    .where('applications.id', '!=', id)
    .where('expires_on', 'is not', null)
    .orderBy('received_at', 'desc')
    .limit(EARLIER_MAX)
    .execute();
}

/**
 * Lists the rows of an event's applications that may need attention, oldest first. These are unreviewed files
 * and insurance.
 */
export async function listPendingRows(
  ledgerDb: LedgerDb,
  eventId: string,
  insurance: string,
): Promise<(DocumentRow & { readonly application_id: string })[]> {
  const rows = await ledgerDb
    .selectFrom('application_documents')
    .select([...COLUMNS, 'application_id'])
    .where('event_id', '=', eventId)
    .where((is) =>
      is.or([
        is('code', '=', insurance),
        is(
          'application_id',
          'in',
          ledgerDb
            .selectFrom('application_documents as unseen')
            .select('unseen.application_id')
            .where('unseen.event_id', '=', eventId)
            .where('unseen.state', '=', 'received'),
        ),
      ]),
    )
    .orderBy('application_id')
    .orderBy('position')
    .execute();
  return rows.map(({ application_id, ...row }) => ({ ...toRow(row), application_id }));
}

/**
 * Finds one of an application's files with its bytes. Returns undefined for any other id, for a waiver and
 * for a deleted file.
 */
export async function findFile(
  ledgerDb: LedgerDb,
  applicationId: string,
  id: string,
): Promise<{ readonly code: string; readonly media_type: string; readonly content: Uint8Array } | undefined> {
  if (!isUuid(id)) return undefined;
  return ledgerDb
    .selectFrom('application_documents')
    .innerJoin(
      'application_document_contents',
      'application_document_contents.document_id',
      'application_documents.id',
    )
    .select(['code', 'media_type', 'content'])
    .where('application_documents.id', '=', id)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

/** Inserts rows. Each position must be the number of a history entry that was already written. */
export async function insertRows(tx: LedgerTx, rows: readonly ApplicationDocumentsTable[]): Promise<void> {
  await tx.insertInto('application_documents').values(rows).execute();
}

export async function insertContent(tx: LedgerTx, documentId: string, content: Uint8Array): Promise<void> {
  await tx.insertInto('application_document_contents').values({ document_id: documentId, content }).execute();
}

/** Copies file bytes within the database, from the documents that these rows were copied from. */
export async function copyContents(
  tx: LedgerTx,
  engine: LedgerEngine,
  documentIds: readonly string[],
): Promise<void> {
  await tx
    .insertInto('application_document_contents')
    .columns(['document_id', 'content'])
    .expression(
      tx
        .selectFrom('application_documents as copy')
        .innerJoin('application_document_contents as source', 'source.document_id', 'copy.copied_from')
        .select(['copy.id', 'source.content'])
        .where(engine.isOneOf('copy.id', documentIds)),
    )
    .execute();
}

export async function deleteRows(tx: LedgerTx, engine: LedgerEngine, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('application_documents').where(engine.isOneOf('id', ids)).execute();
}

type DocumentChange = Partial<
  Pick<
    ApplicationDocumentsTable,
    | ('state' | 'expires_on' | 'reason' | 'override_reason' | 'override_until' | 'decided_at')
    | ('each_occurrence' | 'additional_insured' | 'certificate_holder')
  >
>;

export async function updateRow(tx: LedgerTx, id: string, change: DocumentChange): Promise<void> {
  await tx.updateTable('application_documents').set(change).where('id', '=', id).execute();
}

/** Returns the total of stored bytes for each limit. Runs one statement. */
export async function sumBytes(
  tx: LedgerTx,
  of: { readonly applicationId: string; readonly eventId: string; readonly accountId: string },
): Promise<StoredBytes> {
  const sum = (column: 'application_id' | 'event_id', id: string) =>
    sql<number>`(select coalesce(sum(bytes), 0) from application_documents where ${sql.ref(column)} = ${id})`;
  return tx
    .selectNoFrom([
      sum('application_id', of.applicationId).as('ofApplication'),
      sum('event_id', of.eventId).as('ofEvent'),
      sql<number>`(select coalesce(sum(bytes), 0) from application_documents inner join events
        on events.id = application_documents.event_id where events.account_id = ${of.accountId})`.as(
        'ofAccount',
      ),
      sql<number>`(select coalesce(sum(bytes), 0) from application_documents)`.as('ofService'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Returns the number of history entries. While the event is locked, the next entry can safely use this number
 * plus one.
 */
export async function countHistory(tx: LedgerTx, applicationId: string): Promise<number> {
  return countRows(tx.selectFrom('application_document_history').where('application_id', '=', applicationId));
}

export async function insertHistory(
  tx: LedgerTx,
  lines: readonly ApplicationDocumentHistoryTable[],
): Promise<void> {
  await tx.insertInto('application_document_history').values(lines).execute();
}

/** Lists all history entries with the name of the account that made each one, newest first. */
export async function listHistory(ledgerDb: LedgerDb, applicationId: string): Promise<HistoryLine[]> {
  const lines = await ledgerDb
    .selectFrom('application_document_history')
    .leftJoin('accounts', 'accounts.id', 'application_document_history.account_id')
    .select(['at', 'done_by', 'accounts.name', 'code', 'action', 'detail'])
    .where('application_id', '=', applicationId)
    .orderBy('position', 'desc')
    .execute();
  return lines.map((line) => ({ ...line }) as HistoryLine);
}

/**
 * Lists confirmed files from the holder's other applications under the same license, most recently confirmed
 * first. They must be valid on `lastDay`, and their files must not be deleted.
 */
export async function listHolderDocuments(
  ledgerDb: LedgerDb,
  holder: {
    readonly accountId: string;
    readonly license_type: string;
    readonly license_digits: string;
    readonly exceptApplicationId: string;
    readonly lastDay: string;
  },
): Promise<(DocumentRow & { readonly event_name: string })[]> {
  const rows = await ledgerDb
    .selectFrom('application_documents')
    .innerJoin('applications', 'applications.id', 'application_documents.application_id')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select([...QUALIFIED, 'events.name as event_name'])
    .where('applications.holder_account_id', '=', holder.accountId)
    .where('applications.license_type', '=', holder.license_type)
    .where('applications.license_digits', '=', holder.license_digits)
    .where('applications.id', '!=', holder.exceptApplicationId)
    .where('applications.status', 'not in', CLOSED_STATUSES)
    .where('application_documents.state', '=', 'confirmed')
    .where('application_documents.file_deleted_at', 'is', null)
    .where((is) => is.or([is('expires_on', 'is', null), is('expires_on', '>=', holder.lastDay)]))
    .orderBy('application_documents.decided_at', 'desc')
    .orderBy('application_documents.id')
    .execute();
  return rows.map(({ event_name, ...row }) => ({ ...toRow(row), event_name }));
}

type Row = Pick<ApplicationDocumentsTable, (typeof COLUMNS)[number]>;

/**
 * Narrows the type, because the database types states as text. The code only ever writes the states of {@link
 * DocumentRow}.
 */
function toRow(row: Row): DocumentRow {
  return { ...row, state: row.state as DocumentRow['state'] };
}
