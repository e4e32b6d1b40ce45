import { randomUUID } from 'node:crypto';
import { POLICY_VERSION } from '../../judgment/policy/policy.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import { toLocal } from '../../lib/time/zoned-time.ts';
import { daysOfEvent } from '../../organizer/applications/days-of-event.ts';
import { parseFiledDecision } from '../../organizer/applications/decide/filed-decision.ts';
import {
  type JoinedVendor,
  joinVendors,
  vendorOf,
} from '../../organizer/applications/inbox/application-vendors-service.ts';
import { listNewestFiled } from '../../organizer/applications/service.ts';
import { lockEvents } from '../../organizer/events/service.ts';
import type { StoredEvent } from '../../organizer/events/stored-event.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMails } from '../../platform/mail/outbox.ts';
import { getPublishedState } from '../../published-state/service.ts';
import { mapHolders } from '../../records/holders/holders-service.ts';
import { parseScorecard } from '../../records/read/parse-scorecard.ts';
import { listScorecards } from '../../records/read/service.ts';
import { findCurrentState } from '../../records/record/current-records-service.ts';
import { licenseKey } from '../../regulator/licenses/number.ts';
import { bookedVendorChanged } from '../../webhooks/messages/payloads.ts';
import { queueWebhooks } from '../../webhooks/messages/queue-webhooks-service.ts';
import type { Change } from '../paid/change.ts';
import { isOutdated, toWatchedState } from '../paid/watched-state.ts';
import { compareSeen, isSevere, parseSeen, type SeenState, toSeen } from './compare-booked.ts';
import type { BookedContext } from './context.ts';
import { severeMail } from './mail-texts.ts';
import * as store from './store.ts';

const BATCH = 100;

/** The number of vendors checked, and the results. */
interface Look {
  readonly looked: number;
  readonly changed: number;
  readonly grave: number;
  /** The vendors left for the next check. Their errors are in the log. */
  readonly failed: number;
}

/**
 * Compares all vendors with a spot. Uses a constant number of statements for each hundred vendors at an
 * event. Each change is one ledger transaction that depends on the values that were read, so neither a killed
 * process nor a second one can lose or repeat an email.
 */
export async function lookAtBooked(context: BookedContext): Promise<Look> {
  const { ledgerDb, registry, now } = context;
  let look: Look = { looked: 0, changed: 0, grave: 0, failed: 0 };
  if (!(await findCurrentState(registry.db))) return look;
  await store.deleteEnded(ledgerDb, now());
  for (const event of await store.listWatchedEvents(ledgerDb, now())) {
    let afterId = '';
    for (;;) {
      const rows = await store.listBooked(ledgerDb, event.id, { afterId, rowsMax: BATCH });
      for (const outcome of await lookAtSome(context, event, rows)) look = add(look, outcome);
      afterId = rows.at(-1)?.id ?? '';
      if (rows.length < BATCH) break;
    }
  }
  return look;
}

type Outcome = 'same' | 'changed' | 'grave' | 'failed';

async function lookAtSome(
  context: BookedContext,
  event: store.WatchedEvent,
  rows: readonly store.BookedRow[],
): Promise<Outcome[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  // The decisions are read before the records, so that no decision is newer than the record it is compared
  // with.
  const filed = await listNewestFiled(context.ledgerDb, context.engine, ids);
  const read = await readRecords(context, event, rows);
  const outcomes: Outcome[] = [];
  for (const row of rows)
    try {
      const decision = filed.get(row.id);
      const known = toKnown(row, decision === undefined ? undefined : parseFiledDecision(decision));
      outcomes.push(await lookAtOne(context, { event, row, known, ...read.of(row) }));
    } catch (error) {
      // An error with one vendor or its stored state must not stop the check of the others.
      context.log.error({ err: error, application: row.id }, 'a vendor with a spot could not be checked');
      outcomes.push('failed');
    }
  return outcomes;
}

/** Reads all records from a single publication, because another can arrive at any moment. */
async function readRecords(
  { registry: { db, engine }, baseUrl, now }: BookedContext,
  event: store.WatchedEvent,
  rows: readonly store.BookedRow[],
) {
  return engine.inSnapshot(db, async (snapshot) => {
    const registry = { db: snapshot, engine };
    const published = await getPublishedState(snapshot);
    // Only the event's dates are needed here.
    const vendors = await joinVendors({ registry, baseUrl, now }, rows, event as StoredEvent);
    const found = rows.map((row) => [row.id, vendorOf(vendors, row)] as const);
    const scorecards = await listScorecards(registry, [
      ...new Set(found.flatMap(([, vendor]) => vendor?.identity().id ?? [])),
    ]);
    const holders = await mapHolders(registry, [...new Set(rows.map((row) => row.license_digits))]);
    const byId = new Map(found);
    const ours = { policyVersion: POLICY_VERSION, recordFormat: published.record_format };
    return {
      of(row: store.BookedRow): { vendor: JoinedVendor | undefined; after: SeenState; fictional: boolean } {
        const vendor = byId.get(row.id);
        const body = vendor && scorecards.get(vendor.identity().id);
        const standing = vendor?.standing();
        const holder = (vendor && holders.get(licenseKey(vendor.licenseType, row.license_digits))) || null;
        const record = body === undefined ? null : toWatchedState(parseScorecard(body), holder, ours);
        const reasons = standing?.reasons.map(({ text }) => text) ?? [];
        const verdict = standing?.verdict ?? 'unknown';
        const after = { verdict, reasons, record, holderRead: true } as const;
        return { vendor, after, fictional: published.fictional === 1 };
      },
    };
  });
}

