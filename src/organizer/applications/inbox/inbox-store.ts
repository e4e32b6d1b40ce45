import { sql } from 'kysely';
import type { LedgerDb, LedgerEngine } from '../../../platform/db/database.ts';
import type { ApplicationsTable } from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import { CLOSED_STATUSES, UNDECIDED_STATUSES } from '../decide/statuses.ts';
import type { ApplicationStatus } from '../schemas.ts';
import { type StoredApplication, selectApplications, typed } from '../store.ts';
import type { Waiting } from './todo.ts';

/**
 * Queries for lists of applications. They read a page, a batch or a few columns, but never all full rows of a
 * long list.
 */

/** The columns that determine an application's position in an inbox and whether it matches a search. */
type ApplicationKey = Pick<
  ApplicationsTable,
  | ('id' | 'submitted_at' | 'license_number' | 'license_digits' | 'license_type' | 'outcome')
  | ('business_name' | 'contact_name' | 'contact_email' | 'contact_phone')
> & { readonly status: ApplicationStatus };

/** Selects the applications to one event, or to all events of an account. */
type ListOwner = { readonly eventId: string } | { readonly accountId: string };

/** Lists the columns for sorting and searching all applications to an event. */
export async function listKeys(ledgerDb: LedgerDb, eventId: string): Promise<readonly ApplicationKey[]> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select(['id', 'submitted_at', 'license_number', 'license_digits', 'license_type', 'status', 'outcome'])
    .select(['business_name', 'contact_name', 'contact_email', 'contact_phone'])
    .where('event_id', '=', eventId)
    .orderBy('submitted_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, status: asStatus(row.status) }));
}

/**
 * Lists the license keys of an event's applications that have any of these digits, ordered by submission
 * time.
 */
export async function listKeysByDigits(
  ledgerDb: LedgerDb,
  eventId: string,
  digits: readonly string[],
): Promise<readonly Pick<ApplicationKey, 'id' | 'license_digits' | 'license_type' | 'status'>[]> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select(['id', 'license_digits', 'license_type', 'status'])
    .where('event_id', '=', eventId)
    .where('license_digits', 'in', digits)
    .orderBy('submitted_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, status: asStatus(row.status) }));
}

/**
 * Lists the ids of all applications to one event or to all of an account's events, ordered by submission
 * time.
 */
export async function listIds(
  ledgerDb: LedgerDb,
  of: { readonly eventId: string } | { readonly accountId: string },
): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select('applications.id')
    .where(({ eb }) =>
      'eventId' in of ? eb('events.id', '=', of.eventId) : eb('events.account_id', '=', of.accountId),
    )
    .orderBy('applications.submitted_at')
    .orderBy('applications.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the ids of an event's open applications, ordered by submission time. */
export async function listOpenIds(ledgerDb: LedgerDb, eventId: string): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', 'not in', CLOSED_STATUSES)
    .orderBy('submitted_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the applications with these ids, ordered by submission time. */
export async function listByIds(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<readonly StoredApplication[]> {
  return typed(await selectApplications(ledgerDb).where(engine.isOneOf('applications.id', ids)).execute());
}

/**
 * Lists some of an event's applications. Applications with a spot come first, then other open ones, then
 * closed ones.
 */
export async function listByRank(
  ledgerDb: LedgerDb,
  eventId: string,
  { offset, rowsMax }: { readonly offset: number; readonly rowsMax: number },
): Promise<readonly StoredApplication[]> {
  const rank = sql`case when applications.status in ('approved', 'confirmed') then 0
    when applications.status in (${sql.join(CLOSED_STATUSES)}) then 2 else 1 end`;
  const rows = await selectApplications(ledgerDb)
    .clearOrderBy()
    .where('applications.event_id', '=', eventId)
    .orderBy(rank)
    .orderBy('applications.submitted_at')
    .orderBy('applications.id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return typed(rows);
}

/** Counts an event's applications by status. */
export async function countByStatus(
  ledgerDb: LedgerDb,
  eventId: string,
): Promise<ReadonlyMap<ApplicationStatus, number>> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('event_id', '=', eventId)
    .groupBy('status')
    .orderBy('status')
    .execute();
  return new Map(rows.map(({ status, count }) => [asStatus(status), count]));
}

/**
 * Counts an event's vendors with a spot by kind of food. Includes an empty kind for applications from before
 * the form asked.
 */
export async function countFoods(
  ledgerDb: LedgerDb,
  eventId: string,
): Promise<readonly { readonly food_kind: string; readonly count: number }[]> {
  return ledgerDb
    .selectFrom('applications')
    .select(({ fn }) => ['food_kind', fn.countAll<number>().as('count')])
    .where('event_id', '=', eventId)
    .where('status', 'in', ['approved', 'confirmed'])
    .where('food_kind', '<>', '')
    .groupBy('food_kind')
    .orderBy('count', 'desc')
    .orderBy('food_kind')
    .execute();
}

/**
 * Narrows the type, because the database types statuses as text. The code only ever writes {@link
 * ApplicationStatus} values.
 */
function asStatus(text: string): ApplicationStatus {
  return text as ApplicationStatus;
}

/**
 * Lists the columns that identify the vendor for each of an event's open applications without a filed
 * decision.
 */
export async function listUnfiled(
  ledgerDb: LedgerDb,
  eventId: string,
): Promise<readonly Pick<ApplicationsTable, 'license_digits' | 'license_type'>[]> {
  return ledgerDb
    .selectFrom('applications')
    .select(['license_digits', 'license_type'])
    .where('event_id', '=', eventId)
    .where('status', 'not in', CLOSED_STATUSES)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application_decisions')
            .select('jti')
            .whereRef('application_decisions.application_id', '=', 'applications.id'),
        ),
      ),
    )
    .orderBy('applications.id')
    .execute();
}

