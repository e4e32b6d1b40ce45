import { randomUUID } from 'node:crypto';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/db/refusal.ts';
import { type Mail, queueMails } from '../../../platform/mail/outbox.ts';
import { changeSpots } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { findReplyAddress, withLink } from '../apply/contact-service.ts';
import {
  type BulkAction,
  type BulkCandidate,
  type BulkPlan,
  planBulk,
  type SeenApplication,
  spotsTakenBy,
  statusOf,
} from '../bulk/bulk.ts';
import * as store from '../bulk/bulk-store.ts';
import type { ApplicationContext } from '../context.ts';
import { listByIds } from '../inbox/inbox-store.ts';
import { decisionMail, messageMail, movedUpMail } from '../notices/mail-texts.ts';
import { queueApplicationNews } from '../notices/webhook-news-service.ts';
import { addDecisions, findOpenId, type StoredApplication } from '../store.ts';
import { againstVerdict, type VerdictOrUnknown } from './against-verdict.ts';
import type { MadeDecision } from './decide-service.ts';
import { isOpen } from './statuses.ts';

/**
 * Changes the status of applications or sends them a message, within the transaction that locked their event.
 * Single decisions, bulk actions and the waitlist use it. The number of statements does not depend on the
 * number of applications.
 */

/** The event fields that affect verdicts. */
const DECIDED_BY = ['event_type', 'starts_at', 'ends_at', 'timezone'] as const;
const EVENT_CHANGED = 'The event has just changed, and so may the verdict. Look at it again, then try again.';

export type Candidate = StoredApplication & BulkCandidate;

export interface StatusChange {
  readonly action: BulkAction;
  readonly seen: ReadonlyMap<string, SeenApplication>;
  /** The actor: an account, or the automatic waitlist. */
  readonly by: { readonly accountId: string } | 'waitlist';
  /** The event as it was when the verdicts were computed. */
  readonly event: StoredEvent;
  readonly made: ReadonlyMap<string, MadeDecision>;
  readonly message: string;
  readonly reason: string;
  /**
   * True if a declined application may be reopened. Only single changes allow this, because each one needs a
   * search for a newer application from the same vendor.
   */
  readonly mayReopen?: boolean;
  /** The time to send the emails. Defaults to now; set it later if the change can be undone. */
  readonly mailsAt?: Date;
}

export interface Changed {
  readonly rows: readonly Candidate[];
  readonly plan: BulkPlan<Candidate>;
  /** Email ids by application id. */
  readonly mailIds: ReadonlyMap<string, string>;
}

/**
 * Changes the applications. Call it while holding the event's lock, with the event as read after locking. The
 * returned plan lists the applications that were left unchanged and the reasons.
 */
export async function changeApplications(
  tx: LedgerTx,
  context: ApplicationContext,
  change: StatusChange,
  current: StoredEvent,
): Promise<Changed> {
  const { action, made, reason } = change;
  const decided = [...made.values()].some(({ filed }) => filed !== undefined);
  if (decided && DECIDED_BY.some((field) => current[field] !== change.event[field]))
    throw new Refusal(EVENT_CHANGED);
  await store.lockApplications(tx, context.engine, [...change.seen.keys()]);
  const verdictOf = ({ id }: StoredApplication) => made.get(id)?.verdict ?? 'unknown';
  const locked = { ...context, ledgerDb: tx };
  const rows = await listCandidates(locked, current, change, verdictOf);
  const given = { event: current, spotsLeft: current.spots_left, now: context.now() };
  const plan = planBulk(action, rows, { ...given, hasReason: reason !== '' });
  const mailIds = plan.does.length === 0 ? new Map() : await carryOut(tx, context, change, plan, current);
  return { rows, plan, mailIds };
}

