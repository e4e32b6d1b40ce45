import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { createOutput } from '../../src/cli/output.ts';
import { report } from '../../src/cli/records/import-report.ts';
import { buildApp } from '../../src/compose/app.ts';
import { loadConfig } from '../../src/config.ts';
import { openKeyRing } from '../../src/decisions/receipts/key-file-service.ts';
import { generateKey } from '../../src/decisions/receipts/key-ring-service.ts';
import { afterRefresh } from '../../src/jobs/follow-refresh.ts';
import { type Refresh, refresh } from '../../src/jobs/refresh/refresh.ts';
import { outcomeOfRefresh, summarizeRefresh } from '../../src/jobs/refresh/refresh-result.ts';
import type { IsoDate } from '../../src/lib/time/dates.ts';
import type { Family } from '../../src/ops/telemetry/families.ts';
import { createProcessMetrics } from '../../src/ops/telemetry/process-metrics.ts';
import { createSharedMetrics } from '../../src/ops/telemetry/shared-metrics.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { createFetcher } from '../../src/platform/net/fetcher.ts';
import { operatorOverviewPages } from '../../src/web/operator/overview/routes.ts';
import { insertAccount } from '../../test/support/account-rows.ts';
import type { TestDatabase } from '../../test/support/engines.ts';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';

/**
 * The service, with a clock that we control. It uses its own code to fetch files over HTTP and to serve
 * pages, responses and metrics.
 */
export interface Service {
  /**
   * Starts a new day by publishing the stored records as of that day. Does not fetch anything, unless the
   * last daily fetch was skipped.
   */
  beginDay(day: IsoDate): Promise<void>;
  /** Runs the daily fetch as the schedule and the command line do. */
  fetchFiles(day: IsoDate): Promise<Ran>;
  /** Moves the clock forward without running anything. */
  pass(day: IsoDate): void;
  get(url: string): Promise<Page>;
  /** Returns one of the operators' pages. */
  getAsOperator(url: string): Promise<Page>;
  metrics(): Promise<readonly Family[]>;
  close(): Promise<void>;
}

interface Page {
  readonly status: number;
  readonly body: string;
}

export interface Ran {
  readonly outcome: Refresh['outcome'];
  /** The exit code and the output of `import`. */
  readonly exit: number;
  readonly printed: string;
  readonly counted: ReturnType<typeof outcomeOfRefresh>;
  /** The waits between the fetcher's attempts, in milliseconds. */
  readonly waits: readonly number[];
}

/** In UTC. These are just after midnight and a quarter past seven in the regulator's time zone in winter. */
export const NEW_DAY_AT = '05:05';
export const FETCH_AT = '12:15';
const BASE_URL = 'https://vendors.example';
const SECRET = 'a secret of the rehearsal, signs cookies that nobody else takes';

/** Limits on how long an attempt to fetch a file may take and how long it may pause. */
export interface Patience {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
}

export async function openService(
  database: TestDatabase,
  source: string,
  patience: Patience,
): Promise<Service> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rehearsal-'));
  let clock = new Date(0);
  const now = () => clock;
  const logger = createLogger('silent');
  const config = { ...loadConfig({ BASE_URL, ...LIMITS_OFF, REGULATOR_SOURCE: source, DATA_DIR: folder }) };
  const own = createProcessMetrics({ version: '0' });
  const shared = createSharedMetrics({
    ledger: database,
    dataDir: folder,
    now,
    watch: own.watch,
    freshMs: 0,
  });
  const { server, services } = await buildApp({
    config,
    ledger: database,
    sessionSecret: SECRET,
    logger,
    recheckMs: 0,
    now,
    keys: openKeyRing({ keys: [generateKey(now())] }),
    recorder: own.recorder,
  });
  const operators = await openOperatorPages(database, services.outbox);
  own.recorder.jobsBegun();
  const ask = async (app: FastifyInstance, url: string): Promise<Page> => {
    const { statusCode: status, body } = await app.inject({ url });
    return { status, body };
  };
  const follow = () =>
    afterRefresh({
      ledger: database,
      services,
      baseUrl: BASE_URL,
      retention: config.retention,
      outboxDir: path.join(folder, 'outbox'),
      log: logger,
      recorder: own.recorder,
    });
  const fetching = (waits: number[]) => ({
    fetcher: createFetcher({
      ...patience,
      userAgent: 'rehearsal',
      maxBytes: 60_000_000,
      retries: 1,
      backoffMs: 1,
      random: () => 0,
      now: () => clock.getTime(),
      sleep: async (ms: number) => void waits.push(ms),
    }),
    sleep: async () => undefined,
  });
  return {
    async beginDay(day) {
      clock = at(day, NEW_DAY_AT);
      await refresh({ config, database, now, ...fetching([]) });
      await follow();
    },
    async fetchFiles(day) {
      clock = at(day, FETCH_AT);
      const waits: number[] = [];
      const ran = await refresh({ config, database, now, ...fetching(waits) });
      const counted = outcomeOfRefresh(summarizeRefresh(ran));
      own.recorder.refreshEnded(counted, 1);
      await follow();
      return { outcome: ran.outcome, ...print(ran), counted, waits };
    },
    pass(day) {
      clock = at(day, FETCH_AT);
    },
    get: (url) => ask(server, url),
    getAsOperator: (url) => ask(operators, url),
    metrics: async () => [...(await own.read()), ...(await shared())],
    async close() {
      await operators.close();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

export function at(day: IsoDate, time: string): Date {
  return new Date(`${day}T${time}:00.000Z`);
}

function print(ran: Refresh): { readonly exit: number; readonly printed: string } {
  let printed = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      printed += String(chunk);
      done();
    },
  });
  const exit = report(ran, createOutput({ json: false, stdout, stderr: stdout, now: () => 0 }));
  return { exit, printed };
}

/**
 * Opens the operators' pages as if a person had signed in, because the rehearsal does not cover signing in.
 */
async function openOperatorPages(
  database: TestDatabase,
  outbox: Parameters<typeof operatorOverviewPages>[1]['outbox'],
): Promise<FastifyInstance> {
  const accountId = await insertAccount(database.db, 'ola@events.example');
  const app = Fastify({ genReqId: () => 'a-request' });
  await app.register(operatorOverviewPages, {
    findSession: async () => ({ accountId, name: 'Ola', email: 'ola@events.example', sessionId: 's' }),
    operatorAccess: async () => 'full',
    ledger: database,
    outbox,
    baseUrl: BASE_URL,
    isFictional: async () => false,
    readNoted: () => undefined,
  });
  return app;
}