/**
 * Returns the state that the organizer knows: the last state seen, or a decision filed since then. The
 * decision that was filed with an approval counts as the first check. The whole record is stored from the
 * next check on.
 */
function toKnown(
  { seen, seen_at }: store.BookedRow,
  filed: ReturnType<typeof parseFiledDecision> | undefined,
): SeenState | null {
  const before = seen === null ? null : parseSeen(seen);
  if (!filed || (seen_at !== null && seen_at >= filed.decided_at)) return before;
  const reasons = filed.reasons.map(({ text }) => text);
  const { status, expires_on } = filed.vendor.license;
  const license = { status, expires_on, hold: filed.evidence.hold.reasons };
  const { record = null, holderRead = false } = before ?? {};
  return { verdict: filed.verdict, reasons, record, holderRead, filed: license };
}

interface Looked {
  readonly event: store.WatchedEvent;
  readonly row: store.BookedRow;
  /** Null if nothing has been seen or filed. */
  readonly known: SeenState | null;
  readonly vendor: JoinedVendor | undefined;
  readonly after: SeenState;
  readonly fictional: boolean;
}

async function lookAtOne(context: BookedContext, looked: Looked): Promise<Outcome> {
  const { row, known, after } = looked;
  const changes = known === null ? [] : compareSeen(known, after);
  if (changes.length > 0 && known !== null) return noteChange(context, { ...looked, known }, changes);
  if (row.seen === null || hasMoreData(known, after)) await keepSeen(context, looked);
  return 'same';
}

/** Returns true if the state contains more data than the stored one, although no value differs. */
function hasMoreData(known: SeenState | null, { record }: SeenState): boolean {
  if (record === null) return false;
  return !known?.record || !known.holderRead || isOutdated(known.record, record);
}

async function keepSeen(
  { ledgerDb, now }: BookedContext,
  { row, event, known, after }: Looked,
): Promise<void> {
  await inTransaction(ledgerDb, async (tx) => {
    await lockEvents(tx, [event.id]);
    if (!(await store.isStillBooked(tx, row.id, now()))) return;
    const seen = JSON.stringify(toSeen(known, after));
    await store.putSeen(tx, row.id, { version: row.version, seen, now: now() });
  });
}

async function noteChange(
  { ledgerDb, baseUrl, now }: BookedContext,
  { event, row, known, vendor, after, fictional }: Looked & { readonly known: SeenState },
  changes: readonly Change[],
): Promise<Outcome> {
  return inTransaction(ledgerDb, async (tx) => {
    await lockEvents(tx, [event.id]);
    // The clock is read under the lock, so that the times are in the same order as the changes.
    const at = now();
    const day = jurisdictionDay(at);
    const { first, last } = daysOfEvent(event, day);
    const grave = isSevere(known, after, last ?? first);
    if (!(await store.isStillBooked(tx, row.id, at))) return 'same';
    const seen = JSON.stringify(toSeen(known, after));
    if (!(await store.putSeen(tx, row.id, { version: row.version, seen, now: at }))) return 'same';
    await store.insertChange(tx, {
      id: randomUUID(),
      application_id: row.id,
      changed_at: at.toISOString(),
      day,
      grave: grave ? 1 : 0,
      verdict_from: known.verdict,
      verdict_to: after.verdict,
      changes: JSON.stringify(changes),
      reasons: JSON.stringify(after.reasons),
      told_at: grave ? at.toISOString() : null,
      settled_at: null,
      settled_by: null,
      settled_how: null,
    });
    const licenseNumber = vendor?.identity().license.number ?? row.license_number;
    const name = vendor?.identity().name ?? known.record?.name ?? row.license_number;
    const verdict = after.verdict === 'unknown' ? null : after.verdict;
    const news = {
      vendor: { name, license_number: licenseNumber, verdict },
      vendorId: vendor?.identity().id ?? null,
      application_id: row.id,
      event_id: event.id,
      kinds: changes.map(({ kind }) => kind),
      grave,
      from: known.verdict,
      to: after.verdict,
    };
    await queueWebhooks(tx, event.account_id, [bookedVendorChanged(news, baseUrl)], at);
    if (!grave) return 'changed';
    const named = {
      name,
      licenseNumber,
      page: `${baseUrl}/organizer/events/${event.id}/applications/${row.id}`,
    };
    const firstDay = toLocal(event.starts_at, event.timezone).slice(0, 10);
    const about = { name: event.name, firstDay };
    const change = { day, changes, verdict: after.verdict, reasons: after.reasons };
    const addresses = await store.listRunners(tx, event.account_id);
    const mails = addresses.map((to) => severeMail(to, about, named, change, fictional));
    await queueMails(tx, mails, at);
    return 'grave';
  });
}

function add(look: Look, outcome: Outcome): Look {
  return {
    looked: look.looked + 1,
    changed: look.changed + (outcome === 'changed' || outcome === 'grave' ? 1 : 0),
    grave: look.grave + (outcome === 'grave' ? 1 : 0),
    failed: look.failed + (outcome === 'failed' ? 1 : 0),
  };
}
