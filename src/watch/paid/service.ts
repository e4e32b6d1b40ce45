import { randomUUID } from 'node:crypto';
import { lockAccountIfThere, toRecipient } from '../../accounts/account/service.ts';
import { POLICY_VERSION } from '../../judgment/policy/policy.ts';
import { verdictOf } from '../../judgment/score/recommendation.ts';
import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import type { LicenseRef } from '../../owner/claims/claim.ts';
import type { LedgerDb, PublishedAccess } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { releaseLease, takeLease } from '../../platform/leases.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { getPublishedState } from '../../published-state/service.ts';
import { mapHolders } from '../../records/holders/holders-service.ts';
import { parseScorecard } from '../../records/read/parse-scorecard.ts';
import { listScorecards } from '../../records/read/service.ts';
import { findCurrentState } from '../../records/record/current-records-service.ts';
import { vendorId } from '../../records/record/vendor-id.ts';
import { isVendorLicenseType, licenseRefKey } from '../../regulator/licenses/number.ts';
import { watchedVendorChanged } from '../../webhooks/messages/payloads.ts';
import { queueWebhooks } from '../../webhooks/messages/queue-webhooks-service.ts';
import type { Change } from './change.ts';
import { compareStates } from './compare-states.ts';
import { changesMail } from './mail-texts.ts';
import {
  deleteEnded,
  findWatch,
  insertBaseline,
  insertWatchMail,
  isStillWatched,
  listWatches,
  updateReported,
  type Watch,
} from './store.ts';
import {
  isOutdated,
  parseWatchedState,
  toVanishedState,
  toWatchedState,
  type WatchedState,
} from './watched-state.ts';

export interface WatchContext {
  readonly ledger: LedgerDb;
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly log: { error(fields: object, message: string): void };
  /** The holder of the lease, which is random by default. */
  readonly holder?: string | undefined;
}

interface WatchRun {
  /** The number of licenses checked. */
  readonly watched: number;
  /** The number of licenses checked for the first time. Their baseline is stored, and nothing is reported. */
  readonly baselines: number;
  /** The number of emails queued. */
  readonly mails: number;
  /**
   * The number of changed licenses that will be reported tomorrow or by another process, because a license
   * gets one email a day.
   */
  readonly waiting: number;
  /**
   * The number of licenses not checked because of an error, which is logged. The next run tries them again.
   */
  readonly failed: number;
}

export interface MonitoringService {
  /**
   * Runs the checks. Call this at startup and after every refresh. Returns undefined if another process is
   * already running them.
   */
  run(): Promise<WatchRun | undefined>;
  /** Stores a license's baseline when its watch begins, so that even the next change is reported. */
  start(accountId: string, license: LicenseRef): Promise<void>;
  /**
   * Stores the baselines of licenses whose {@link MonitoringService.start} failed or was interrupted. Call
   * this before every refresh. Otherwise, the refresh's changes would be missed.
   */
  recordNewBaselines(): Promise<void>;
}

const LEASE_MS = 10 * 60_000;
const BATCH = 100;
const NO_RUN: WatchRun = { watched: 0, baselines: 0, mails: 0, waiting: 0, failed: 0 };

export function createMonitoringService(context: WatchContext): MonitoringService {
  const { holder = randomUUID() } = context;
  return {
    async run() {
      if (!(await takeLease(context.ledger, 'watch', holder, context.now(), LEASE_MS))) return undefined;
      try {
        return await runWatch(context);
      } finally {
        await releaseLease(context.ledger, 'watch', holder);
      }
    },
    start: (accountId, license) => startWatch(context, accountId, license),
    recordNewBaselines: () => recordNewBaselines(context),
  };
}

/**
 * Compares every watched license with its last report, and queues an email if they differ. For each license,
 * one transaction stores the report, claims the daily email, and queues it, provided that the last report is
 * still the same. A change is therefore reported exactly once, even with crashes and concurrent runs.
 */
