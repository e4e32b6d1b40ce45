import { sql, type Updateable } from 'kysely';
import type { ListWindow } from '../../lib/list-window.ts';
import { foldCity } from '../../lib/text/clean-typed-text.ts';
import { asUuid } from '../../lib/text/uuid.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { EventsTable } from '../../platform/db/schema/ledger-tables/event-tables.ts';
import type { EventAccess } from './event-access.ts';
import { EVENT_COLUMNS, type EventRow, toStoredEvent } from './event-rows-store.ts';
import type { EventDraft } from './form/event-form.ts';
import type { EventStatus, Question } from './schemas.ts';
import type { StoredEvent, TeamEvent } from './stored-event.ts';

/**
 * Finds an event that the account owns or can see as a team member, with the account's access. For a
 * malformed id, returns undefined without running a query.
 */
export async function findTeamEvent(
  ledgerDb: LedgerDb,
  accountId: string,
  id: string,
): Promise<TeamEvent | undefined> {
  const key = asUuid(id);
  if (key === undefined) return undefined;
  const row = await selectTeamEvents(ledgerDb, accountId).where('events.id', '=', key).executeTakeFirst();
  return row && toTeamEvent(row, accountId);
}

/** Selects the events that the account and its teams own. */
function selectTeamEvents(ledgerDb: LedgerDb, accountId: string, status?: EventStatus) {
  return ledgerDb
    .selectFrom('events')
    .innerJoin('accounts as owners', 'owners.id', 'events.account_id')
    .leftJoin('team_members', (join) =>
      join
        .onRef('team_members.account_id', '=', 'events.account_id')
        .on('team_members.member_id', '=', accountId),
    )
    .select(EVENT_COLUMNS.map((column) => `events.${column}` as const))
    .select(['owners.name as owner_name', 'team_members.role as role'])
    .where(
      'events.account_id',
      'in',
      ledgerDb
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', accountId)
        .union(
          ledgerDb.selectFrom('team_members').select('account_id as id').where('member_id', '=', accountId),
        ),
    )
    .$if(status !== undefined, (query) => query.where('events.status', '=', status ?? ''));
}

/** Finds a public event, which can have any status except draft. */
export async function findPublicEvent(ledgerDb: LedgerDb, id: string): Promise<StoredEvent | undefined> {
  const key = asUuid(id);
  if (key === undefined) return undefined;
  const row = await ledgerDb
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('id', '=', key)
    .where('status', '<>', 'Draft')
    .executeTakeFirst();
  return row && toStoredEvent(row);
}

/** Lists all events that an account owns, optionally only with one status, sorted by date. */
export async function listOwnEvents(
  ledgerDb: LedgerDb,
  accountId: string,
  status?: EventStatus,
): Promise<StoredEvent[]> {
  const rows = await ledgerDb
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('account_id', '=', accountId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  return rows.map(toStoredEvent);
}

/**
 * Lists a page of events that the account owns or can see as a team member. Upcoming events come first,
 * sorted by date. Past and canceled events follow, newest first.
 */
export async function listTeamPage(
  ledgerDb: LedgerDb,
  accountId: string,
  { status, now }: { readonly status: EventStatus | undefined; readonly now: Date },
  { offset, rowsMax }: ListWindow,
): Promise<TeamEvent[]> {
  const isToCome = sql<boolean>`events.ends_at > ${now.toISOString()} and events.status <> 'Cancelled'`;
  const rows = await selectTeamEvents(ledgerDb, accountId, status)
    .orderBy(sql`case when ${isToCome} then 0 else 1 end`)
    .orderBy(sql`case when ${isToCome} then events.starts_at end`)
    .orderBy('events.starts_at', 'desc')
    .orderBy('events.id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return rows.map((row) => toTeamEvent(row, accountId));
}

/**
 * Lists events that the account owns or can see as a team member and that end after `since`, sorted by date,
 * for a calendar.
 */
export async function listTeamCalendar(
  ledgerDb: LedgerDb,
  accountId: string,
  since: Date,
  rowsMax: number,
): Promise<TeamEvent[]> {
  const query = selectTeamEvents(ledgerDb, accountId).where('events.ends_at', '>', since.toISOString());
  const rows = await query.orderBy('events.starts_at').orderBy('events.id').limit(rowsMax).execute();
  return rows.map((row) => toTeamEvent(row, accountId));
}

/**
 * Lists public events that are not over, sorted by date, for a calendar. Canceled events are included only if
 * vendors have applied, because those vendors know about the event. A canceled draft was never public.
 */
export async function listPublicCalendar(
  ledgerDb: LedgerDb,
  now: Date,
  rowsMax: number,
): Promise<StoredEvent[]> {
  const rows = await ledgerDb
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('ends_at', '>', now.toISOString())
    .where((is) =>
      is.or([
        is('status', '=', 'Published'),
        is.and([is('status', '=', 'Cancelled'), is('applications_received', '>', 0)]),
      ]),
    )
    .orderBy('starts_at')
    .orderBy('id')
    .limit(rowsMax)
    .execute();
  return rows.map(toStoredEvent);
}

/** Counts the events that {@link listTeamPage} lists on all pages. */
export async function countTeamEvents(
  ledgerDb: LedgerDb,
  accountId: string,
  status?: EventStatus,
): Promise<number> {
  return countRows(selectTeamEvents(ledgerDb, accountId, status).clearSelect());
}

/** Counts the events that an account owns, optionally only with one status. */
export async function countOwnEvents(
  ledgerDb: LedgerDb,
  accountId: string,
  status?: EventStatus,
): Promise<number> {
  return countRows(
    ledgerDb
      .selectFrom('events')
      .where('account_id', '=', accountId)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? '')),
  );
}

