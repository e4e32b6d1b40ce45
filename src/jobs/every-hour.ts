import type { Logger } from '../platform/log/log.ts';
import type { Recorder } from '../platform/telemetry-recorder.ts';
import { runSteps } from './run-steps.ts';

/**
 * Runs the hourly work that does not depend on a refresh. Each step can safely be repeated, even by several
 * processes.
 */
export async function everyHour({
  services,
  makeBackup,
  lookAtPages,
  emailOperators,
  log,
  signal,
  recorder,
}: {
  readonly services: {
    readonly billing: { reconcile(): Promise<unknown> };
    readonly documents: { sendReminders(): Promise<unknown>; deleteOld(): Promise<unknown> };
    readonly applications: { sendNotices(): Promise<number>; sendRosterReminders(): Promise<number> };
    readonly follows: { sendClosures(): Promise<number>; sendVendors(): Promise<number> };
    readonly expiryReminders: { send(): Promise<number> };
    readonly booked: { look(): Promise<unknown>; sendDigests(): Promise<unknown> };
    readonly deprecations: {
      sendMissingNotices(): Promise<{ readonly notified: number; readonly unreached: number }>;
    };
  };
  readonly makeBackup: (signal?: AbortSignal) => Promise<void>;
  readonly lookAtPages: (signal?: AbortSignal) => Promise<void>;
  /** Emails operators about files that were rejected or doubtful. */
  readonly emailOperators: () => Promise<number>;
  readonly log: Logger;
  /** Once this is aborted, no further step starts. */
  readonly signal?: AbortSignal;
  /** Present if metrics are on. */
  readonly recorder?: Recorder | undefined;
}): Promise<void> {
  const sendMissingNotices = async () => {
    const rest = await services.deprecations.sendMissingNotices();
    if (rest.notified > 0) log.info(rest, 'accounts were notified that an API version is ending');
    if (rest.unreached > 0)
      log.error(
        rest,
        'some accounts were notified too late that an API version is ending; announce a later end date',
      );
  };
  const failure = 'an hourly step failed; it will be retried in the next hour';
  await runSteps(
    {
      'notices of new applications': () => services.applications.sendNotices(),
      'reminders of vendor lists': () => services.applications.sendRosterReminders(),
      'weekly emails about closures': () => services.follows.sendClosures(),
      'weekly emails about vendors': () => services.follows.sendVendors(),
      'vendors with a spot': () => services.booked.look(),
      'daily mails about vendors with a spot': () => services.booked.sendDigests(),
      subscriptions: () => services.billing.reconcile(),
      'notices of an end': sendMissingNotices,
      'reminders of documents': () => services.documents.sendReminders(),
      'reminders of expiry dates': () => services.expiryReminders.send(),
      'documents that nobody needs': () => services.documents.deleteOld(),
      'emails to operators': emailOperators,
      'a backup': () => makeBackup(signal),
      'a look at pages': () => lookAtPages(signal),
    },
    { log, failure, signal, recorder },
  );
}
