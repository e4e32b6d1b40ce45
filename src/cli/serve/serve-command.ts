import type { FastifyInstance } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import { openSessionSecret } from '../../accounts/sessions/session-secret-service.ts';
import { buildApp } from '../../compose/app.ts';
import { asOfDay, type Config, type MetricsConfig, refuseUnencrypted } from '../../config.ts';
import { openReceiptKeys } from '../../decisions/receipts/service.ts';
import type { RefreshProcess } from '../../jobs/refresh/refresh-process.ts';
import type { Family } from '../../ops/telemetry/families.ts';
import type { Tracing } from '../../ops/telemetry/start-tracing.ts';
import type { SharedCounters } from '../../platform/counters/shared-counters.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { restrictDatabases } from '../../platform/db/sqlite/sqlite-file.ts';
import type { Logger } from '../../platform/log/log.ts';
import { endOnUncaught } from '../../platform/log/uncaught-errors.ts';
import { combineRecorders, type Recorder } from '../../platform/telemetry-recorder.ts';
import { limitHeapGrowth } from '../../platform/threads/heap-growth.ts';
import { createFirstLoad } from '../../published-state/first-load.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { EXIT } from '../output.ts';
import { openCurrentLedger } from '../upkeep/ledger-commands.ts';
import { renewUnreadable } from './renew-unreadable.ts';
import { reportDay } from './report-day.ts';
import { prepareJobs } from './serve-jobs.ts';
import { countRequests, prepareStop } from './stop.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The time after the signal at which work that is still waiting for a database fails. */
const DATABASES_CLOSE_AFTER_MS = 6_000;

