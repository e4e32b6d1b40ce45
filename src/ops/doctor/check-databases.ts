import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { openLog } from '../../decisions/log/service.ts';
import { readRing } from '../../decisions/receipts/key-file-service.ts';
import { verifyDrawnReceipts } from '../../decisions/receipts/verify-drawn-service.ts';
import { type CoverageReader, describeSource } from '../../intake/coverage/coverage-service.ts';
import { gatherProblems } from '../../intake/coverage/source-problems.ts';
import { countNoun } from '../../lib/text/text.ts';
import { daysBetween, type IsoDate } from '../../lib/time/dates.ts';
import { createOperatorService } from '../../operators/access/service.ts';
import type { LedgerDb, OpenLedger, PublishedDb } from '../../platform/db/database.ts';
import { isLedgerCurrent } from '../../platform/db/migrate.ts';
import { measureOutbox } from '../../platform/mail/outbox-measures.ts';
import { describePartlyRead, earliestReach, parseCovers } from '../../published-state/covers.ts';
import { OLD_AFTER_DAYS, TOO_OLD_AFTER_DAYS } from '../../published-state/records-age.ts';
import { findPublishedSummary } from '../../published-state/service.ts';
import { countDamagedRecords } from '../../records/read/check-records-service.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { measureWebhooks } from '../../webhooks/delivery/webhook-measures-service.ts';
import { isSound } from '../database-pages/check-pages.ts';
import type { LostLedger } from '../ledger-file/lost-ledger.ts';
import type { Finding } from './doctor-finding.ts';

const RECEIPTS_DRAWN = 10;
/** The maximum number of problems that are listed; the others are only counted. */
const PROBLEMS_MAX = 5;
const CLOCKS_APART_S = 120;
/** Email and webhooks that have been waiting longer than this count as delayed. */
const WAITING_H = 1;

const ok = (name: string, says: string): Finding => ({ name, state: 'ok', says });

/**
 * Reports a lost ledger, with the same message as a service that refuses to start because it has receipt keys
 * but no ledger.
 */
export function judgeLedger(lost: LostLedger | undefined): Finding[] {
  return lost ? [{ name: 'ledger', state: 'failed', ...lost }] : [];
}

/** Runs SQLite's check of every page and every index; takes a few seconds per 200 MB or so. */
export function lookAtPages(files: readonly string[]): Finding[] {
  return files.map((file): Finding => {
    if (!existsSync(file)) return { name: 'pages', state: 'skipped', says: `${file} does not exist yet.` };
    if (isSound(file, 'whole')) return ok('pages', `${file} is sound.`);
    return {
      name: 'pages',
      state: 'failed',
      says: `${file} has pages that cannot be read.`,
      advice:
        'Stop the service, keep the file, and restore a backup: docs/operations.md, "When data is damaged".',
    };
  });
}

/**
 * Checks that every record is unchanged since it was published. No database engine detects that a block
 * inside a long text was lost.
 */
export async function lookAtContents(db: PublishedDb): Promise<Finding[]> {
  const name = 'contents';
  const { read, damaged } = await countDamagedRecords(db);
  if (damaged === 0) return [ok(name, `${countNoun(read, 'record')} read, each as it was published.`)];
  return [
    {
      name,
      state: 'failed',
      says: `${damaged} of ${countNoun(read, 'record')}: not as published; they are not served.`,
      advice:
        'See whether the disk is sound, and restore a backup: docs/operations.md, "When data is damaged".',
    },
  ];
}

/** Reports the results of PostgreSQL's checksums, if they are enabled. */
export async function lookAtChecksums(db: LedgerDb): Promise<Finding[]> {
  const name = 'pages';
  const { rows } = await sql<{ on: string; failures: string | null }>`
    select current_setting('data_checksums') as "on", checksum_failures as failures
    from pg_stat_database where datname = current_database()`.execute(db);
  const [found] = rows;
  if (found?.on !== 'on')
    return [
      {
        name,
        state: 'warning',
        says: 'PostgreSQL has no data checksums, so it does not notice a page that was damaged.',
        advice: 'Stop it once and run pg_checksums --enable.',
      },
    ];
  const failures = Number(found.failures ?? 0);
  if (failures === 0) return [ok(name, 'PostgreSQL has data checksums, and none failed.')];
  return [
    {
      name,
      state: 'failed',
      says: `PostgreSQL has counted ${countNoun(failures, 'page')} whose checksum failed.`,
      advice:
        'See whether the disk is sound, and restore a backup: docs/operations.md, "When data is damaged".',
    },
  ];
}

