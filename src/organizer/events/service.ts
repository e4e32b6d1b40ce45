import { randomBytes, randomUUID } from 'node:crypto';
import { lockAccount, lockAccountIfThere } from '../../accounts/account/service.ts';
import { managesEventsOf, NO_SUCH_TEAM, noteEventWork } from '../../accounts/teams/service.ts';
import type { EventAction } from '../../accounts/teams/team.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { Checked } from '../../lib/field-errors.ts';
import { inEach } from '../../lib/language/language.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import { foldCity } from '../../lib/text/clean-typed-text.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type AccessNeed, judgeAccess, READ_ONLY } from './event-access.ts';
import type { EventFields } from './form/event-fields.ts';
import { readEventForm } from './form/event-form.ts';
import {
  addQuestion,
  changeQuestion,
  moveQuestion,
  type QuestionFields,
  readQuestion,
  removeQuestion,
} from './form/questions.ts';
import { EVENT_ERRORS } from './messages.ts';
import type { EventStatus, Question } from './schemas.ts';
import * as store from './store.ts';
import type { StoredEvent, TeamEvent } from './stored-event.ts';
import { type Taking, takingApplications } from './taking-applications.ts';
import * as taking from './taking-applications-store.ts';
import { listTransitions, refuseEdit, refuseTransition } from './transitions.ts';

export { changeSpots, countReceived, freeSpot, lockEvents } from './spots-store.ts';
export {
  findPublicEvent,
  listOwnEvents,
  listPublicCalendar,
  listTeamCalendar,
} from './store.ts';
export { listTakingEvents } from './taking-applications-store.ts';

/** The text is the same for another account's event, a nonexistent id and a malformed id. */
export const NO_SUCH_EVENT = EVENT_ERRORS.en.noSuchEvent;
export const NO_SUCH_EVENT_TEXTS = inEach((language) => EVENT_ERRORS[language].noSuchEvent);
export const EVENTS_MAX = 1_000;
/** The maximum number of published events per account. This limits the size of the public feed. */
const PUBLISHED_MAX = 200;
/** The maximum number of cities to choose from. Events in other cities are listed only under all cities. */
const CITIES_MAX = 500;
const CHANGED_MEANWHILE = 'This event was changed just now. Look at it again, then repeat your change.';
const STALE =
  'This event was changed since you opened this page, so nothing was saved. Open its form again and make your change there.';

const TOO_MANY_PUBLISHED = `You have ${PUBLISHED_MAX} published events, which is the most there can be. Mark one that is over as completed, or cancel one, then publish this one.`;

/** An event, with the changes that are possible now. */
export interface EventOverview {
  readonly event: TeamEvent;
  readonly taking: Taking;
  /** The statuses that the event can change to now. */
  readonly next: readonly EventStatus[];
  /** Explains why the event cannot be edited. Undefined if it can be edited. */
  readonly editRefusal: string | undefined;
  /** Explains why the event cannot be canceled. Undefined if it can be canceled. */
  readonly cancelRefusal: string | undefined;
}

/**
 * Lets an organizer and their team manage events. All methods throw the same `not_found` for another
 * account's id, a malformed id and an unknown id. Changes by a viewer throw `forbidden`. An error named
 * `form` applies to the whole form.
 */