export async function runWatch(context: WatchContext): Promise<WatchRun> {
  if (!(await findCurrentState(context.registry.db))) return NO_RUN;
  await deleteEnded(context.ledger);
  let run = NO_RUN;
  for await (const watches of batches(context, 'all'))
    for (const outcome of await compareWatches(context, watches)) run = addOutcome(run, outcome);
  return run;
}

async function recordNewBaselines(context: WatchContext): Promise<void> {
  if (!(await findCurrentState(context.registry.db))) return;
  for await (const watches of batches(context, 'new')) await compareWatches(context, watches);
}

async function* batches({ ledger, now }: WatchContext, which: 'all' | 'new'): AsyncGenerator<Watch[]> {
  let afterId = '';
  for (;;) {
    const watches = await listWatches(ledger, { which, afterId, now: now(), limit: BATCH });
    if (watches.length > 0) yield watches;
    if (watches.length < BATCH) return;
    afterId = watches.at(-1)?.subscription_id ?? '';
  }
}

type WatchOutcome = 'same' | 'baseline' | 'mailed' | 'waiting' | 'failed';

async function startWatch(context: WatchContext, accountId: string, license: LicenseRef): Promise<void> {
  const { ledger, registry, now } = context;
  if (!(await findCurrentState(registry.db))) return;
  const watch = await findWatch(ledger, accountId, license, now());
  if (watch?.reported !== null) return;
  await compareWatches(context, [watch]);
}

/** Compares one batch, with a single read for all records and one transaction for each changed license. */
async function compareWatches(context: WatchContext, watches: readonly Watch[]): Promise<WatchOutcome[]> {
  const { published, holders, scorecards } = await readRecords(context, watches);
  const outcomes: WatchOutcome[] = [];
  for (const watch of watches) {
    const body = scorecards.get(vendorOf(watch));
    const holder = holders.get(licenseRefKey(watch)) ?? null;
    outcomes.push(await compareWatch(context, watch, { published, body, holder }));
  }
  return outcomes;
}

/**
 * Reads these licenses' records from a single publication, because a new one can arrive at any time. They are
 * read after the watches, so they are never older than the last report.
 */
async function readRecords({ registry: { db: published, engine } }: WatchContext, watches: readonly Watch[]) {
  const digits = [...new Set(watches.map(({ license_digits }) => license_digits))];
  const vendorIds = [...new Set(watches.map(vendorOf))];
  return engine.inSnapshot(published, async (snapshot) => ({
    published: await getPublishedState(snapshot),
    holders: await mapHolders({ db: snapshot, engine }, digits),
    scorecards: await listScorecards({ db: snapshot, engine }, vendorIds),
  }));
}

/** One license's record. */
interface OnRecord {
  readonly published: PublishedState;
  /** The record's scorecard; undefined if there is no record. */
  readonly body: string | undefined;
  readonly holder: string | null;
}

type PublishedState = Awaited<ReturnType<typeof getPublishedState>>;

/** Compares one license. An error must not prevent the others from being checked. */
async function compareWatch(
  context: WatchContext,
  watch: Watch,
  { published, body, holder }: OnRecord,
): Promise<WatchOutcome> {
  try {
    const scorecard = body === undefined ? undefined : parseScorecard(body);
    const ours = { policyVersion: POLICY_VERSION, recordFormat: published.record_format };
    if (watch.reported === null)
      return scorecard
        ? await recordBaseline(context, watch, toWatchedState(scorecard, holder, ours))
        : 'same';
    const before = parseWatchedState(watch.reported);
    const state = scorecard ? toWatchedState(scorecard, holder, ours) : toVanishedState(before);
    const { language } = toRecipient(watch.email, watch.language);
    const changes = compareStates(before, state, language);
    if (changes.length === 0) {
      if (isOutdated(before, state)) await replaceSilently(context, watch, state);
      return 'same';
    }
    if (watch.reported_on === jurisdictionDay(context.now())) return 'waiting';
    return await reportChanges(context, watch, { published, scorecard, state, changes });
  } catch (error) {
    context.log.error(
      { err: error, subscription: watch.subscription_id },
      'a watched license could not be checked',
    );
    return 'failed';
  }
}

