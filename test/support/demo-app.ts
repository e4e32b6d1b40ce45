import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/compose/app.ts';
import type { Services } from '../../src/compose/services.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { type KeyStore, openKeyRing } from '../../src/decisions/receipts/key-file-service.ts';
import { generateKey } from '../../src/decisions/receipts/key-ring-service.ts';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved/reserved-licenses.ts';
import { createLogger, type Logger } from '../../src/platform/log/log.ts';
import { publish } from '../../src/records/publication/service.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { HASH_COST } from './account-service.ts';
import type { TestDatabase } from './engines.ts';
import { LIMITS_OFF } from './limits-off.ts';

/** The date of the newest demo records in tests. */
export const DEMO_DAY = '2026-03-16';
export const NOW = () => new Date('2026-03-16T15:00:00Z');
/**
 * Returns a clock that starts at {@link NOW}, so that the demo records have the same age no matter when the
 * tests run.
 */
function shiftedClock(): () => Date {
  const ahead = NOW().getTime() - Date.now();
  return () => new Date(Date.now() + ahead);
}

export const SESSION_SECRET = 'a secret of tests, signs cookies that nobody else takes';
const BASE_URL = 'https://vendors.example';

const demoFiles = new Map<number, Promise<readonly ParsedFile[]>>();

/**
 * Returns the parsed files for a small fictional Florida. They are parsed once per process and shared,
 * because tests do not modify them.
 */
export async function readDemoFiles(vendorCount = 300): Promise<readonly ParsedFile[]> {
  const files = demoFiles.get(vendorCount) ?? writeAndRead(vendorCount);
  demoFiles.set(vendorCount, files);
  return files;
}

async function writeAndRead(vendorCount: number): Promise<readonly ParsedFile[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'demo-'));
  try {
    const paths = await writeDemoFiles({ directory, today: DEMO_DAY, vendorCount });
    return await Promise.all(
      paths.map(async (file) =>
        readRegulatorFile(
          { name: path.basename(file), bytes: await readFile(file), publishedAt: null },
          DEMO_DAY,
        ),
      ),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly config: Config;
  readonly keys: KeyStore;
  readonly now: () => Date;
  readonly get: (url: string, headers?: Record<string, string>) => Promise<TestAnswer>;
}

interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly json: unknown;
}

/**
 * Opens the application over a database. Unless the settings say otherwise, rate limits are off and nothing
 * is cached.
 */
export async function openTestApp(
  database: TestDatabase,
  settings: Record<string, string> = {},
  logger: Logger = createLogger('silent'),
  now: () => Date = shiftedClock(),
  recheckMs = 0,
): Promise<TestApp> {
  const config = { ...loadConfig({ BASE_URL, ...LIMITS_OFF, ...settings }), passwordHashCost: HASH_COST };
  const keys = openKeyRing({ keys: [generateKey(NOW())] });
  const { server: app, services } = await buildApp({
    config,
    ledger: database,
    keys,
    sessionSecret: SESSION_SECRET,
    logger,
    recheckMs,
    now,
  });
  const get = async (url: string, headers: Record<string, string> = {}): Promise<TestAnswer> => {
    const answer = await app.inject({ method: 'GET', url, headers });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      json: isJson ? answer.json() : undefined,
    };
  };
  return { app, services, config, keys, now, get };
}

export interface DemoApp extends TestApp {
  readonly database: TestDatabase;
  /** Closes the application and then the database. */
  readonly close: () => Promise<void>;
}

/**
 * Publishes the records of `vendorCount` demo vendors as of {@link DEMO_DAY}, and opens the application over
 * them.
 */
export async function openDemoApp(
  database: TestDatabase,
  vendorCount = 300,
  settings: Record<string, string> = {},
): Promise<DemoApp> {
  const files = await readDemoFiles(vendorCount);
  await publish(database, { files, asOf: DEMO_DAY, now: NOW });
  const opened = await openTestApp(database, settings);
  const close = async () => {
    await opened.app.close();
    await database.close();
  };
  return { ...opened, database, close };
}

/** Returns the license number that the demo data reserves for a record state. Throws if there is none. */
export function reservedNumber(state: string): string {
  const reserved = RESERVED_LICENSES.find((license) => license.state === state);
  if (!reserved) throw new Error(`no reserved license for ${state}`);
  return reserved.license_number;
}
