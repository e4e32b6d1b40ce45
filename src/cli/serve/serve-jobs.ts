import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createServices, type ServiceOptions, type Services } from '../../compose/services.ts';
import type { Config } from '../../config.ts';
import { createCosigning, readWitnesses } from '../../decisions/log/cosign-service.ts';
import { openHeadFile } from '../../decisions/log/head-file-service.ts';
import { createSequencer, originOf } from '../../decisions/log/sequence-service.ts';
import { syncDemoOrganizers } from '../../demo/organizers/sync-organizers.ts';
import { listLoggedPublications } from '../../intake/log/runs-service.ts';
import { createDataFilesJob } from '../../jobs/data-files-job.ts';
import { emailOperators } from '../../jobs/email-operators.ts';
import { everyHour } from '../../jobs/every-hour.ts';
import { everyMinute } from '../../jobs/every-minute.ts';
import { createPublicationLook } from '../../jobs/follow-publication.ts';
import { afterRefresh } from '../../jobs/follow-refresh.ts';
import { startCosigning, startSequencing } from '../../jobs/grow-log.ts';
import { startSchedule } from '../../jobs/refresh/daily-refresh.ts';
import type { RefreshProcess } from '../../jobs/refresh/refresh-process.ts';
import { startWebhookDelivery } from '../../jobs/webhook-delivery.ts';
import { createBackupJob, warnWithoutPgDump } from '../../ops/backup/backup-job.ts';
import { createPagesJob } from '../../ops/database-pages/job.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import { startMailDelivery } from '../../platform/mail/delivery.ts';
import { createMailTransport } from '../../platform/mail/transport.ts';
import { createPoster } from '../../platform/net/outgoing-post.ts';
import { findPublishedVersion } from '../../published-state/service.ts';
import { createRecordProofs } from '../../records/snapshot/record-proof-service.ts';
import { createWebhookDelivery } from '../../webhooks/delivery/delivery-job.ts';

/** A service's background work: email, webhooks, the daily refresh, and the steps after the refresh. */
interface Jobs {
  /** Creates the demo's organizers if the records are fictional, and removes them otherwise. */
  syncDemo(): Promise<void>;
  /** Begins the jobs. */
  start(): void;
  /** Finishes or undoes work in progress, and does not start any more. */
  stop(): Promise<void>;
}

interface JobOptions extends ServiceOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The services that handle requests. They are notified of a publication immediately. */
  readonly services: Services;
  readonly cutOff: AbortSignal;
  /** A process in which the first refresh was started early. */
  readonly ahead: RefreshProcess | undefined;
}

/**
 * Creates separate services for the jobs. Their statements can take minutes, while the statements of requests
 * can take only seconds.
 */
export async function prepareJobs(options: JobOptions): Promise<Jobs> {
  // This connection has the time limit for jobs.
  const ledger = { ...options.ledger, db: options.ledger.longWorkDb };
  const services = await createServices({ ...options, ledger });
  const { config, logger: log } = options;
  const isDemo = config.regulatorSource.type === 'demo';
  const syncDemo = () => syncDemoOrganizers({ ledger: ledger.db, services, demo: isDemo, log });
  let running: ReturnType<typeof startJobs> | undefined;
  return {
    syncDemo,
    start() {
      running = startJobs(options, { ledger, services, syncDemo });
    },
    async stop() {
      await running?.stop();
    },
  };
}