export interface EventService {
  list(accountId: string, status?: EventStatus): Promise<StoredEvent[]>;
  /**
   * Returns a page of events that the account and its teams own, and the total number. Upcoming events come
   * first, sorted by date, followed by past events, newest first.
   */
  listPage(
    accountId: string,
    status: EventStatus | undefined,
    window: ListWindow,
  ): Promise<{ events: TeamEvent[]; total: number }>;
  get(accountId: string, id: string): Promise<EventOverview>;
  /**
   * Returns a page of events that take applications now, optionally only in one city. Also returns the total
   * number of these events and the cities that have any.
   */
  listTaking(
    city: string,
    window: ListWindow,
  ): Promise<{ events: StoredEvent[]; total: number; cities: string[] }>;
  /**
   * Creates a draft for the account, or for `ownerId` if the account manages that owner's events. Throws
   * `not_found` for any other owner.
   */
  create(accountId: string, fields: EventFields, ownerId?: string): Promise<Checked<StoredEvent>>;
  /**
   * Updates an event. `version` is the `updated_at` that the form was based on. If the event has changed
   * since, nothing is saved.
   */
  update(accountId: string, id: string, fields: EventFields, version: string): Promise<Checked<StoredEvent>>;
  /**
   * Publishes an event. Returns undefined on success, or a sentence if the event cannot be published now.
   * `unpublish` and `complete` do the same for their status.
   */
  publish(accountId: string, id: string): Promise<string | undefined>;
  unpublish(accountId: string, id: string): Promise<string | undefined>;
  complete(accountId: string, id: string): Promise<string | undefined>;
  addQuestion(accountId: string, id: string, fields: QuestionFields): Promise<Checked<Question[]>>;
  changeQuestion(
    accountId: string,
    id: string,
    questionId: string,
    fields: QuestionFields,
  ): Promise<Checked<Question[]>>;
  removeQuestion(accountId: string, id: string, questionId: string): Promise<Checked<Question[]>>;
  moveQuestion(
    accountId: string,
    id: string,
    questionId: string,
    direction: 'up' | 'down',
  ): Promise<Checked<Question[]>>;
}

export interface EventServiceOptions {
  readonly ledgerDb: LedgerDb;
  readonly now: () => Date;
  /**
   * Called when the time or place of a published event changes, in the same transaction, to notify
   * applicants.
   */
  readonly onChanged?: (tx: LedgerTx, before: StoredEvent, after: StoredEvent) => Promise<void>;
}

export function createEventService(options: EventServiceOptions): EventService {
  const { ledgerDb, now } = options;
  const setStatus = (accountId: string, id: string, to: EventStatus) =>
    inTransaction(ledgerDb, (tx) => setEventStatus(tx, accountId, id, to, now()));
  const change = (accountId: string, id: string, edit: QuestionEdit) =>
    inTransaction(ledgerDb, (tx) => editQuestions(tx, accountId, id, edit, now()));
  return {
    list: (accountId, status) => store.listOwnEvents(ledgerDb, accountId, status),
    listPage: async (accountId, status, window) => ({
      events: await store.listTeamPage(ledgerDb, accountId, { status, now: now() }, window),
      total: await store.countTeamEvents(ledgerDb, accountId, status),
    }),
    async get(accountId, id) {
      const event = await getEvent(ledgerDb, accountId, id, 'read');
      const instant = now();
      return {
        event,
        taking: takingApplications(event, instant),
        next: event.access === 'viewer' ? [] : listTransitions(event, instant),
        editRefusal: event.access === 'viewer' ? READ_ONLY : refuseEdit(event),
        cancelRefusal: event.access === 'viewer' ? READ_ONLY : refuseTransition(event, 'Cancelled', instant),
      };
    },
    async listTaking(city, window) {
      const instant = now();
      const folded = foldCity(city) || undefined;
      return {
        events: await taking.listTakingPage(ledgerDb, instant, folded, window),
        total: await taking.countTaking(ledgerDb, instant, folded),
        cities: await taking.listTakingCities(ledgerDb, instant, CITIES_MAX),
      };
    },
    create: (accountId, fields, ownerId = accountId) =>
      createDraft(ledgerDb, { accountId, ownerId }, fields, now()),
    update: (accountId, id, fields, version) =>
      inTransaction(ledgerDb, (tx) => updateEvent(tx, { accountId, id, fields, version }, options)),
    publish: (accountId, id) => setStatus(accountId, id, 'Published'),
    unpublish: (accountId, id) => setStatus(accountId, id, 'Draft'),
    complete: (accountId, id) => setStatus(accountId, id, 'Completed'),
    addQuestion: (accountId, id, fields) => {
      const read = readQuestion(fields);
      const questionId = randomBytes(5).toString('hex');
      return change(accountId, id, (all) => (read.ok ? addQuestion(all, read.value, questionId) : read));
    },
    changeQuestion: (accountId, id, questionId, fields) => {
      const read = readQuestion(fields);
      return change(accountId, id, (all) => (read.ok ? changeQuestion(all, questionId, read.value) : read));
    },
    removeQuestion: (accountId, id, questionId) =>
      change(accountId, id, (all) => removeQuestion(all, questionId)),
    moveQuestion: (accountId, id, questionId, direction) =>
      change(accountId, id, (all) => moveQuestion(all, questionId, direction)),
  };
}

