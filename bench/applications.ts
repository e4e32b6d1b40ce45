import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeDemoFiles } from '../src/demo/florida/files/write-demo-files.ts';
import { requireKey } from '../src/http/caller.ts';
import { countInMemory } from '../src/http/limits/rate-limits.ts';
import { buildServer } from '../src/http/server.ts';
import { applicationRoutes } from '../src/organizer/applications/routes.ts';
import { createApplicationService } from '../src/organizer/applications/service.ts';
import { documentsOfApplications } from '../src/organizer/documents/service.ts';
import type { LedgerDb, OpenLedger, OpenRegistry, PublishedAccess } from '../src/platform/db/database.ts';
import { migrateLedger, migrateRegistry } from '../src/platform/db/migrate.ts';
import { openLedger, openRegistry } from '../src/platform/db/open.ts';
import { createLogger } from '../src/platform/log/log.ts';
import { publish } from '../src/registry/publication/service.ts';
import { readRegulatorFile } from '../src/registry/sources/florida-dbpr/read-file.ts';
import { changesOnRecord } from '../src/watch/booked/service.ts';
import { insertAccount } from '../test/support/account-rows.ts';
import { countStatements } from '../test/support/count-statements.ts';
import { applicationRow, insertApplications, insertEvent } from '../test/support/ledger-rows.ts';
import { list, median, round } from './report.ts';
import { AS_OF } from './service.ts';

/**
 * The list for API keys of one account with very many applications, over published demo records, on the embedded database:
 * `node --expose-gc bench/applications.ts`. Service and client share one process, so the figures include both.
 */

const VENDORS = 3_000;
const EVENTS = 20;
const APPLICATIONS = 5_000;
const ROUNDS = 15;
const BASE_URL = 'http://localhost:3000';
const MB = 1024 * 1024;

/** Every third application answers a question; every tenth names a vendor that is not on record. */
const ANSWERS = JSON.stringify([
  { question_id: 'a1', label: 'How much power do you need?', type: 'number', answer: 30 },
  {
    question_id: 'a2',
    label: 'What do you serve?',
    type: 'long_text',
    answer: 'Tacos, tortas and more. '.repeat(8),
  },
]);

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-applications-'));
  try {
    await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<void> {
  const registry = openRegistry({ databaseUrl: undefined, dataDir: folder });
  const ledger = openLedger({ databaseUrl: undefined, dataDir: folder });
  await migrateRegistry(registry);
  await migrateLedger(ledger);
  await publishDemo(registry, path.join(folder, 'files'));
  const accountId = await fillLedger(ledger.db, await listNumbers(registry.published));
  const { app, countAll } = await openService(registry, ledger, accountId);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const bytes = await readList(port);
  global.gc?.();
  const before = process.memoryUsage();
  const times: number[] = [];
  let peak = before.rss;
  const countedBefore = countAll();
  for (let each = 0; each < ROUNDS; each++) {
    const started = performance.now();
    await readList(port);
    times.push(performance.now() - started);
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  global.gc?.();
  const after = process.memoryUsage();
  console.table({
    'applications / vendors': `${APPLICATIONS} / ${VENDORS}`,
    'median, ms': round(median(times)),
    'single rounds, ms': list(times),
    'statements a request': (countAll() - countedBefore) / ROUNDS,
    'answer, MB': round(bytes / MB),
    'process before, peak, after, MB': list([before.rss / MB, peak / MB, after.rss / MB]),
    'heap before and after, MB': list([before.heapUsed / MB, after.heapUsed / MB]),
  });
  await app.close();
  await registry.db.destroy();
  await ledger.db.destroy();
}

/** Reads the list like a client, without keeping it; returns its size in bytes. */
function readList(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      path: '/api/v1/applications',
      headers: { authorization: 'Bearer any' },
      agent: false,
    };
    get(options, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`answered ${answer.statusCode}`)),
      );
    }).once('error', reject);
  });
}

async function openService(registry: OpenRegistry, ledger: OpenLedger, accountId: string) {
  const counted = { registry: countStatements(registry.published.db), ledger: countStatements(ledger.db) };
  const applications = createApplicationService({
    ledgerDb: counted.ledger.db,
    engine: ledger.engine,
    registry: { ...registry.published, db: counted.registry.db },
    baseUrl: BASE_URL,
    now: () => new Date(),
    linkToken: () => randomUUID(),
    decide: () => Promise.reject(new Error('nothing is decided here')),
    findHolder: async () => undefined,
    documents: documentsOfApplications,
    changes: changesOnRecord,
    outcomes: {
      tell: () => Promise.reject(new Error('no outcome is recorded here')),
      takeBack: async () => false,
    },
  });
  const app = await buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (server) => {
      server.register(async (keyed) => {
        requireKey(keyed, async () => ({ accountId, keyId: 'bench' }));
        keyed.register(applicationRoutes, { applications });
      });
    },
  });
  const countAll = () => counted.registry.count() + counted.ledger.count();
  return { app, countAll };
}

async function publishDemo(registry: OpenRegistry, directory: string): Promise<void> {
  await mkdir(directory);
  const paths = await writeDemoFiles({ directory, today: AS_OF, vendorCount: VENDORS });
  const files = await Promise.all(
    paths.map(async (file) =>
      readRegulatorFile({ name: path.basename(file), bytes: await readFile(file), publishedAt: null }, AS_OF),
    ),
  );
  await publish(registry, { files, asOf: AS_OF, now: () => new Date(`${AS_OF}T12:00:00Z`) });
}

async function listNumbers({ db }: PublishedAccess): Promise<string[]> {
  const rows = await db.selectFrom('vendors').select('digits').orderBy('digits').execute();
  return rows.map(({ digits }) => digits);
}

async function fillLedger(db: LedgerDb, numbers: readonly string[]): Promise<string> {
  const accountId = await insertAccount(db);
  const events: string[] = [];
  for (let each = 0; each < EVENTS; each++) events.push(await insertEvent(db, accountId));
  const rows = Array.from({ length: APPLICATIONS }, (_, index) =>
    applicationRow(events[index % EVENTS] ?? '', {
      license_number: index % 10 === 0 ? `00${index}` : (numbers[index % numbers.length] ?? ''),
      custom_responses: index % 3 === 0 ? ANSWERS : '[]',
    }),
  );
  await insertApplications(db, rows);
  return accountId;
}

await main();