async function recordBaseline(
  { ledger, now }: WatchContext,
  watch: Watch,
  state: WatchedState,
): Promise<WatchOutcome> {
  return inTransaction(ledger, async (tx) => {
    if (!(await lockAccountIfThere(tx, watch.account_id))) return 'same';
    return (await insertBaseline(tx, watch, JSON.stringify(state), now())) ? 'baseline' : 'same';
  });
}

/**
 * Stores a new state without a report after our own code changed. No stored value differs, and new fields are
 * compared from now on.
 */
async function replaceSilently(
  { ledger, now }: WatchContext,
  watch: Watch,
  state: WatchedState,
): Promise<void> {
  await inTransaction(ledger, (tx) =>
    updateReported(tx, watch, {
      version: watch.reported_version ?? 0,
      state: JSON.stringify(state),
      day: watch.reported_on,
      now: now(),
    }),
  );
}

class AlreadyReported extends Error {}

async function reportChanges(
  { ledger, now, baseUrl }: WatchContext,
  watch: Watch,
  found: {
    readonly published: PublishedState;
    /** Undefined if the record no longer exists. */
    readonly scorecard: Scorecard | undefined;
    readonly state: WatchedState;
    readonly changes: readonly Change[];
  },
): Promise<WatchOutcome> {
  const at = now();
  const day = jurisdictionDay(at);
  const mail = changesMail({
    recipient: toRecipient(watch.email, watch.language),
    vendor: {
      id: vendorOf(watch),
      name: found.state.name,
      licenseNumber: found.scorecard?.license.number ?? watch.license_digits,
    },
    changes: found.changes,
    isOurReadingNew: parseWatchedState(watch.reported ?? '{}').record_format !== found.state.record_format,
    dataAsOf: found.published.data_as_of,
    fictional: found.published.fictional === 1,
    baseUrl,
  });
  const change = { version: watch.reported_version ?? 0, state: JSON.stringify(found.state), day, now: at };
  try {
    return await inTransaction(ledger, async (tx) => {
      if (!(await lockAccountIfThere(tx, watch.account_id))) return 'same';
      if (!(await isStillWatched(tx, watch.subscription_id))) return 'same';
      if (!(await updateReported(tx, watch, change))) return 'waiting';
      // Thrown to roll back the update above. The change waits for the next day.
      if (!(await insertWatchMail(tx, watch, day, at))) throw new AlreadyReported();
      await queueMail(tx, mail, at);
      const vendor = {
        name: found.state.name,
        license_number: found.scorecard?.license.number ?? watch.license_digits,
        verdict: found.scorecard ? verdictOf(found.scorecard.recommendation.code) : null,
      };
      const news = { vendorId: vendorOf(watch), kinds: found.changes.map(({ kind }) => kind), vendor };
      await queueWebhooks(tx, watch.account_id, [watchedVendorChanged(news, baseUrl)], at);
      return 'mailed';
    });
  } catch (error) {
    if (error instanceof AlreadyReported) return 'waiting';
    throw error;
  }
}

function vendorOf({ license_type, license_digits }: LicenseRef): string {
  return isVendorLicenseType(license_type) ? vendorId(license_type, license_digits) : '';
}

function addOutcome(run: WatchRun, outcome: WatchOutcome): WatchRun {
  return {
    watched: run.watched + 1,
    baselines: run.baselines + (outcome === 'baseline' ? 1 : 0),
    mails: run.mails + (outcome === 'mailed' ? 1 : 0),
    waiting: run.waiting + (outcome === 'waiting' ? 1 : 0),
    failed: run.failed + (outcome === 'failed' ? 1 : 0),
  };
}