/**
 * Returns an event if the account has the access in `need`. Every request for an organizer's event uses this
 * function. Throws `not_found` if the account cannot see the event, and `forbidden` if it may only view it.
 */
export async function getEvent(
  ledgerDb: LedgerDb,
  accountId: string,
  id: string,
  need: AccessNeed,
): Promise<TeamEvent> {
  const event = await store.findTeamEvent(ledgerDb, accountId, id);
  const judged = event ? judgeAccess(event.access, need) : 'hidden';
  if (judged === 'read_only') throw new AppError('forbidden', READ_ONLY);
  if (!event || judged === 'hidden') throw new AppError('not_found', NO_SUCH_EVENT);
  return event;
}

/** Returns an event that the account itself owns, for API keys. Otherwise throws `not_found`. */
export async function getOwnEvent(ledgerDb: LedgerDb, accountId: string, id: string): Promise<StoredEvent> {
  const { access: _, owner_name: __, ...event } = await getEvent(ledgerDb, accountId, id, 'own');
  return event;
}

/**
 * Changes an event's status. Returns a sentence if the change is not allowed. Throws the same errors as
 * {@link getEvent}.
 */
export async function setEventStatus(
  tx: LedgerTx,
  accountId: string,
  id: string,
  to: EventStatus,
  now: Date,
): Promise<string | undefined> {
  const before = await getEvent(tx, accountId, id, 'manage');
  const refusal = refuseTransition(before, to, now);
  if (refusal !== undefined) return refusal;
  if (to === 'Published') {
    const ownerId = before.account_id;
    await lockAccount(tx, ownerId);
    if ((await store.countOwnEvents(tx, ownerId, 'Published')) >= PUBLISHED_MAX) return TOO_MANY_PUBLISHED;
  }
  const action = STEPS[to];
  if (!(await updateNoted(tx, before, { accountId, action, now }, store.updateStatus, to)))
    return CHANGED_MEANWHILE;
  return undefined;
}

const STEPS = {
  ...({ Draft: 'unpublished', Published: 'published' } as const),
  ...({ Completed: 'completed', Cancelled: 'cancelled' } as const),
};

/**
 * Writes a change to an event and an entry in the owner's log, while holding the owner's lock. Returns false
 * if the event has changed since it was read.
 */
async function updateNoted<Value>(
  tx: LedgerTx,
  before: StoredEvent,
  by: { readonly accountId: string; readonly action: EventAction; readonly now: Date },
  update: (tx: LedgerTx, before: StoredEvent, value: Value, updatedAt: string) => Promise<boolean>,
  value: Value,
): Promise<boolean> {
  const { accountId, action, now } = by;
  await lockAccountIfThere(tx, before.account_id);
  if (!(await update(tx, before, value, stampAfter(before, now)))) return false;
  const about = { ownerId: before.account_id, actorId: accountId, action, subject: before.name };
  await noteEventWork(tx, about, now);
  return true;
}

