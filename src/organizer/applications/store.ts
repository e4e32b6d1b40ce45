import { type SelectQueryBuilder, sql } from 'kysely';
import { type Language, parseLanguage } from '../../lib/language/language.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import type {
  ApplicationDecisionsTable,
  ApplicationsTable,
} from '../../platform/db/schema/ledger-tables/event-tables.ts';
import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';
import { upsertRows } from '../../platform/db/upsert.ts';
import type { HistoryEntry } from './application.ts';
import type { SameApplicant } from './apply/refuse-too-many.ts';
import type { AgainstVerdict } from './decide/against-verdict.ts';
import { CLOSED_STATUSES } from './decide/statuses.ts';
import type { MailedApplication } from './notices/mail-texts.ts';
import type { ApplicationOutcome, ApplicationStatus, DepositStatus } from './schemas.ts';

/** A stored application, including the hash of its private link token. */
export interface StoredApplication
  extends Omit<ApplicationsTable, 'updated_at' | 'notice_due' | 'documents_news_at' | 'status' | 'language'> {
  readonly status: ApplicationStatus;
  /** The language of the applicant's emails. */
  readonly language: Language;
  readonly event_name: string;
}

const COLUMNS = [
  'applications.id',
  'applications.event_id',
  'events.name as event_name',
  'applications.status',
  'applications.submitted_at',
  'applications.license_number',
  'applications.license_digits',
  'applications.license_type',
  'applications.business_name',
  'applications.contact_name',
  'applications.contact_email',
  'applications.contact_phone',
  'applications.custom_responses',
  'applications.deposit_status',
  'applications.outcome',
  'applications.outcome_recorded_at',
  'applications.holder_account_id',
  'applications.outcome_told_at',
  'applications.outcome_changes',
  'applications.waitlisted_at',
  'applications.link_sha256',
  'applications.language',
  'applications.food_kind',
  'applications.food',
  'applications.license_kind',
] as const;

/**
 * Narrows the row types, because the database types statuses and languages as text. The code only ever writes
 * {@link ApplicationStatus} and {@link Language} values.
 */
export function typed(
  rows: readonly (Omit<StoredApplication, 'status' | 'language'> & { status: string; language: string })[],
) {
  return rows as readonly StoredApplication[];
}

/** Selects all columns, ordered by submission time. */
export function selectApplications(ledgerDb: LedgerDb) {
  return ledgerDb
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select(COLUMNS)
    .orderBy('applications.submitted_at')
    .orderBy('applications.id');
}

export async function findApplication(
  ledgerDb: LedgerDb,
  eventId: string,
  id: string,
): Promise<StoredApplication | undefined> {
  const query = selectApplications(ledgerDb).where('applications.event_id', '=', eventId);
  return typed(await query.where('applications.id', '=', id).execute())[0];
}

type Applicant = Pick<StoredApplication, 'id' | 'business_name' | 'license_number'>;
/** The maximum number of values per statement that both engines accept. */
const IDS_MAX = 1_000;

/** Lists the applicants of these applications. Accepts any number of ids. */
export async function listApplicants(ledgerDb: LedgerDb, ids: readonly string[]): Promise<Applicant[]> {
  const found: Applicant[] = [];
  for (let from = 0; from < ids.length; from += IDS_MAX)
    found.push(
      ...(await ledgerDb
        .selectFrom('applications')
        .select(['id', 'business_name', 'license_number'])
        .where('id', 'in', ids.slice(from, from + IDS_MAX))
        .execute()),
    );
  return found;
}

export async function findByLinkHash(
  ledgerDb: LedgerDb,
  hash: string,
): Promise<StoredApplication | undefined> {
  return typed(await selectApplications(ledgerDb).where('applications.link_sha256', '=', hash).execute())[0];
}

/**
 * The columns that identify a repeated form. They are the same as in the unique index `applications_open`.
 */
type OpenKey = Pick<ApplicationsTable, 'event_id' | 'license_digits' | 'contact_email'>;

