import { AppError } from '../../../http/errors/errors.ts';
import { asUuid } from '../../../lib/text/uuid.ts';
import type { LedgerDb, PublishedAccess } from '../../../platform/db/database.ts';
import { inParts } from '../../../platform/in-parts.ts';
import { type DistrictCover, parseCovers } from '../../../published-state/covers.ts';
import { findPublishedState } from '../../../published-state/service.ts';
import { mapHolders } from '../../../records/holders/holders-service.ts';
import type { AccessNeed } from '../../events/event-access.ts';
import { getEvent, NO_SUCH_EVENT } from '../../events/service.ts';
import type { StoredEvent, TeamEvent } from '../../events/stored-event.ts';
import type {
  ApplicationDetail,
  ApplicationExport,
  ComplianceFile,
  InboxPage,
  InboxRow,
  Neighbors,
} from '../application.ts';
import type { ApplicationContext } from '../context.ts';
import { parseFiledDecision } from '../decide/filed-decision.ts';
import { outcomeRefusal } from '../decide/outcomes.ts';
import { isOpen, nextStatuses } from '../decide/statuses.ts';
import { findApplication, listDecisions, listNewestDecisions, type StoredApplication } from '../store.ts';
import { toCustomResponses, toInboxRow } from './application-record.ts';
import { joinVendors, licensesOf, type SharingVendors, vendorOf } from './application-vendors-service.ts';
import { asFoodKind, type FoodKind } from './food.ts';
import * as store from './inbox-store.ts';
import {
  emptyCounts,
  INBOX_PAGE_SIZE,
  type InboxCounts,
  type InboxView,
  orderIds,
  type RankedEntry,
  rankEntries,
} from './inbox-view.ts';
import { listOrganizerHistory, listReasons, listRecentMessages } from './reasons-store.ts';
import { noTodos, type Pending, type TodoCounts, todosOf, type Waiting } from './todo.ts';

/**
 * Reads applications for an organizer. A page reads only its own rows in full. Its number of statements is
 * constant, plus one per 500 applications to count and sort by vendor records. Complete lists are read in
 * batches.
 */

/**
 * The number of applications per batch of a complete list. Each one can have up to 20,000 characters of
 * answers.
 */
const PART_SIZE = 200;
/** The number of applications per part of the compliance file, which is meant for printing. */
const COMPLIANCE_PART_SIZE = 100;
/** The number of applications per batch for looking up vendors. */
const RANKED_AT_ONCE = 500;
const DECISIONS_SHOWN_MAX = 50;

export async function listInbox(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  view: InboxView,
): Promise<InboxPage> {
  const { ledgerDb, engine } = context;
  const event = await getEvent(ledgerDb, accountId, eventId, 'read');
  const { ids, total, counts } = await rankAll(context, event, view);
  const start = (view.page - 1) * INBOX_PAGE_SIZE;
  const shown = ids.slice(start, start + INBOX_PAGE_SIZE);
  const byId = new Map((await store.listByIds(ledgerDb, engine, shown)).map((row) => [row.id, row]));
  const applications = shown.flatMap((id) => byId.get(id) ?? []);
  const vendors = await joinVendors(context, applications, event);
  const rows = await toInboxRows(context, event.id, applications, vendors);
  const page = { page: view.page, pageSize: INBOX_PAGE_SIZE };
  return { event, rows, total, matching: ids.length, counts, ...page };
}

/**
 * Returns the applications before and after this one in an inbox view, or undefined if the view does not
 * include this one.
 */
export async function findNeighbors(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  applicationId: string,
  view: InboxView,
): Promise<Neighbors | undefined> {
  const event = await getEvent(context.ledgerDb, accountId, eventId, 'read');
  const { ids } = await rankAll(context, event, view);
  const at = ids.indexOf(applicationId);
  if (at < 0) return undefined;
  return { previous: ids[at - 1], next: ids[at + 1], position: at + 1, matching: ids.length };
}

/**
 * Counts, sorts and filters all applications to an event using a few columns of each. One statement cannot do
 * this, because verdicts and scores are in the registry and applications in the ledger. The event's
 * application limit bounds the work, and batches keep it from delaying other requests.
 */
async function rankAll(
  context: ApplicationContext,
  event: StoredEvent,
  view: InboxView,
): Promise<{ readonly ids: readonly string[]; readonly total: number; readonly counts: InboxCounts }> {
  const keys = await store.listKeys(context.ledgerDb, event.id);
  const counts = emptyCounts();
  const ranked: RankedEntry[] = [];
  const now = context.now();
  const pendingOf = await listPending(context, event);
  for await (const part of inParts(keys, RANKED_AT_ONCE)) {
    const vendors = await joinVendors(context, part, event);
    const entries = part.map((application) => ({
      application,
      todos: todosOf(application, pendingOf(application), event, now),
      vendor: vendorOf(vendors, application),
    }));
    ranked.push(...rankEntries(entries, view, counts));
  }
  return { ids: orderIds(ranked, view), total: keys.length, counts };
}

