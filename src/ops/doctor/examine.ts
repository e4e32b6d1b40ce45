import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { readFileList } from '../../jobs/refresh/site/file-list.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import { finishesWithin } from '../../lib/wait-within.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { DatabaseUnavailable } from '../../platform/db/database-unavailable.ts';
import { openLedger, SNAPSHOTS_FOLDER } from '../../platform/db/open.ts';
import { listSnapshots } from '../../platform/db/snapshots/snapshot-folder.ts';
import { findPublishedState } from '../../published-state/service.ts';
import { backupPlaces } from '../backup/backup-places.ts';
import { openStores } from '../backup/make-backups.ts';
import { findLostFile, findLostTables, isFileEmpty } from '../ledger-file/lost-ledger.ts';
import {
  judgeLedger,
  lookAtChecksums,
  lookAtContents,
  lookAtDatabaseClock,
  lookAtLog,
  lookAtOperators,
  lookAtPages,
  lookAtQueues,
  lookAtReceipts,
  lookAtRecords,
  lookAtTables,
} from './check-databases.ts';
import {
  lookAtBackups,
  lookAtDisk,
  lookAtDumpProgram,
  lookAtFiles,
  lookAtFolder,
  lookAtSecret,
} from './check-files.ts';
import { lookAtMailServer, lookAtRedis, lookAtSource, lookAtStripe } from './check-reach.ts';
import { judgeSettings } from './check-settings.ts';
import { lookAtWebhookHosts } from './check-webhook-hosts.ts';
import type { Check, Finding } from './doctor-finding.ts';

const WITHIN_MS = 30_000;
/** The time limit for a store, which is tried three times. */
const STORE_WITHIN_MS = 200_000;
/** The time limit for checking every page of a large database. */
const PAGES_WITHIN_MS = 3_600_000;
const IF_DAMAGED = 'Restore a backup: docs/operations.md, "When data is damaged".';

interface ExamineOptions {
  readonly now: () => Date;
  readonly isOffline: boolean;
  /** The environment, with the keys for a backup store. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Checks everything that the service depends on, with one line of advice for each problem. Changes nothing,
 * and can be run while the service is running. Never throws because of a finding.
 */
export async function examine(config: Config, options: ExamineOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  const isReal = config.regulatorSource.type !== 'demo' || (await hasRealRecords(config));
  for (const check of checksOf(config, { ...options, isReal })) findings.push(...(await outcomeOf(check)));
  return findings;
}

/**
 * Returns true if real records are published, which may have been imported on the command line even if the
 * source is the demo. Another check reports errors in fetching the records.
 */
async function hasRealRecords(config: Config): Promise<boolean> {
  // Opening a missing database would create it.
  if (isFileEmpty(config)) return false;
  try {
    const ledger = openLedger(config);
    try {
      return (await findPublishedState(ledger.published.db))?.fictional === 0;
    } finally {
      await ledger.close();
    }
  } catch {
    return false;
  }
}

async function outcomeOf({ name, look, advice, withinMs = WITHIN_MS }: Check): Promise<Finding[]> {
  const looking = (async () => look())();
  try {
    if (await finishesWithin(looking, withinMs)) return await looking;
    return [{ name, state: 'failed', says: `No answer within ${withinMs / 1_000} seconds.`, advice }];
  } catch (error) {
    return [{ name, state: 'failed', ...explain(error, advice) }];
  }
}

function explain(error: unknown, advice: string): { readonly says: string; readonly advice: string } {
  // This message is our own and contains only the engine's code.
  if (error instanceof DatabaseUnavailable)
    return { says: error.message, advice: error.condition === 'damaged' ? IF_DAMAGED : advice };
  return { says: reasonOf(error), advice };
}

/**
 * Returns a system error code or our own message. Library messages may quote an address with its password.
 */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string')
    return `It fails: ${cause.code}.`;
  return error instanceof Error && error.name === 'TimeoutError' ? 'No answer in time.' : 'It fails.';
}