function startJobs(
  { config, environment, ledger, keys, services: answering, logger: log, ...rest }: JobOptions,
  long: {
    readonly ledger: OpenLedger;
    readonly services: Services;
    readonly syncDemo: () => Promise<void>;
  },
): { stop(): Promise<void> } {
  const { services, syncDemo } = long;
  const { sessionSecret, cutOff, recorder, ahead, firstLoad } = rest;
  recorder?.jobsBegun();
  const mail = startMail(config, ledger, log, cutOff);
  const webhooks = startWebhooks(config, ledger, { sessionSecret, log, cutOff });
  const sequencing = startSequencing(
    createSequencer({
      ledger: long.ledger,
      keys,
      origin: originOf(config.baseUrl),
      listPublications: (afterRun) => listLoggedPublications(long.ledger.db, afterRun),
      records: createRecordProofs(long.ledger.published),
      head: openHeadFile(config.dataDir),
      now: answering.now,
      onNewLog: (before, origin) =>
        log.error(
          { before: before && { log: before.origin, size: before.size }, log: origin },
          'the database is older than the public log because a backup was restored or rows were lost; starting a new log that names the earlier one',
        ),
    }),
    log,
  );
  const cosigning = startCosigning(
    createCosigning({
      ledgerDb: long.ledger.db,
      witnesses: readWitnesses(config.logWitnesses),
      post: createPoster({ allowPrivate: config.webhooksAllowPrivate, keepsAnswers: true, cutOff }),
      nodes: long.services.log.nodes,
      now: answering.now,
      onRefused: ({ url }, why) => log.warn({ witness: url, why }, 'a witness did not sign the public log'),
    }),
    log,
  );
  const followUp = async (signal: AbortSignal) => {
    answering.changeWaiter.look();
    await syncDemo();
    await afterRefresh({
      ledger: long.ledger,
      services,
      baseUrl: config.baseUrl,
      log,
      signal,
      recorder,
      retention: config.retention,
      outboxDir: outboxOf(config),
    });
  };
  const makeDataFiles = createDataFilesJob({
    config,
    environment,
    published: ledger.published.db,
    now: answering.now,
    log,
  });
  const lookAtPublication = createPublicationLook({
    findVersion: () => findPublishedVersion(long.ledger.published.db),
    services,
  });
  const makeBackup = createBackupJob({
    config,
    environment,
    ledgerDb: ledger.db,
    now: answering.now,
    log,
    holder: randomUUID(),
  });
  void warnWithoutPgDump(config, log);
  const lookAtPages = createPagesJob({ config, now: answering.now, log });
  const writeToOperators = () =>
    emailOperators({
      ledger,
      now: answering.now,
      baseUrl: config.baseUrl,
    });
  const schedule = startSchedule({
    config,
    environment,
    database: ledger,
    log,
    recorder,
    ahead,
    firstLoad,
    afterRefresh: followUp,
    beforeRefresh: async () => {
      await services.monitoring.recordNewBaselines();
      await services.booked.look();
    },
    everyHour: (signal) =>
      everyHour({
        services,
        makeBackup,
        lookAtPages,
        emailOperators: writeToOperators,
        log,
        signal,
        recorder,
      }),
    everyMinute: (signal) =>
      everyMinute({ services, lookAtPublication, makeDataFiles, log, signal, recorder }),
  });
  return {
    async stop() {
      await Promise.all([schedule.stop(), mail.stop(), webhooks.stop(), sequencing.stop(), cosigning.stop()]);
    },
  };
}

/** Returns the folder that emails are written to when there is no email server. */
function outboxOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'outbox');
}

/** Sends queued email until it is stopped. */
function startMail(
  config: Config,
  { db }: OpenLedger,
  log: Logger,
  cutOff: AbortSignal,
): { stop(): Promise<void> } {
  const { smtpUrl, mailFrom, baseUrl } = config;
  const outboxDir = outboxOf(config);
  const transport = createMailTransport({ smtpUrl, from: mailFrom, outboxDir, siteUrl: baseUrl, log });
  const delivery = startMailDelivery({ ledgerDb: db, transport, log, cutOff });
  return {
    async stop() {
      await delivery.stop();
      transport.close();
    },
  };
}

/** Sends webhooks until it is stopped. */
function startWebhooks(
  { webhooksAllowPrivate: allowPrivate, baseUrl }: Config,
  { db: ledgerDb }: OpenLedger,
  {
    sessionSecret: serviceSecret,
    log,
    cutOff,
  }: { readonly sessionSecret: string; readonly log: Logger; readonly cutOff: AbortSignal },
): { stop(): Promise<void> } {
  const post = createPoster({ allowPrivate, cutOff });
  const now = () => new Date();
  const delivery = createWebhookDelivery({ ledgerDb, serviceSecret, post, baseUrl, now, log });
  return startWebhookDelivery(delivery, log);
}