/** Finds what needs attention in each application. Runs two statements for any number of applications. */
async function listPending(
  { ledgerDb, documents, changes }: Pick<ApplicationContext, 'ledgerDb' | 'documents' | 'changes'>,
  event: StoredEvent,
): Promise<(application: { readonly id: string }) => Pending> {
  const pending = await documents.listPending(ledgerDb, event);
  const changed = await changes.listUnresolved(ledgerDb, event.id);
  return ({ id }) => {
    const { received = 0, endsEarly = null } = pending.get(id) ?? {};
    return { hasChanged: changed.has(id), documents: received, endsEarly: endsEarly !== null };
  };
}

/** Counts the open tasks in an event's applications. Runs four statements for any number of applications. */
export async function countTodos(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
): Promise<TodoCounts> {
  const event = await getEvent(context.ledgerDb, accountId, eventId, 'read');
  const counts = noTodos();
  const now = context.now();
  const pendingOf = await listPending(context, event);
  for (const each of await store.listKeys(context.ledgerDb, event.id))
    for (const todo of todosOf(each, pendingOf(each), event, now)) counts[todo] += 1;
  return counts;
}

async function toInboxRows(
  { ledgerDb, engine, registry, documents: documentsOf }: ApplicationContext,
  eventId: string,
  applications: readonly StoredApplication[],
  vendors: SharingVendors,
): Promise<InboxRow[]> {
  const digits = [...new Set(applications.map(({ license_digits }) => license_digits))];
  const sameLicense = await store.countOpenByLicense(ledgerDb, engine, eventId, digits);
  const ids = applications.map(({ id }) => id);
  const reasons = await listReasons(ledgerDb, engine, ids);
  const documents = await documentsOf.listEntries(ledgerDb, engine, ids, licensesOf(vendors, applications));
  const holders = await mapHolders(registry, digits);
  const covers = await listCovers(registry);
  const facts = { sameLicense, reasons, documents, vendors, holders, covers };
  return applications.map((each) => toInboxRow(each, vendorOf(vendors, each), facts));
}

async function listCovers({ db }: PublishedAccess): Promise<readonly DistrictCover[]> {
  const state = await findPublishedState(db);
  return state ? parseCovers(state.covers) : [];
}

export async function getDetail(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  applicationId: string,
): Promise<{ event: TeamEvent; application: ApplicationDetail }> {
  const { ledgerDb, now } = context;
  const { event, application } = await getEventApplication(
    ledgerDb,
    { accountId, eventId, applicationId },
    'read',
  );
  const { id, status } = application;
  const vendors = await joinVendors(context, [application], event);
  const [row] = await toInboxRows(context, event.id, [application], vendors);
  if (!row) throw new Error('an application has no row of the inbox');
  const decisions = await listDecisions(ledgerDb, id, DECISIONS_SHOWN_MAX + 1);
  return {
    event,
    application: {
      ...row,
      history: await listOrganizerHistory(ledgerDb, id, accountId),
      decisions: decisions.slice(0, DECISIONS_SHOWN_MAX).map(parseFiledDecision),
      has_older_decisions: decisions.length > DECISIONS_SHOWN_MAX,
      // Once the event is over, no status can be set. The organizer records an outcome instead.
      next_statuses: nextStatuses(status, event, now()),
      outcome_refusal: outcomeRefusal(status, event, now()),
    },
  };
}

export async function getComplianceFile(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  part: number,
): Promise<ComplianceFile> {
  const { ledgerDb, engine } = context;
  const event = await getEvent(ledgerDb, accountId, eventId, 'read');
  const counts = [...(await store.countByStatus(ledgerDb, event.id))];
  const open = sum(counts.filter(([status]) => isOpen(status)).map(([, count]) => count));
  const applications = await store.listByRank(ledgerDb, event.id, {
    offset: (part - 1) * COMPLIANCE_PART_SIZE,
    rowsMax: COMPLIANCE_PART_SIZE,
  });
  const vendors = await joinVendors(context, applications, event);
  const ids = applications.map(({ id }) => id);
  const decisions = await listNewestDecisions(ledgerDb, engine, ids);
  const rows = await toInboxRows(context, event.id, applications, vendors);
  return {
    event,
    open,
    page: part,
    pageSize: COMPLIANCE_PART_SIZE,
    total: sum(counts.map(([, count]) => count)),
    ...(await countUnfiled(context, event)),
    entries: rows.map((application) => {
      const decision = decisions.get(application.id);
      return { application, decision: decision === undefined ? null : parseFiledDecision(decision) };
    }),
  };
}

