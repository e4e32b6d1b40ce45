import { deleteOldDocuments, releaseChangedOwners } from '../owner/claims/job.ts';
import { closeCorrected } from '../owner/statements/disputes/service.ts';
import { withdrawReleased } from '../owner/statements/service.ts';
import { DISPUTE, REPLY } from '../owner/statements/statement-kinds.ts';
import type { OpenLedger } from '../platform/db/database.ts';
import type { Logger } from '../platform/log/log.ts';
import { removeOldFiles } from '../platform/mail/outbox-files.ts';
import type { Recorder } from '../platform/telemetry-recorder.ts';
import type { RetentionDays } from '../privacy/retention/retention.ts';
import { findPublishedVersion } from '../published-state/service.ts';
import { removeOldChanges } from '../records/changes/record-changes-service.ts';
import { runSteps } from './run-steps.ts';
import { tidyLedger } from './tidy.ts';

const ELSEWHERE = 'not now: another process is doing it, or was killed while it did';

/**
 * Runs, in order, the steps that follow a publication of new records. Watched licenses are compared, and
 * changes are reported, including a new holder. A person who lost a license loses the claim, along with its
 * replies and disputes. Disputes about corrected rows are closed, subscriptions are updated, and old rows are
 * removed. A step that fails is logged and does not stop the next one. Every step can be repeated.
 */
export async function afterRefresh(options: {
  readonly ledger: OpenLedger;
  readonly services: {
    readonly now: () => Date;
    readonly billing: { reconcile(): Promise<unknown> };
    readonly monitoring: { run(): Promise<{ readonly failed: number } | undefined> };
    readonly booked: { look(): Promise<unknown>; sendDigests(): Promise<unknown> };
  };
  readonly baseUrl: string;
  readonly retention: RetentionDays;
  /** Present if emails are written to files. */
  readonly outboxDir: string;
  readonly log: Logger;
  /** Once this is aborted, no further step starts. */
  readonly signal?: AbortSignal;
  /** Present if metrics are on. */
  readonly recorder?: Recorder | undefined;
}): Promise<void> {
  const { ledger, services, baseUrl, log, signal, recorder, retention, outboxDir } = options;
  const { now } = services;
  const watchLicenses = async () => {
    const published = recorder && (await findPublishedVersion(ledger.published.db));
    const run = await services.monitoring.run();
    if (run?.failed === 0 && published !== undefined) recorder?.watchCompared(published);
    return run ?? ELSEWHERE;
  };
  const tidy = async () => {
    const forgotten = await tidyLedger(ledger.db, now(), retention, signal);
    if (Object.keys(forgotten).length > 0) log.info({ forgotten }, 'expired data was deleted');
    await removeOldFiles(outboxDir, now());
    return forgotten;
  };
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    'watched licenses': watchLicenses,
    'vendors with a spot': () => services.booked.look(),
    'daily mails about vendors with a spot': () => services.booked.sendDigests(),
    'claims of former holders': () => releaseChangedOwners(ledger, ledger.published, now(), baseUrl),
    'replies of former owners': () => withdrawReleased(ledger.db, REPLY, now()),
    'disputes of former owners': () => withdrawReleased(ledger.db, DISPUTE, now()),
    'disputes of corrected rows': () => closeCorrected(ledger, ledger.published, { now: now(), baseUrl }),
    subscriptions: () => services.billing.reconcile(),
    'changes that are kept no longer': () => removeOldChanges(ledger.db, now()),
    'old documents': () => deleteOldDocuments(ledger.db, now()),
    'what nobody needs any more': tidy,
  };
  const failure = 'a step after the refresh failed; the next refresh will retry it';
  const done = await runSteps(steps, { log, failure, signal, recorder });
  log.info({ done }, 'steps after the refresh are done');
}
