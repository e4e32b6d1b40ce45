import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../compose/app.ts';
import { createServices } from '../compose/services.ts';
import { asOfDay, type Config, publicationDay } from '../config.ts';
import { openReceiptKeys } from '../decisions/receipts/service.ts';
import { syncDemoOrganizers } from '../demo/organizers/sync.ts';
import { afterRefresh } from '../jobs/after-refresh.ts';
import { createDataFilesJob } from '../jobs/data-files.ts';
import { everyHour } from '../jobs/every-hour.ts';
import { everyMinute } from '../jobs/every-minute.ts';
import { startSchedule } from '../jobs/schedule.ts';
import { startWebhookDelivery } from '../jobs/webhook-delivery.ts';
import { openSessionSecret } from '../ledger/accounts/session-secret-service.ts';
import { createWebhookDelivery } from '../ledger/webhooks/delivery-job.ts';
import type { OpenLedger, OpenRegistry } from '../platform/db/database.ts';
import { migrateRegistry } from '../platform/db/migrate.ts';
import { openRegistry } from '../platform/db/open.ts';
import { restrictDatabases } from '../platform/db/sqlite-file.ts';
import type { Logger } from '../platform/log.ts';
import { startMailDelivery } from '../platform/mail/delivery.ts';
import { createMailTransport } from '../platform/mail/transport.ts';
import { createPoster } from '../platform/outgoing-post.ts';
import { connectSharedCounters, type SharedCounters } from '../platform/shared-counters.ts';
import { endOnUncaught } from '../platform/uncaught-errors.ts';
import { publish } from '../registry/publication/service.ts';
import { findPublishedState } from '../registry/published-state/service.ts';
import { RECORD_FORMAT } from '../registry/vendors/records-service.ts';
import { openCurrentLedger } from './ledger.ts';
import { EXIT } from './output.ts';
import { countRequests, prepareStop } from './stop.ts';

/**
 * V8 lets a service's heap grow to several times its use before it collects. Garbage of hostile clients took 1.8 times the
 * idle memory without this and 1.3 times with it, at the same throughput.
 */
const HEAP_GROWTH = '--heap-growing-percent=50';
/** Anything that still waits for a database this long after the signal fails. */
const DATABASES_CLOSE_AFTER_MS = 6_000;

/**
 * Serves until SIGTERM or SIGINT, then finishes current requests, ends background work and closes the database. The exit code
 * says whether every request was answered.
 */