/** Checks that the tables match this version. */
export async function lookAtTables(ledger: OpenLedger): Promise<Finding[]> {
  if (await isLedgerCurrent(ledger))
    return [ok('tables', `The database (${ledger.engine.name}) has the tables of this version.`)];
  return [
    {
      name: 'tables',
      state: 'failed',
      says: 'The database has the tables of another version.',
      advice: 'Run doctor of the version that serves; after an upgrade, start the service once.',
    },
  ];
}

/** Checks PostgreSQL's clock. PostgreSQL is the only engine with a clock of its own. */
export async function lookAtDatabaseClock(db: LedgerDb, now: () => Date): Promise<Finding[]> {
  const asked = now().getTime();
  const { rows } = await sql<{ at: Date | string }>`select now() as at`.execute(db);
  const apart = Math.round((new Date(rows[0]?.at ?? Number.NaN).getTime() - asked) / 1_000);
  return [judgeClock('PostgreSQL', apart)];
}

/** Reports the difference between another clock and ours, in seconds. Pure. */
export function judgeClock(whose: string, apart: number): Finding {
  const says = `The clock of ${whose} and ours are ${Math.abs(apart)} seconds apart.`;
  if (Math.abs(apart) <= CLOCKS_APART_S) return ok('clock', says);
  return {
    name: 'clock',
    state: 'failed',
    says,
    advice: 'Set the clock by NTP: holds, deadlines and receipts go by it.',
  };
}

/** Checks that every key named by receipts exists, and that randomly chosen receipts verify. */
export async function lookAtReceipts(db: LedgerDb, keys: string): Promise<Finding[]> {
  if (!existsSync(keys)) {
    const issued = await db.selectFrom('receipts').select('jti').limit(1).executeTakeFirst();
    return [
      issued === undefined
        ? { name: 'receipts', state: 'skipped', says: 'There are no keys and no receipts yet.' }
        : {
            name: 'receipts',
            state: 'failed',
            says: `The receipt keys ${keys} are missing, and receipts were issued with them.`,
            advice: 'Restore the file from a backup, or set RECEIPT_KEYS_FILE as the service has it.',
          },
    ];
  }
  const { drawn, refused, keysMissing } = await verifyDrawnReceipts(db, readRing(keys), RECEIPTS_DRAWN);
  if (keysMissing.length === 0 && refused.length === 0)
    return [
      ok(
        'receipts',
        drawn === 0
          ? 'The keys are there, and no receipt was issued yet.'
          : `Every receipt has its key. Drawn at random and verified: ${drawn}.`,
      ),
    ];
  return [
    {
      name: 'receipts',
      state: 'failed',
      says:
        keysMissing.length > 0
          ? `Receipts were issued with keys that are not there: ${keysMissing.join(', ')}.`
          : `${refused.length} of ${countNoun(drawn, 'receipt')} drawn at random: not verified, ${refused.join(', ')}.`,
      advice: 'Ledger and keys do not belong together: restore both from one backup.',
    },
  ];
}

/** A receipt is in the public log within a minute while the service runs. */
const LOG_WAITS_MAX_MS = 600_000;

/** Checks that no receipt has been waiting for the public log, and that its last tree is what was signed. */
export async function lookAtLog(db: LedgerDb, now: () => Date): Promise<Finding[]> {
  const name = 'log';
  const { size, isSound, waitingSince } = await openLog(db).examine();
  if (waitingSince && now().getTime() - Date.parse(waitingSince) > LOG_WAITS_MAX_MS)
    return [
      {
        name,
        state: 'failed',
        says: `A receipt of ${waitingSince} is not in the public log, although receipts get there within a minute.`,
        advice: 'Start the service if it is stopped; otherwise its log says why nothing can be added.',
      },
    ];
  if (size === 0) return [{ name, state: 'skipped', says: 'The public log has no entry yet.' }];
  if (isSound)
    return [ok(name, `The public log at size ${size} is what was signed, and no receipt waits for it.`)];
  return [
    {
      name,
      state: 'failed',
      says: `The tree of the public log at size ${size} is not the one that was signed.`,
      advice: 'Tiles in the database are damaged: restore a backup, and keep log-head as it is.',
    },
  ];
}

/** Finds operators with neither an authenticator nor a passkey, who cannot open operator pages. */
export async function lookAtOperators(db: LedgerDb, now: () => Date): Promise<Finding[]> {
  const name = 'operators';
  const operators = await createOperatorService({ ledgerDb: db, now }).list();
  if (operators.length === 0) return [{ name, state: 'skipped', says: 'No account is an operator.' }];
  const without = operators.filter((each) => !each.has_authenticator_or_passkey).length;
  if (without === 0)
    return [
      ok(
        name,
        operators.length === 1
          ? 'The one operator has an authenticator or a passkey.'
          : `Each of ${operators.length} operators has an authenticator or a passkey.`,
      ),
    ];
  return [
    {
      name,
      state: 'warning',
      says: `${without} of ${countNoun(operators.length, 'operator')} with neither an authenticator nor a passkey: operator pages stay closed there.`,
      advice: 'operators list says who; each sets one up under Settings, or revoke the role.',
    },
  ];
}

