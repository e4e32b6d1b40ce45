import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { measureIntake } from '../../intake/coverage/intake-measures-service.ts';
import { finishesWithin } from '../../lib/wait-within.ts';
import type { LedgerDb, OpenLedger } from '../../platform/db/database.ts';
import { readFact } from '../../platform/job-findings.ts';
import { measureOutbox } from '../../platform/mail/outbox-measures.ts';
import { findPublishedSummary } from '../../published-state/service.ts';
import { measureWebhooks } from '../../webhooks/delivery/webhook-measures-service.ts';
import type { Family } from './families.ts';
import {
  backupFamilies,
  type Disk,
  databaseFamilies,
  diskFamilies,
  intakeFamilies,
  outboxFamilies,
  pagesFamilies,
  publishedFamilies,
  webhookFamilies,
} from './shared-families.ts';

/** The database is queried at most once in this interval, regardless of the number of scrapes. */
const FRESH_MS = 10_000;
/** Values that take longer than this are left out of the scrape. */
const WITHIN_MS = 2_000;

export interface SharedMetricsOptions {
  readonly ledger: OpenLedger;
  readonly dataDir: string;
  readonly now: () => Date;
  /** See `ProcessMetrics.watch`. */
  readonly watch: () => { readonly version: number | undefined } | undefined;
  /** 0 in tests. */
  readonly freshMs?: number;
}

/**
 * Reads the metrics of the database and the disk, at most once every ten seconds, with the same statements
 * for any data. Values that cannot be read are absent, not 0.
 */
export function createSharedMetrics(options: SharedMetricsOptions): () => Promise<readonly Family[]> {
  const { freshMs = FRESH_MS } = options;
  const parts = partsOf(options).map(asked);
  let known: Promise<readonly Family[]> | undefined;
  let knownAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (known && performance.now() - knownAt < freshMs) return known;
    knownAt = performance.now();
    known = Promise.all(parts.map((read) => read())).then((families) => families.flat());
    return known;
  };
}

type Read = () => Promise<readonly Family[]>;

function partsOf({ ledger, dataDir, now, watch }: SharedMetricsOptions): Read[] {
  const { db, engine, published } = ledger;
  return [
    async () => databaseFamilies('up', [['ledger', await isWritable(ledger)]]),
    async () => publishedFamilies(await findPublishedSummary(published.db), watch(), now()),
    async () => intakeFamilies(await measureIntake(db)),
    async () => outboxFamilies(await measureOutbox(db)),
    async () => webhookFamilies(await measureWebhooks(db, now())),
    async () => databaseFamilies('bytes', [['ledger', await measureSize(db, engine.name)]]),
    async () => backupFamilies(readFact(dataDir, 'backups-seen')),
    async () => pagesFamilies(engine.name === 'postgres' ? undefined : readFact(dataDir, 'pages-checked')),
    async () => diskFamilies(await measureDisk(dataDir)),
  ];
}

/** Returns 1 if the ledger is writable, checked as `/readyz` does, or 0 if it does not respond in time. */
async function isWritable(ledger: OpenLedger): Promise<number> {
  const proven = ledger.proveWritable().then(
    () => 1,
    () => 0,
  );
  return (await finishesWithin(proven, WITHIN_MS - 100)) ? proven : 0;
}

/**
 * Returns a function that returns nothing if reading fails or takes too long. A read that hangs is not
 * repeated until it completes.
 */
function asked(read: Read): Read {
  let asking: Promise<readonly Family[]> | undefined;
  return async () => {
    if (asking) return [];
    const asks = read().catch(() => []);
    asking = asks.finally(() => {
      asking = undefined;
    });
    return (await finishesWithin(asks, WITHIN_MS)) ? asks : [];
  };
}

async function measureDisk(dataDir: string): Promise<Disk> {
  const { bsize, bavail, blocks } = await statfs(dataDir);
  return { freeBytes: bsize * bavail, bytes: bsize * blocks };
}

/** Returns a database's size on disk, in bytes; PostgreSQL reports the whole database. */
async function measureSize(db: LedgerDb, engine: 'sqlite' | 'postgres'): Promise<number> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
      : await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? Number.NaN);
}