export async function serveCommand(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Promise<number> {
  setFlagsFromString(HEAP_GROWTH);
  const stopListening = endOnUncaught(log);
  if (!config.databaseUrl) reportRestricted(config, log);
  const ledger = await openCurrentLedger(config);
  const database = openRegistry(config);
  const sharedCounters = config.redisUrl ? connectSharedCounters({ url: config.redisUrl, log }) : undefined;
  try {
    await sharedCounters?.ready;
    const isAllAnswered = await serveUntilSignal(
      config,
      environment,
      { database, ledger, sharedCounters },
      log,
    );
    return isAllAnswered ? EXIT.done : EXIT.failed;
  } finally {
    await sharedCounters?.close();
    await database.close();
    await ledger.close();
    stopListening();
  }
}

/** Databases of earlier versions may be open to others, in a folder that existed before the service. */
function reportRestricted({ dataDir }: Config, log: Logger): void {
  for (const file of restrictDatabases(dataDir))
    log.warn({ file }, 'others could read this file until now; only its owner can any more');
}

async function serveUntilSignal(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  outside: {
    readonly database: OpenRegistry;
    readonly ledger: OpenLedger;
    readonly sharedCounters: SharedCounters | undefined;
  },
  log: Logger,
): Promise<boolean> {
  const { database, ledger, sharedCounters } = outside;
  await migrateRegistry(database);
  await renewFormat(config, database, log);
  await reportDay(config, database, log);
  const { receiptKeysFile: named, dataDir } = config;
  const keys = await openReceiptKeys(ledger.db, { named, dataDir, now: new Date() });
  const sessionSecret = openSessionSecret({ named: config.sessionSecretFile, dataDir });
  const stop = prepareStop(log);
  const options = {
    ...{ config, database, ledger, keys, sessionSecret, sharedCounters, logger: log },
    cutOff: stop.cutOff,
  };
  const { server, services } = await buildApp(options);
  const requests = countRequests(server.server);
  // Jobs have services of their own: their statements may take minutes, those of requests seconds.
  const jobs = { database: forLongWork(database), ledger: forLongWork(ledger) };
  const jobServices = createServices({ ...options, ...jobs });
  const syncDemo = () =>
    syncDemoOrganizers({ ledger: jobs.ledger.db, services: jobServices, demo: isDemo(config), log });
  await syncDemo();
  await listen(server, config);
  const mail = startMail(config, ledger, log, stop.cutOff);
  const webhooks = startWebhooks(config, ledger, { sessionSecret, log, cutOff: stop.cutOff });
  const followUp = async (signal: AbortSignal) => {
    services.changeWaiter.look();
    await syncDemo();
    await afterRefresh({ ...jobs, services: jobServices, baseUrl: config.baseUrl, log, signal });
  };
  const makeDataFiles = createDataFilesJob({
    ...{ config, environment, registryDb: database.db, now: services.now, log },
  });
  const schedule = startSchedule({
    ...{ config, environment, database, log, afterRefresh: followUp },
    beforeRefresh: async () => {
      await jobServices.monitoring.recordNewBaselines();
      await jobServices.booked.look();
    },
    everyHour: (signal) => everyHour({ services: jobServices, log, signal }),
    everyMinute: (signal) => everyMinute({ services: jobServices, makeDataFiles, log, signal }),
  });
  log.info({ url: config.baseUrl, database: database.engine.name }, 'serving; open it in a browser');

  await stop.asked();
  const closing = closeLater([database, ledger], log);
  const [cut] = await Promise.all([
    requests.close(stop.cutOff),
    server.close(),
    schedule.stop(),
    mail.stop(),
    webhooks.stop(),
  ]);
  await services.apiKeys.usesWritten();
  clearTimeout(closing);
  if (cut > 0) log.warn({ requests: cut }, 'stopped; requests that took too long were cut off');
  else log.info('stopped');
  return cut === 0;
}

async function listen(server: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await server.listen({ port, host });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new Error(
        `Another process listens on port ${port} of ${host}. End it, or set PORT to another one.`,
      );
    if (code === 'EACCES')
      throw new Error(
        `The account of the service may not listen on port ${port}. Set PORT to one above 1023.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Error(`This machine has no address ${host} to listen on. Set HOST to one that it has.`);
    throw error;
  }
}

/** A frozen database would block its waiting work for longer than the service may take to stop. */
function closeLater(databases: readonly (OpenRegistry | OpenLedger)[], log: Logger): NodeJS.Timeout {
  return setTimeout(() => {
    Promise.all(databases.map((each) => each.close())).catch((error: unknown) =>
      log.error({ err: error }, 'the databases could not be closed'),
    );
  }, DATABASES_CLOSE_AFTER_MS);
}

/** The same database with a time limit that suits jobs. */
function forLongWork<Opened extends OpenRegistry | OpenLedger>(opened: Opened): Opened {
  return { ...opened, db: opened.longWorkDb };
}

/** Sends queued mail until it is stopped. */
function startMail(
  config: Config,
  { db }: OpenLedger,
  log: Logger,
  cutOff: AbortSignal,
): { stop(): Promise<void> } {
  const { smtpUrl, mailFrom, dataDir } = config;
  const outboxDir = path.join(dataDir, 'outbox');
  const transport = createMailTransport({ smtpUrl, from: mailFrom, outboxDir, log });
  const delivery = startMailDelivery({ ledgerDb: db, transport, log, cutOff });
  return {
    async stop() {
      await delivery.stop();
      transport.close();
    },
  };
}

/** Sends what accounts asked to be told until it is stopped. */
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

function isDemo({ regulatorSource }: Config): boolean {
  return regulatorSource.type === 'demo';
}

/** After an upgrade that changed the stored format, everything is republished before the first request. */
async function renewFormat(config: Config, database: OpenRegistry, log: Logger): Promise<void> {
  const state = await findPublishedState(database.db);
  if (!state || state.record_format === RECORD_FORMAT) return;
  log.info('records were published by another version; publishing them anew');
  const now = () => new Date();
  await publish(database, { files: [], ...publicationDay(config, now()), now });
}

/** Which day the records will be as of, so that no start re-dates them in silence. */
async function reportDay(config: Config, { db }: OpenRegistry, log: Logger): Promise<void> {
  const state = await findPublishedState(db);
  if (!state) return;
  const fields = { as_of: state.as_of };
  if (state.as_of_chosen === 1 && config.asOf === undefined)
    log.info(
      fields,
      'records stay as of the day chosen at import, until the files of every district reach beyond it',
    );
  else
    log.info(
      { ...fields, next: asOfDay(config, new Date()) },
      'records are as of this day; the refresh makes them as of the next',
    );
}