function checksOf(
  config: Config,
  { now, isOffline, environment, isReal }: ExamineOptions & { readonly isReal: boolean },
): Check[] {
  const places = backupPlaces(config);
  const isEmbedded = config.databaseUrl === undefined;
  const checks: Check[] = [
    {
      name: 'settings',
      look: () => judgeSettings(config, isReal),
      advice: 'docs/configuration.md has them all.',
    },
    {
      name: 'files',
      look: () => lookAtFiles(places),
      advice: 'Run doctor as the account of the service, which must be able to write DATA_DIR.',
    },
    {
      name: 'secret',
      look: () => lookAtSecret(places.secret, config.sessionSecretFile !== undefined),
      advice: 'Run doctor as the account of the service, which must be able to read it.',
    },
    {
      name: 'disk',
      look: () => lookAtDisk(places.dataDir),
      advice: 'Set DATA_DIR to a folder that is there.',
    },
  ];
  checks.push({
    name: 'backups',
    look: async () => {
      const { backups } = config;
      // A store is an external service; a folder is not.
      const asked = backups && (isOffline ? { ...backups, s3: undefined } : backups);
      const stores = asked ? await openStores(asked, environment) : [];
      return lookAtBackups(backups, stores, isReal, now());
    },
    withinMs: STORE_WITHIN_MS,
    advice: 'See whether the account of the service may read BACKUP_FOLDER.',
  });
  const { regulatorSource: source, databaseUrl } = config;
  if (config.backups && databaseUrl !== undefined)
    checks.push({
      name: 'pg_dump',
      look: () => lookAtDumpProgram(databaseUrl),
      advice: 'docs/operations.md, "When the database is away", says what each state needs.',
    });
  if (source.type === 'directory')
    checks.push({
      name: 'source',
      look: () => lookAtFolder(source.directory),
      advice: 'Look at REGULATOR_SOURCE.',
    });
  if (isEmbedded) {
    const lost = findLostFile(config);
    const snapshots = listSnapshots(path.join(config.dataDir, SNAPSHOTS_FOLDER)).slice(0, 1);
    const files = [...(lost ? [] : [places.ledger]), ...snapshots.map(({ file }) => file)];
    if (lost) checks.push({ name: 'ledger', look: () => judgeLedger(lost), advice: lost.advice });
    checks.push({
      name: 'pages',
      look: () => lookAtPages(files),
      withinMs: PAGES_WITHIN_MS,
      advice: 'Restore a backup: docs/backup.md.',
    });
    // Opening a missing database would create it.
    if (lost || !existsSync(places.ledger)) return checks;
  }
  checks.push(...checksOfLedger(config, { keys: places.keys, now, isOffline, isReal }));
  if (isOffline) return checks;
  const { smtpUrl, redisUrl, stripeSecretKey } = config;
  if (smtpUrl !== undefined)
    checks.push({ name: 'mail server', look: () => lookAtMailServer(smtpUrl), advice: 'Look at SMTP_URL.' });
  if (redisUrl !== undefined)
    checks.push({
      name: 'redis',
      look: () => lookAtRedis(redisUrl),
      advice: 'Start it, or look at REDIS_URL; until then each machine counts by itself.',
    });
  if (stripeSecretKey !== undefined && config.stripePrice !== undefined)
    checks.push({
      name: 'stripe',
      look: () => lookAtStripe(config),
      advice: 'See whether this machine can reach it.',
    });
  if (source.type === 'url')
    checks.push({
      name: 'source',
      look: () =>
        lookAtSource(source.url, now, {
          list: readFileList(config),
          userAgent: config.regulatorUserAgent,
        }),
      advice: 'See whether this machine can reach it; until then the last good records stay in use.',
    });
  return checks;
}

function checksOfLedger(
  config: Config,
  options: Pick<ExamineOptions, 'now' | 'isOffline'> & { readonly keys: string; readonly isReal: boolean },
): Check[] {
  const { keys, now, isOffline, isReal } = options;
  const opened = async (look: (ledger: OpenLedger) => Promise<Finding[]>) => {
    const ledger = openLedger(config);
    try {
      return await look(ledger);
    } finally {
      await ledger.close();
    }
  };
  const advice = 'docs/operations.md, "When the database is away", says what each state needs.';
  const check = (name: string, look: (ledger: OpenLedger) => Promise<Finding[]>): Check => ({
    name,
    advice,
    look: () => opened(look),
  });
  return [
    check('ledger', async (ledger) => judgeLedger(await findLostTables(config, ledger))),
    check('tables', (ledger) => lookAtTables(ledger)),
    ...(config.databaseUrl === undefined
      ? []
      : [
          check('clock', ({ db }) => lookAtDatabaseClock(db, now)),
          check('pages', ({ db }) => lookAtChecksums(db)),
        ]),
    {
      ...check('contents', ({ published }) => lookAtContents(published.db)),
      withinMs: PAGES_WITHIN_MS,
    },
    check('receipts', ({ db }) => lookAtReceipts(db, keys)),
    check('log', ({ db }) => lookAtLog(db, now)),
    check('records', (ledger) => lookAtRecords(ledger, isReal, jurisdictionDay(now()))),
    check('operators', ({ db }) => lookAtOperators(db, now)),
    check('queues', ({ db }) => lookAtQueues(db, now())),
    ...(isOffline
      ? []
      : [
          check('webhook hosts', ({ db }) =>
            lookAtWebhookHosts(db, { allowPrivate: config.webhooksAllowPrivate }),
          ),
        ]),
  ];
}