async function carryOut(
  tx: LedgerTx,
  context: ApplicationContext,
  { action, by, made, message, reason, mailsAt }: StatusChange,
  { does }: BulkPlan<Candidate>,
  current: StoredEvent,
): Promise<ReadonlyMap<string, string>> {
  const now = context.now();
  const at = now.toISOString();
  const to = statusOf(action);
  const taken = spotsTakenBy(action, does);
  // A spot freed by moving a vendor to the waitlist does not trigger the waitlist, because that vendor may be
  // the only one waiting.
  const isFreed = taken < 0 && to !== 'waitlisted';
  if (!(await changeSpots(tx, current.id, { by: taken, isFreed })))
    throw new Error('more spots than planned');
  const ids = does.map(({ id }) => id);
  if (to !== undefined) {
    await store.setStatuses(tx, context.engine, ids, { to, at });
    await store.withdrawOutdatedMails(tx, { applicationIds: ids });
    const accountId = by === 'waitlist' ? null : by.accountId;
    await context.changes.resolve(tx, context.engine, ids, { accountId, at });
  }
  await store.addHistories(
    tx,
    new Map(does.map(({ id, changes }) => [id, changes])),
    does.map(({ id, status: before }) => {
      const status = to ?? before;
      const { verdict = 'unknown', policyVersion = '' } = made.get(id) ?? {};
      return {
        application_id: id,
        changed_at: at,
        status,
        message,
        changed_by: by === 'waitlist' ? 'waitlist' : 'organizer',
        kind: to ? 'status' : 'message',
        actor_id: by === 'waitlist' ? null : by.accountId,
        against: to && againstVerdict(to, verdict, { reason, policyVersion }),
      };
    }),
  );
  if (to !== undefined)
    await queueApplicationNews(
      tx,
      context,
      {
        accountId: current.account_id,
        type: 'changed',
        news: does.map(({ id }) => {
          const changed_by = by === 'waitlist' ? 'waitlist' : 'organizer';
          const { verdict = 'unknown' } = made.get(id) ?? {};
          const known = verdict === 'unknown' ? null : verdict;
          return { id, event_id: current.id, status: to, changed_by, verdict: known };
        }),
      },
      now,
    );
  await addDecisions(
    tx,
    ids.flatMap((id) => made.get(id)?.filed ?? []),
  );
  const mailed = { ...current, replyTo: await findReplyAddress(tx, current) };
  const documents = await context.documents.listEntries(tx, context.engine, ids, new Map());
  const write = (each: Candidate): Mail => {
    const application = withLink(context, each);
    if (to === undefined) return messageMail(application, mailed, message, context.baseUrl);
    const reasonCodes = made.get(each.id)?.reasonCodes;
    const decided = { now, reasonCodes, documents: documents.get(each.id) };
    if (by === 'waitlist') return movedUpMail(application, mailed, decided, context.baseUrl);
    return decisionMail(application, mailed, { ...decided, status: to, message }, context.baseUrl);
  };
  const mails = does.map((each) => ({ ...write(each), id: randomUUID() }));
  await queueMails(tx, mails, now, mailsAt ?? now);
  return new Map(does.map(({ id }, index) => [id, mails[index]?.id ?? '']));
}

/**
 * Lists the selected applications to an event with all data that a plan depends on. Skips applications to
 * other events.
 */
export async function listCandidates(
  context: Pick<ApplicationContext, 'ledgerDb' | 'engine' | 'documents'>,
  event: StoredEvent,
  { seen, action, mayReopen = false }: Pick<StatusChange, 'seen' | 'action' | 'mayReopen'>,
  verdictOf: (application: StoredApplication) => VerdictOrUnknown,
): Promise<Candidate[]> {
  const { ledgerDb, engine, documents } = context;
  const rows = await listChosen(context, event, [...seen.keys()]);
  const ids = rows.map(({ id }) => id);
  const counts = await store.countChanges(ledgerDb, engine, ids);
  const blocks =
    action === 'confirmed'
      ? await documents.listBlocks(ledgerDb, engine, { event, applicationIds: ids, by: 'organizer' })
      : new Map<string, string>();
  const [closed] = mayReopen ? rows.filter(({ status }) => !isOpen(status)) : [];
  const reopens = closed ? await findReopening(ledgerDb, closed) : 'no';
  return rows.map((row) => ({
    ...row,
    verdict: verdictOf(row),
    changes: counts.get(row.id) ?? 0,
    blocked: blocks.get(row.id),
    reopens,
    seen: seen.get(row.id) ?? { status: '', outcome: undefined },
  }));
}

/** Returns `newer` if the same vendor and contact have a newer open application. Otherwise returns `may`. */
async function findReopening(
  ledgerDb: ApplicationContext['ledgerDb'],
  application: StoredApplication,
): Promise<'may' | 'newer'> {
  return (await findOpenId(ledgerDb, application)) === undefined ? 'may' : 'newer';
}

/** Lists the selected applications to the event, in the given order. */
export async function listChosen(
  { ledgerDb, engine }: Pick<ApplicationContext, 'ledgerDb' | 'engine'>,
  event: StoredEvent,
  ids: readonly string[],
): Promise<StoredApplication[]> {
  const found = new Map((await listByIds(ledgerDb, engine, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []).filter(({ event_id }) => event_id === event.id);
}