export async function findOpenId(ledgerDb: LedgerDb, key: OpenKey): Promise<string | undefined> {
  const row = await ledgerDb
    .selectFrom('applications')
    .select('id')
    .where('event_id', '=', key.event_id)
    .where('license_digits', '=', key.license_digits)
    .where('contact_email', '=', key.contact_email)
    .where('status', 'not in', CLOSED_STATUSES)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Counts the applications to one event with the same contact or the same license. Call it while holding the
 * event's row lock.
 */
export async function countSameApplicant(tx: LedgerTx, key: OpenKey): Promise<SameApplicant> {
  const count = (query: SelectQueryBuilder<LedgerSchema, 'applications', object>) =>
    query.select(({ fn }) => fn.countAll<number>().as('count')).where('event_id', '=', key.event_id);
  const { ofContact, ofLicense } = await tx
    .selectNoFrom(({ selectFrom }) => [
      count(selectFrom('applications')).where('contact_email', '=', key.contact_email).as('ofContact'),
      count(selectFrom('applications'))
        .where('license_digits', '=', key.license_digits)
        .where('status', 'not in', CLOSED_STATUSES)
        .as('ofLicense'),
    ])
    .executeTakeFirstOrThrow();
  return { ofContact: ofContact ?? 0, ofLicense: ofLicense ?? 0 };
}

/** Returns false if the same vendor and contact already have an open application to the event. */
export async function insertApplication(tx: LedgerTx, row: ApplicationsTable): Promise<boolean> {
  const result = await tx
    .insertInto('applications')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Marks this application for the next daily email to the organizer. */
export async function noteNews(tx: LedgerTx, id: string): Promise<void> {
  await tx.updateTable('applications').set({ notice_due: 1 }).where('id', '=', id).execute();
}

/** Returns false if the status is no longer `from`. */
export async function changeStatus(
  tx: LedgerTx,
  id: string,
  change: { readonly from: ApplicationStatus; readonly to: ApplicationStatus; readonly now: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('applications')
    .set({
      status: change.to,
      updated_at: change.now.toISOString(),
      waitlisted_at: change.to === 'waitlisted' ? change.now.toISOString() : null,
    })
    .where('id', '=', id)
    .where('status', '=', change.from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function updateDeposit(
  ledgerDb: LedgerDb,
  id: string,
  status: DepositStatus,
  now: Date,
): Promise<void> {
  await ledgerDb
    .updateTable('applications')
    .set({ deposit_status: status, updated_at: now.toISOString() })
    .where('id', '=', id)
    .execute();
}

export async function updateOutcome(
  tx: LedgerTx,
  id: string,
  { outcome, told, now }: { outcome: ApplicationOutcome | null; told: boolean; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await tx
    .updateTable('applications')
    .set((row) => ({
      outcome,
      outcome_recorded_at: outcome === null ? null : at,
      outcome_told_at: told && outcome !== null ? at : null,
      outcome_changes: row('outcome_changes', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', id)
    .execute();
}

/**
 * Records the account that confirmed an application through its own email address. Does nothing if an outcome
 * was already recorded, so that old outcomes are not linked to the account.
 */
export async function setHolder(tx: LedgerTx, id: string, accountId: string): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ holder_account_id: accountId })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('outcome_changes', '=', 0)
    .execute();
}

/**
 * Call it in the transaction that changed the status. That transaction's lock on the application keeps
 * positions unique.
 */
export async function addHistory(
  tx: LedgerTx,
  id: string,
  entry: Omit<HistoryEntry, 'kind'> & {
    readonly kind?: 'status' | 'note';
    /** A note that only the organizer's team can see. */
    readonly note?: string;
    readonly actor_id?: string;
  },
  against?: AgainstVerdict,
): Promise<void> {
  const { changed_at, changed_by, kind = 'status', status, message, note = '', actor_id = null } = entry;
  await sql`insert into application_history (application_id, position, changed_at, changed_by, kind, status, message,
      reason, against_verdict, against_policy, actor_id)
    select ${id}, count(*) + 1, ${changed_at}, ${changed_by}, ${kind}, ${status}, ${message},
      ${against?.reason ?? note}, ${against?.verdict ?? null}, ${against?.policy_version ?? null}, ${actor_id}
    from application_history where application_id = ${id}`.execute(tx);
}

/** Lists the history entries that the applicant may see. Leaves out the organizer's notes. */
export async function listHistory(ledgerDb: LedgerDb, id: string): Promise<HistoryEntry[]> {
  const rows = await ledgerDb
    .selectFrom('application_history')
    .select(['changed_at', 'changed_by', 'kind', 'status', 'message'])
    .where('application_id', '=', id)
    .where('kind', '<>', 'note')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row }) as HistoryEntry);
}

export async function addDecisions(tx: LedgerTx, rows: readonly ApplicationDecisionsTable[]): Promise<void> {
  await upsertRows(tx, 'application_decisions', ['jti'], rows);
}

/** Lists the most recent decisions about one application as JSON text, newest first. */
export async function listDecisions(ledgerDb: LedgerDb, id: string, rowsMax: number): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('application_decisions')
    .select('decision')
    .where('application_id', '=', id)
    .orderBy('decided_at', 'desc')
    .orderBy('jti', 'desc')
    .limit(rowsMax)
    .execute();
  return rows.map(({ decision }) => decision);
}

/** Returns the most recent decision about each of these applications, as JSON text by application id. */
export async function listNewestDecisions(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ledgerDb
    .selectFrom('application_decisions as filed')
    .select(['filed.application_id', 'filed.decision'])
    .where(engine.isOneOf('filed.application_id', ids))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application_decisions as newer')
            .select('newer.jti')
            .whereRef('newer.application_id', '=', 'filed.application_id')
            .where(({ or, and, eb, ref }) =>
              or([
                eb('newer.decided_at', '>', ref('filed.decided_at')),
                and([
                  eb('newer.decided_at', '=', ref('filed.decided_at')),
                  eb('newer.jti', '>', ref('filed.jti')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('filed.application_id')
    .execute();
  return new Map(rows.map((row) => [row.application_id, row.decision]));
}

/** A recipient of an email about a change to an event. */
interface Addressee extends MailedApplication {
  readonly id: string;
  readonly event_id: string;
  readonly link_sha256: string;
}

const ADDRESSEE = [
  'id',
  'event_id',
  'link_sha256',
  'contact_email',
  'business_name',
  'license_number',
  'language',
] as const;

export async function listOpenAddressees(ledgerDb: LedgerDb, eventId: string): Promise<Addressee[]> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select(ADDRESSEE)
    .where('event_id', '=', eventId)
    .where('status', 'not in', CLOSED_STATUSES)
    .orderBy('id')
    .execute();
  return rows.map(toAddressee);
}

function toAddressee<Row extends { readonly language: string }>(row: Row) {
  return { ...row, language: parseLanguage(row.language) };
}

/** Cancels every open application to these events, adds history entries, and returns the applicants. */
export async function cancelOpen(
  tx: LedgerTx,
  eventIds: readonly string[],
  actorId: string,
  now: Date,
): Promise<Addressee[]> {
  if (eventIds.length === 0) return [];
  const at = now.toISOString();
  const cancelled = await tx
    .updateTable('applications')
    .set({ status: 'cancelled', updated_at: at })
    .where('event_id', 'in', eventIds)
    .where('status', 'not in', CLOSED_STATUSES)
    .returning(ADDRESSEE)
    .execute();
  // Add an entry to canceled applications whose newest entry has another status. An older entry may say
  // canceled, because an undo can restore a canceled application.
  await sql`insert into application_history
      (application_id, position, changed_at, changed_by, status, message, actor_id)
    select id, (select count(*) from application_history as past where past.application_id = applications.id) + 1,
      ${at}, 'organizer', 'cancelled', '', ${actorId}
    from applications where event_id in (${sql.join(eventIds)}) and status = 'cancelled' and 'cancelled' <> (
      select past.status from application_history as past
      where past.application_id = applications.id order by past.position desc limit 1)`.execute(tx);
  return cancelled.map(toAddressee);
}
