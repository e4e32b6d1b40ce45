import path from 'node:path';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import { openSessionSecret } from '../features/accounts/session-secret.ts';
import { openReceiptKeys } from '../features/receipts/service.ts';
import { findPublishedState } from '../features/regulator/state.ts';
import { RECORD_FORMAT } from '../features/vendors/publish.ts';
import { afterRefresh } from '../jobs/after-refresh.ts';
import { keepDemoOrganizers } from '../jobs/demo-organizers/keep.ts';
import { everyHour } from '../jobs/every-hour.ts';
import { publish } from '../jobs/publication.ts';
import { startSchedule } from '../jobs/schedule.ts';
import { floridaDay } from '../lib/dates.ts';
import { type OpenDatabase, openLedger, openRegistry } from '../platform/db/database.ts';
import { migrateToLatest } from '../platform/db/migrate.ts';
import type { Logger } from '../platform/log.ts';
import { startMailDelivery } from '../platform/mail/delivery.ts';
import { createMailTransport } from '../platform/mail/transport.ts';
import { connectSharedCounters, type SharedCounters } from '../platform/shared-counters.ts';
import { EXIT } from './output.ts';

/** Requests still running this long after the signal are cut off. */
const STOP_WITHIN_MS = 10_000;

/** Serves until SIGTERM or SIGINT, then answers what is in flight, ends background work and closes the database. */
export async function serveCommand(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Promise<number> {
  const database = openRegistry(config);
  const ledger = openLedger(config);
  const sharedCounters = config.redisUrl ? connectSharedCounters({ url: config.redisUrl, log }) : undefined;
  try {
    await sharedCounters?.ready;
    await serveUntilSignal(config, environment, { database, ledger, sharedCounters }, log);
    return EXIT.done;
  } finally {
    await sharedCounters?.close();
    await database.close();
    await ledger.close();
  }
}

async function serveUntilSignal(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  outside: {
    readonly database: OpenDatabase;
    readonly ledger: OpenDatabase;
    readonly sharedCounters: SharedCounters | undefined;
  },
  log: Logger,
): Promise<void> {
  const { database, ledger, sharedCounters } = outside;
  await migrateToLatest(database, 'registry');
  await migrateToLatest(ledger, 'ledger');
  await renewFormat(config, database, log);
  const keys = await openReceiptKeys(ledger.db, {
    named: config.receiptKeysFile,
    dataDir: config.dataDir,
    now: new Date(),
  });
  const sessionSecret = openSessionSecret({ named: config.sessionSecretFile, dataDir: config.dataDir });
  const { server, services } = await buildApp({
    config,
    database,
    ledger,
    keys,
    sessionSecret,
    sharedCounters,
    logger: log,
  });
  const keepDemo = () => keepDemoOrganizers({ ledger: ledger.db, services, demo: isDemo(config), log });
  await keepDemo();
  await server.listen({ port: config.port, host: config.host });
  const mail = startMail(config, ledger, log);
  const followUp = async () => {
    await keepDemo();
    await afterRefresh({ database, ledger, services, baseUrl: config.baseUrl, log });
  };
  const schedule = startSchedule({
    ...{ config, environment, database, log, afterRefresh: followUp },
    beforeRefresh: () => services.monitoring.rememberNew(),
    everyHour: () => everyHour({ services, log }),
  });
  log.info({ url: config.baseUrl, database: database.engine.name }, 'serving; open it in a browser');

  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => resolve(name));
  });
  log.info({ signal }, 'stopping');
  const deadline = setTimeout(() => server.server.closeAllConnections(), STOP_WITHIN_MS);
  await Promise.all([server.close(), schedule.stop(), mail.stop()]);
  await services.apiKeys.usesWritten();
  clearTimeout(deadline);
  log.info('stopped');
}

/** Sends queued mail until it is stopped. */
function startMail(config: Config, { db }: OpenDatabase, log: Logger): { stop(): Promise<void> } {
  const { smtpUrl, mailFrom, dataDir } = config;
  const outboxDir = path.join(dataDir, 'outbox');
  const transport = createMailTransport({ smtpUrl, from: mailFrom, outboxDir, log });
  const delivery = startMailDelivery({ db, transport, log });
  return {
    async stop() {
      await delivery.stop();
      transport.close();
    },
  };
}

function isDemo({ regulatorSource }: Config): boolean {
  return regulatorSource.type === 'demo';
}

/** After an upgrade that changed the stored shape, everything is published anew before the first request. */
async function renewFormat(config: Config, database: OpenDatabase, log: Logger): Promise<void> {
  const state = await findPublishedState(database.db);
  if (!state || state.record_format === RECORD_FORMAT) return;
  log.info('records were published by another version; publishing them anew');
  const asOf = config.asOf ?? floridaDay(new Date());
  await publish(database, { files: [], asOf, now: () => new Date() });
}