/**
 * Counts open applications without a filed decision. `unfiled` are those for which one can be filed now, and
 * `unfileable` those that match no single vendor on record.
 */
async function countUnfiled(
  context: ApplicationContext,
  event: StoredEvent,
): Promise<Pick<ComplianceFile, 'unfiled' | 'unfileable'>> {
  const keys = await store.listUnfiled(context.ledgerDb, event.id);
  let unfiled = 0;
  for await (const part of inParts(keys, RANKED_AT_ONCE)) {
    const vendors = await joinVendors(context, part, event);
    unfiled += part.filter((application) => vendorOf(vendors, application)).length;
  }
  return { unfiled, unfileable: keys.length - unfiled };
}

export async function exportApplications(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
): Promise<ApplicationExport> {
  const { ledgerDb, engine, registry } = context;
  const event = await getEvent(ledgerDb, accountId, eventId, 'read');
  const ids = await store.listIds(ledgerDb, { eventId: event.id });
  // List the event's current questions first and then removed questions that an application answers.
  const labels = new Map(event.questions.map(({ id, label }) => [id, label]));
  for await (const part of inParts(ids, PART_SIZE))
    for (const text of await store.listResponses(ledgerDb, engine, part))
      for (const { question_id, label } of toCustomResponses(text))
        if (!labels.has(question_id)) labels.set(question_id, label);
  const sameLicense = await store.countOpenByLicense(ledgerDb, engine, event.id);
  const covers = await listCovers(registry);
  async function* readParts(): AsyncGenerator<readonly InboxRow[]> {
    for await (const part of inParts(ids, PART_SIZE)) {
      const applications = await store.listByIds(ledgerDb, engine, part);
      const vendors = await joinVendors(context, applications, event);
      const reasons = await listReasons(ledgerDb, engine, part);
      const documents = await context.documents.listEntries(
        ledgerDb,
        engine,
        part,
        licensesOf(vendors, applications),
      );
      const holders = await mapHolders(registry, [
        ...new Set(applications.map((each) => each.license_digits)),
      ]);
      const facts = { sameLicense, reasons, documents, vendors, holders, covers };
      yield applications.map((each) => toInboxRow(each, vendorOf(vendors, each), facts));
    }
  }
  return { event, questions: [...labels].map(([id, label]) => ({ id, label })), parts: readParts() };
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}

/** Counts the open tasks for each of these upcoming events. The caller must have checked read access. */
export function countWaiting(
  { ledgerDb, engine }: ApplicationContext,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Waiting>> {
  return store.countWaiting(ledgerDb, engine, eventIds);
}

/**
 * Counts vendors with a spot by kind of food, most common first. The caller must have checked read access to
 * the event.
 */
export async function countFoods(
  { ledgerDb }: ApplicationContext,
  eventId: string,
): Promise<ReadonlyMap<FoodKind, number>> {
  const rows = await store.countFoods(ledgerDb, eventId);
  return new Map(
    rows.flatMap(({ food_kind, count }) => {
      const kind = asFoodKind(food_kind);
      return kind === undefined ? [] : [[kind, Number(count)] as const];
    }),
  );
}

/**
 * Lists recent messages to applicants from the event owner's team, so that the organizer can reuse them.
 * Returns nothing for a viewer.
 */
export async function listMessages(
  { ledgerDb }: ApplicationContext,
  accountId: string,
  eventId: string,
): Promise<readonly string[]> {
  const event = await getEvent(ledgerDb, accountId, eventId, 'read');
  return event.access === 'viewer' ? [] : listRecentMessages(ledgerDb, event.account_id);
}

/**
 * Returns an application to an event that the account manages. Throws the same `not_found` for every invalid
 * id.
 */
export async function getOwnApplication(
  ledgerDb: LedgerDb,
  accountId: string,
  eventId: string,
  applicationId: string,
): Promise<{ event: TeamEvent; application: StoredApplication }> {
  return getEventApplication(ledgerDb, { accountId, eventId, applicationId }, 'manage');
}

/**
 * Returns an application to an event that the account may read or manage, depending on `need`. Throws the
 * same errors as `getEvent`.
 */
export async function getEventApplication(
  ledgerDb: LedgerDb,
  named: { readonly accountId: string; readonly eventId: string; readonly applicationId: string },
  need: AccessNeed,
): Promise<{ event: TeamEvent; application: StoredApplication }> {
  const { accountId, eventId, applicationId } = named;
  const event = await getEvent(ledgerDb, accountId, eventId, need);
  const id = asUuid(applicationId);
  const application = id === undefined ? undefined : await findApplication(ledgerDb, event.id, id);
  if (!application) throw new AppError('not_found', NO_SUCH_EVENT);
  return { event, application };
}