/** The metrics of a process that serves requests. */
interface ServeMetrics {
  readonly recorder: Recorder;
  /** Starts responding to scrapes. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves until SIGTERM or SIGINT, and then finishes current requests, ends background work, and closes the
 * database. The exit code shows whether every request was answered. `ahead` is a process that is already
 * creating the first records.
 */
export async function serveCommand(
  config: Config,
  environment: Environment,
  log: Logger,
  ahead?: RefreshProcess,
): Promise<number> {
  limitHeapGrowth();
  const stopListening = endOnUncaught(log);
  if (!config.databaseUrl) reportRestricted(config, log);
  const ledger = await openCurrentLedger(config);
  const sharedCounters = await shareCounters(config, log);
  try {
    await sharedCounters?.ready;
    const outside = { ledger, sharedCounters, ahead };
    const isAllAnswered = await serveUntilSignal(config, environment, outside, log);
    return isAllAnswered ? EXIT.done : EXIT.failed;
  } finally {
    await sharedCounters?.close();
    await ledger.close();
    stopListening();
  }
}

/**
 * Connects the counters that processes share through Redis. Returns undefined if Redis is not configured, so
 * that each process counts on its own.
 */
async function shareCounters({ redisUrl: url }: Config, log: Logger): Promise<SharedCounters | undefined> {
  if (!url) return undefined;
  const { connectSharedCounters } = await import('../../platform/counters/shared-counters.ts');
  return connectSharedCounters({ url, log });
}

/**
 * Restricts access to databases that other users can read. An earlier version may have left them readable, in
 * a folder that existed before the service.
 */
function reportRestricted({ dataDir }: Config, log: Logger): void {
  for (const file of restrictDatabases(dataDir))
    log.warn({ file }, 'others could read this file; access is now limited to its owner');
}

interface Outside {
  readonly ledger: OpenLedger;
  readonly sharedCounters: SharedCounters | undefined;
  readonly ahead: RefreshProcess | undefined;
}

async function serveUntilSignal(
  config: Config,
  environment: Environment,
  { ledger, sharedCounters, ahead }: Outside,
  log: Logger,
): Promise<boolean> {
  await renewUnreadable(config, ledger, log);
  const state = await findPublishedState(ledger.published.db);
  if (state) reportDay(log, state, { wanted: asOfDay(config, new Date()), isSet: config.asOf !== undefined });
  // Real records may have been imported on the command line, even if the configured source is the demo.
  if (state?.fictional === 0) refuseUnencrypted(config, true);
  const { receiptKeysFile: named, dataDir } = config;
  const keys = await openReceiptKeys(ledger.db, { named, dataDir, now: new Date() });
  const sessionSecret = openSessionSecret({ named: config.sessionSecretFile, dataDir });
  const stop = prepareStop(log);
  const tracing = await prepareTracing(environment, log);
  const metrics = await prepareMetrics(config, { ledger, log });
  const options = {
    config,
    ledger,
    keys,
    sessionSecret,
    sharedCounters,
    firstLoad: createFirstLoad(log, () => performance.now()),
    logger: log,
    recorder: combineRecorders([metrics?.recorder, tracing?.recorder]),
    cutOff: stop.cutOff,
  };
  const { server, services } = await buildApp(options);
  const requests = countRequests(server.server);
  const jobs = await prepareJobs({ ...options, environment, services, ahead });
  await jobs.syncDemo();
  await metrics?.open();
  await listen(server, config, environment);
  const warmUp = () =>
    void services.finder
      .warmUp()
      .catch((error: unknown) => log.error({ err: error }, 'search could not be prepared'));
  ledger.published.onOpened(warmUp);
  warmUp();
  jobs.start();
  log.info({ url: config.baseUrl, database: ledger.engine.name }, 'ready; open the URL in a browser');

  await stop.asked();
  const closing = closeLater(ledger, log);
  const [cut] = await Promise.all([requests.close(stop.cutOff), server.close(), jobs.stop()]);
  await services.apiKeys.usesWritten();
  await Promise.all([metrics?.close(), tracing?.stop()]);
  clearTimeout(closing);
  if (cut > 0) log.warn({ requests: cut }, 'stopped; requests that took too long were cut off');
  else log.info('stopped');
  return cut === 0;
}

/** Listens on the configured address, or on the socket that systemd passes as descriptor 3. */
async function listen(
  server: FastifyInstance,
  { port, host }: Config,
  environment: Environment,
): Promise<void> {
  const isHanded = environment.LISTEN_FDS === '1' && environment.LISTEN_PID === String(process.pid);
  // Without an explicit host, Fastify would also listen on the other addresses of localhost.
  const handed = { fd: 3, host: '' };
  try {
    await server.listen(isHanded ? handed : { port, host });
  } catch (error) {
    throw explainListening(error, { port, host });
  }
}

/**
 * Closes the database after a delay. Otherwise, a frozen database would block pending work for longer than
 * the service is allowed to take to stop.
 */
function closeLater(ledger: OpenLedger, log: Logger): NodeJS.Timeout {
  return setTimeout(() => {
    ledger.close().catch((error: unknown) => log.error({ err: error }, 'the databases could not be closed'));
  }, DATABASES_CLOSE_AFTER_MS);
}

/** Prepares the metrics, whose code is loaded only if they are on. Returns undefined if they are off. */
async function prepareMetrics(
  { metrics: config, dataDir }: Config,
  { ledger, log }: { readonly ledger: OpenLedger; readonly log: Logger },
): Promise<ServeMetrics | undefined> {
  if (!config) return undefined;
  const { createProcessMetrics } = await import('../../ops/telemetry/process-metrics.ts');
  const { createSharedMetrics } = await import('../../ops/telemetry/shared-metrics.ts');
  const own = createProcessMetrics({ version: packageJson.version });
  const readShared = createSharedMetrics({
    ledger,
    dataDir,
    now: () => new Date(),
    watch: own.watch,
  });
  let endpoint: { close(): Promise<void> } | undefined;
  return {
    recorder: own.recorder,
    async open() {
      const read = async () => [...(await own.read()), ...(await readShared())];
      endpoint = await openMetricsPort(config, read, log);
    },
    close: async () => endpoint?.close(),
  };
}

/** Loads OpenTelemetry only if its variables are set. */
async function prepareTracing(
  environment: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Promise<Tracing | undefined> {
  if (!Object.keys(environment).some((name) => name.startsWith('OTEL_'))) return undefined;
  const { startTracing } = await import('../../ops/telemetry/start-tracing.ts');
  return startTracing(environment, { version: packageJson.version, log });
}

async function openMetricsPort(
  config: MetricsConfig,
  read: () => Promise<readonly Family[]>,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const { openEndpoint } = await import('../../ops/telemetry/endpoint.ts');
  const { CONTENT_TYPE, toOpenMetrics } = await import('../../ops/telemetry/exposition.ts');
  const opened = openEndpoint({
    ...config,
    contentType: CONTENT_TYPE,
    log,
    read: async () => toOpenMetrics(await read()),
  });
  const endpoint = await opened.catch((error: unknown) => {
    throw explainListening(error, { ...config, prefix: 'METRICS_' });
  });
  log.info({ host: config.host, port: endpoint.port }, 'metrics are available');
  return endpoint;
}

/** Explains in a sentence, with a remedy, why a port cannot be used. Returns any other error unchanged. */
function explainListening(
  error: unknown,
  {
    port,
    host,
    prefix = '',
  }: { readonly port: number; readonly host: string; readonly prefix?: 'METRICS_' | '' },
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new Error(
      `Another process listens on port ${port} of ${host}. End it, or set ${prefix}PORT to another port.`,
    );
  if (code === 'EACCES')
    return new Error(
      `The account of the service may not listen on port ${port}. Set ${prefix}PORT to one above 1023.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(
      `This machine has no address ${host} to listen on. Set ${prefix}HOST to one that it has.`,
    );
  return error;
}
