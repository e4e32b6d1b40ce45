import { statfs } from 'node:fs/promises';
import { measureIntake } from '../../intake/coverage/intake-measures-service.ts';
import { settledWithin } from '../../lib/wait-within.ts';
import type { OpenLedger, OpenRegistry } from '../../platform/db/database.ts';
import { measureSize } from '../../platform/db/measure-size.ts';
import { measureOutbox } from '../../platform/mail/outbox-measures.ts';
import { readFact } from '../../platform/note-facts.ts';
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

/** However often somebody scrapes, the databases are asked once in this time. */
const FRESH_MS = 10_000;
/** What has no answer by then is left out of this scrape. */
const WITHIN_MS = 2_000;

export interface SharedMetricsOptions {
  readonly registry: OpenRegistry;
  readonly ledger: OpenLedger;
  readonly dataDir: string;
  readonly now: () => Date;
  /** See `ProcessMetrics.watch`. */
  readonly watch: () => { readonly version: number | undefined } | undefined;
  /** 0 in tests. */
  readonly freshMs?: number;
}

/**
 * What the databases and the disk say, read at most once in ten seconds with the same statements whatever they hold. What cannot be
 * read is left out: absent, not 0.
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

function partsOf({ registry, ledger, dataDir, now, watch }: SharedMetricsOptions): Read[] {
  const isOne = registry.engine.name === 'postgres';
  return [
    proof('registry', () => registry.proveWritable({ whileOthersWrite: true })),
    proof('ledger', () => ledger.proveWritable()),
    async () => publishedFamilies(await findPublishedSummary(registry.published.db), watch(), now()),
    async () => intakeFamilies(await measureIntake(registry.db)),
    async () => outboxFamilies(await measureOutbox(ledger.db)),
    async () => webhookFamilies(await measureWebhooks(ledger.db, now())),
    async () => {
      const size = await measureSize(registry.db, registry.engine.name);
      return databaseFamilies('bytes', [[isOne ? 'both' : 'registry', size]]);
    },
    async () =>
      isOne ? [] : databaseFamilies('bytes', [['ledger', await measureSize(ledger.db, 'sqlite')]]),
    async () => backupFamilies(readFact(dataDir, 'backups-seen')),
    async () => pagesFamilies(isOne ? undefined : readFact(dataDir, 'pages-checked')),
    async () => diskFamilies(await measureDisk(dataDir)),
  ];
}

/** Whether a database can be written, as `/readyz` sees it: 0 when it does not say so in time. */
function proof(database: string, prove: () => Promise<void>): Read {
  return async () => {
    const proven = prove().then(
      () => 1,
      () => 0,
    );
    const isSettled = await settledWithin(proven, WITHIN_MS - 100);
    return databaseFamilies('up', [[database, isSettled ? await proven : 0]]);
  };
}

/** Nothing when it fails or takes too long. One that hangs is not asked again until it has answered. */
function asked(read: Read): Read {
  let asking: Promise<readonly Family[]> | undefined;
  return async () => {
    if (asking) return [];
    const asks = read().catch(() => []);
    asking = asks.finally(() => {
      asking = undefined;
    });
    return (await settledWithin(asks, WITHIN_MS)) ? asks : [];
  };
}

async function measureDisk(dataDir: string): Promise<Disk> {
  const { bsize, bavail, blocks } = await statfs(dataDir);
  return { freeBytes: bsize * bavail, bytes: bsize * blocks };
}