export async function insertDraft(
  ledgerDb: LedgerDb,
  event: EventDraft & {
    readonly id: string;
    readonly accountId: string;
    readonly now: string;
    readonly questions?: readonly Question[];
  },
): Promise<void> {
  const { id, accountId, now, questions = [], ...draft } = event;
  await ledgerDb
    .insertInto('events')
    .values({
      id,
      account_id: accountId,
      status: 'Draft',
      ...toColumns(draft),
      questions: JSON.stringify(questions),
      spots_taken: 0,
      applications_received: 0,
      created_at: now,
      updated_at: now,
      notice_on: null,
      roster_reminded_at: null,
      spot_freed: 0,
    })
    .execute();
}

/** Converts the parsed form to columns. */
function toColumns(draft: EventDraft) {
  return { ...draft, waitlist_moves: draft.waitlist_moves ? 1 : 0, city_folded: foldCity(draft.city) };
}

/**
 * Writes the parsed form. Returns false if the event has changed since it was read, or if more than
 * `capacity` spots are taken.
 */
export async function updateDescription(
  ledgerDb: LedgerDb,
  before: StoredEvent,
  draft: EventDraft,
  updatedAt: string,
): Promise<boolean> {
  const columns = { ...toColumns(draft), ...freedBy(before, draft), updated_at: updatedAt };
  return update(ledgerDb, before, columns, { spotsMax: draft.capacity });
}

/** Writes the questions. Returns false if the event has changed since it was read. */
export async function updateQuestions(
  ledgerDb: LedgerDb,
  before: StoredEvent,
  questions: readonly Question[],
  updatedAt: string,
): Promise<boolean> {
  return update(ledgerDb, before, { questions: JSON.stringify(questions), updated_at: updatedAt });
}

/**
 * Writes the status. Returns false if the event has changed since it was read, or if an event with
 * applications would become a draft.
 */
export async function updateStatus(
  ledgerDb: LedgerDb,
  before: StoredEvent,
  status: EventStatus,
  updatedAt: string,
): Promise<boolean> {
  return update(
    ledgerDb,
    before,
    // No spots are taken at a canceled event.
    { status, updated_at: updatedAt, ...(status === 'Cancelled' ? { spots_taken: 0 } : {}) },
    status === 'Draft' ? { applicationsMax: 0 } : {},
  );
}

/**
 * Returns false if the event has changed since it was read, or if it exceeds `spotsMax` or `applicationsMax`.
 */
async function update(
  ledgerDb: LedgerDb,
  before: StoredEvent,
  columns: Updateable<EventsTable>,
  { spotsMax, applicationsMax }: { spotsMax?: number | null; applicationsMax?: number } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await ledgerDb
    .updateTable('events')
    .set(columns)
    .where('id', '=', before.id)
    .where('account_id', '=', before.account_id)
    .where('status', '=', before.status)
    .where('updated_at', '=', before.updated_at)
    .$if(typeof spotsMax === 'number', (query) => query.where('spots_taken', '<=', spotsMax ?? 0))
    .$if(applicationsMax !== undefined, (query) =>
      query.where('applications_received', '<=', applicationsMax ?? 0),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Converts a row. A row without a role belongs to an event that the account owns. */
function toTeamEvent(
  { owner_name, role, ...row }: EventRow & { owner_name: string; role: string | null },
  accountId: string,
): TeamEvent {
  const access: EventAccess =
    row.account_id === accountId ? 'owner' : role === 'manager' ? 'manager' : 'viewer';
  return { ...toStoredEvent(row), owner_name, access };
}

/** Returns the column that marks the event for a waitlist check, if the change may free a spot. */
function freedBy(before: StoredEvent, draft: EventDraft): { readonly spot_freed?: 1 } {
  return isRoomier(before, draft) ? { spot_freed: 1 } : {};
}

/**
 * Returns true if a change may free a spot for the waitlist, because there are more spots or the waitlist now
 * moves up automatically.
 */
function isRoomier(before: StoredEvent, { capacity, waitlist_moves }: EventDraft): boolean {
  const more = before.capacity !== null && (capacity === null || capacity > before.capacity);
  return more || (waitlist_moves && !before.waitlist_moves);
}