/** Reports the last publication, how recent the records are, and source files that are not available. */
export async function lookAtRecords(
  ledger: CoverageReader,
  wantsReal: boolean,
  today: IsoDate,
): Promise<Finding[]> {
  const name = 'records';
  const state = await findPublishedSummary(ledger.published.db);
  const problems = problemsOf(await describeSource(ledger));
  if (!state)
    return [
      {
        name,
        state: 'failed',
        says: 'Nothing was ever published.',
        advice: 'Run `npm run cli -- import`, which says what is wrong with each file.',
      },
      ...problems,
    ];
  const published = `Version ${state.version} was published ${state.published_at}`;
  if (state.fictional === 1)
    return wantsReal
      ? [
          {
            name,
            state: 'failed',
            says: `${published}, and its records are fictional, though REGULATOR_SOURCE names real ones.`,
            advice: 'Run `npm run cli -- import`, which says why the refresh brings nothing.',
          },
          ...problems,
        ]
      : [{ name, state: 'skipped', says: `${published}, of fictional records.` }];
  const covers = parseCovers(state.covers);
  const reach = earliestReach(covers);
  const partlyRead = describePartlyRead(covers, REGULATOR.districts.length);
  const partly = partlyRead === null ? '' : ` (${partlyRead})`;
  const days = reach === undefined ? undefined : daysBetween(reach, today);
  const advice = 'Run `npm run cli -- import`, which asks now and says what is wrong with each file.';
  return [
    days === undefined
      ? {
          name,
          state: 'warning',
          says: `${published}; no file of licenses or inspections is in use.`,
          advice,
        }
      : days > OLD_AFTER_DAYS
        ? {
            name,
            state: days > TOO_OLD_AFTER_DAYS ? 'failed' : 'warning',
            says: `${published}, and its records${partly} reach to ${reach}, ${countNoun(days, 'day')} ago.`,
            advice,
          }
        : ok(name, `${published}, and its records${partly} reach to ${reach}.`),
    ...problems,
  ];
}

/** Returns a line for each cause, with its remedy. */
function problemsOf(source: Awaited<ReturnType<typeof describeSource>>): Finding[] {
  const gathered = gatherProblems(source);
  const left = gathered.length - PROBLEMS_MAX;
  return [
    ...gathered.slice(0, PROBLEMS_MAX).map(
      ({ name, problem: { what, next } }): Finding => ({
        name: 'source files',
        state: 'warning',
        says: `${name}: ${what}`,
        advice: next,
      }),
    ),
    ...(left <= 0
      ? []
      : [
          {
            name: 'source files',
            state: 'warning' as const,
            says: `${countNoun(left, 'other problem')}.`,
            advice: 'Run `npm run cli -- import`, which lists all.',
          },
        ]),
  ];
}

/** Reports email and webhooks that should have been sent. */
export async function lookAtQueues(db: LedgerDb, now: Date): Promise<Finding[]> {
  const mail = await measureOutbox(db);
  const webhooks = await measureWebhooks(db, now);
  const hours = (at: string | null) => (at === null ? 0 : (now.getTime() - Date.parse(at)) / 3_600_000);
  const isLate = hours(mail.oldestAt) > WAITING_H || mail.givenUp > 0;
  const disabled = webhooks.endpoints.filter(({ state }) => state !== 'on');
  const off = disabled.reduce((sum, { count }) => sum + count, 0);
  return [
    isLate
      ? {
          name: 'mail queue',
          state: 'warning',
          says: `${countNoun(mail.waiting + mail.failing, 'mail')} waiting, the oldest since ${mail.oldestAt ?? '–'}; ${mail.givenUp} given up.`,
          advice: 'The log and the page /operator show the email server’s answer.',
        }
      : ok(
          'mail queue',
          `${countNoun(mail.waiting + mail.failing, 'mail')} waiting, none for more than an hour.`,
        ),
    hours(webhooks.oldestDueAt) > WAITING_H
      ? {
          name: 'webhooks',
          state: 'warning',
          says: `Deliveries due: ${webhooks.due}, the oldest since ${webhooks.oldestDueAt}.`,
          advice:
            'See whether the service runs and can reach the internet: deliveries go out every few seconds.',
        }
      : ok(
          'webhooks',
          `Deliveries due: ${webhooks.due}, to be tried again later: ${webhooks.later}; ${countNoun(off, 'endpoint')} off.`,
        ),
  ];
}