/** Creates a draft. The number of events is limited, so that one account cannot fill the disk. */
async function createDraft(
  ledgerDb: LedgerDb,
  { accountId, ownerId }: { readonly accountId: string; readonly ownerId: string },
  fields: EventFields,
  now: Date,
): Promise<Checked<StoredEvent>> {
  const read = readEventForm(fields);
  if (!read.ok) return read;
  return inTransaction(ledgerDb, async (tx) => {
    await lockAccount(tx, ownerId);
    if (ownerId !== accountId && !(await managesEventsOf(tx, accountId, ownerId)))
      throw new AppError('not_found', NO_SUCH_TEAM);
    if ((await store.countOwnEvents(tx, ownerId)) >= EVENTS_MAX)
      return refused(`An account can have at most ${EVENTS_MAX.toLocaleString('en-US')} events.`);
    const id = randomUUID();
    await store.insertDraft(tx, { ...read.value, id, accountId: ownerId, now: now.toISOString() });
    const about = { ownerId, actorId: accountId, subject: read.value.name } as const;
    await noteEventWork(tx, { ...about, action: 'made_event' }, now);
    return { ok: true, value: await getEvent(tx, accountId, id, 'manage') };
  });
}

async function updateEvent(
  tx: LedgerTx,
  request: {
    readonly accountId: string;
    readonly id: string;
    readonly fields: EventFields;
    readonly version: string;
  },
  { now, onChanged }: EventServiceOptions,
): Promise<Checked<StoredEvent>> {
  const { accountId, id, fields, version } = request;
  const instant = now();
  const before = await getEvent(tx, accountId, id, 'manage');
  const refusal = refuseEdit(before) ?? (before.updated_at === version ? undefined : STALE);
  if (refusal !== undefined) return refused(refusal);
  const read = readEventForm(fields);
  if (!read.ok) return read;
  const { starts_at, capacity } = read.value;
  if (before.status === 'Published' && starts_at !== before.starts_at && Date.parse(starts_at) <= +instant)
    return { ok: false, errors: { starts_at: 'A published event cannot be moved into the past.' } };
  if (capacity !== null && capacity < before.spots_taken)
    return {
      ok: false,
      errors: { capacity: `Spots cannot be fewer than the vendors already approved: ${before.spots_taken}.` },
    };
  const by = { accountId, action: 'changed_event', now: instant } as const;
  if (!(await updateNoted(tx, before, by, store.updateDescription, read.value))) return refused(STALE);
  const after = await getEvent(tx, accountId, id, 'manage');
  if (before.status === 'Published' && hasMoved(before, after)) await onChanged?.(tx, before, after);
  return { ok: true, value: after };
}

type QuestionEdit = (questions: readonly Question[]) => Checked<Question[]>;

async function editQuestions(
  tx: LedgerTx,
  accountId: string,
  id: string,
  edit: QuestionEdit,
  now: Date,
): Promise<Checked<Question[]>> {
  const before = await getEvent(tx, accountId, id, 'manage');
  const refusal = refuseEdit(before);
  if (refusal !== undefined) return refused(refusal);
  const edited = edit(before.questions);
  if (!edited.ok) return edited;
  const by = { accountId, action: 'changed_questions', now } as const;
  const done = await updateNoted(tx, before, by, store.updateQuestions, edited.value);
  return done ? edited : refused(CHANGED_MEANWHILE);
}

/** Returns true if a detail that applicants rely on has changed. */
function hasMoved(before: StoredEvent, after: StoredEvent): boolean {
  const planned = ['starts_at', 'ends_at', 'timezone', 'venue_name', 'address', 'city', 'county'] as const;
  return planned.some((column) => before[column] !== after[column]);
}

/**
 * Returns a timestamp later than the event's previous one, even if the clock went back, so that no two
 * versions have the same timestamp.
 */
function stampAfter({ updated_at }: StoredEvent, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(updated_at) + 1)).toISOString();
}

function refused(text: string): { readonly ok: false; readonly errors: { readonly form: string } } {
  return { ok: false, errors: { form: text } };
}