/**
 * Counts each event's applications that are waiting for a decision, and those with documents to review. Omits
 * events that have neither.
 */
export async function countWaiting(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Waiting>> {
  if (eventIds.length === 0) return new Map();
  const unseen = sql`exists (select 1 from application_documents where application_documents.state = 'received'
    and application_documents.application_id = applications.id)`;
  const rows = await ledgerDb
    .selectFrom('applications')
    .select([
      'event_id',
      sql<number>`sum(case when status in (${sql.join(UNDECIDED_STATUSES)}) then 1 else 0 end)`.as('decide'),
      sql<number>`sum(case when ${unseen} then 1 else 0 end)`.as('documents'),
    ])
    .where(engine.isOneOf('event_id', eventIds))
    .where('status', 'not in', CLOSED_STATUSES)
    .groupBy('event_id')
    .orderBy('event_id')
    .execute();
  return new Map(
    rows.map(({ event_id, decide, documents }) => [
      event_id,
      { decide: Number(decide), documents: Number(documents) },
    ]),
  );
}

/**
 * Counts an event's open applications by license digits. Includes only the given digits, or all if none are
 * given.
 */
export async function countOpenByLicense(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  eventId: string,
  digits?: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select(({ fn }) => ['license_digits', fn.countAll<number>().as('count')])
    .where('event_id', '=', eventId)
    .where('status', 'not in', CLOSED_STATUSES)
    .$if(digits !== undefined, (query) => query.where(engine.isOneOf('license_digits', digits ?? [])))
    .groupBy('license_digits')
    .orderBy('license_digits')
    .execute();
  return new Map(rows.map(({ license_digits, count }) => [license_digits, count]));
}

/** Lists the answers in these applications as JSON text, ordered by submission time. */
export async function listResponses(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select('custom_responses')
    .where(engine.isOneOf('id', ids))
    .where('custom_responses', '!=', '[]')
    .orderBy('submitted_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.custom_responses);
}

/**
 * Returns a text that changes whenever the list changes, with a line for each event, application and
 * document. Each change to an event or application updates its timestamp. Each document change adds a history
 * entry, so even an undone change alters the text. The other columns of an application are written only once
 * (`FixedColumn` in its table).
 */
export async function readListState(ledgerDb: LedgerDb, owner: ListOwner): Promise<string> {
  const owned =
    'eventId' in owner ? sql`events.id = ${owner.eventId}` : sql`events.account_id = ${owner.accountId}`;
  const { rows } = await sql<{
    state: string | null;
  }>`select string_agg(line, '\n' order by line) as state from (
    select 'e ' || id || ' ' || updated_at as line from events where ${owned}
    union all
    select 'a ' || a.id || ' ' || a.updated_at || ' ' || a.status || ' ' || a.deposit_status
        || ' ' || coalesce(a.outcome, '') || ' ' || coalesce(a.outcome_recorded_at, '')
      from events inner join applications as a on a.event_id = events.id where ${owned}
    union all
    select 'd ' || d.id || ' ' || d.application_id || ' ' || d.code || ' ' || d.position || ' ' || d.state
        || ' ' || coalesce(d.expires_on, '') || ' ' || coalesce(d.decided_at, '')
      from events inner join application_documents as d on d.event_id = events.id where ${owned}
    union all
    select 'h ' || count(*) from events inner join applications as a on a.event_id = events.id
      inner join application_document_history as h on h.application_id = a.id where ${owned}
  ) as lines`.execute(ledgerDb);
  return rows[0]?.state ?? '';
}
