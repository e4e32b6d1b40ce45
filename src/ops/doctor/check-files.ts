import { existsSync, lstatSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { readSessionSecret, SECRET_RULE } from '../../accounts/sessions/session-secret-service.ts';
import type { BackupsConfig } from '../../lib/settings/backup-settings.ts';
import { countNoun, everyNoun } from '../../lib/text/text.ts';
import type { BackupPlaces } from '../backup/backup-places.ts';
import { findDumpProblem } from '../backup/dump-postgres.ts';
import { type BackupStore, newestUntil } from '../backup/list-backups.ts';
import type { Finding } from './doctor-finding.ts';

const MB = 1_000_000;
/** Below `FREE_MB`, a publication or a backup may not fit; below `FREE_MB_LEAST`, writes begin to fail. */
const FREE_MB = 2_000;
const FREE_MB_LEAST = 200;
const OTHERS = 0o077;

/**
 * Checks that the folder is writable and that only its owner can read the secrets in it. Never reveals the
 * secrets.
 */
export function lookAtFiles(places: BackupPlaces): Finding[] {
  const { dataDir, ledger, keys, secret } = places;
  if (!existsSync(dataDir))
    return [
      {
        name: 'files',
        state: 'failed',
        says: `DATA_DIR, ${dataDir}, is not there.`,
        advice: 'Start the service once, or set DATA_DIR as the service has it.',
      },
    ];
  const open = [dataDir, ledger, keys, secret].filter(
    (file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0,
  );
  if (open.length > 0)
    return [
      {
        name: 'files',
        state: 'failed',
        says: `Others on this machine can read ${open.join(', ')}.`,
        advice: `chmod go= ${open.join(' ')}; if others may have read the keys, docs/operations.md says what to do.`,
      },
    ];
  const foreign = [ledger, keys, secret].filter((file) => isOfAnother(file));
  if (foreign.length > 0)
    return [
      {
        name: 'files',
        state: 'failed',
        says: `${foreign.join(', ')}: not of the account that runs this.`,
        advice: 'Run doctor as the account of the service; if it is that one, chown the files to it.',
      },
    ];
  const probe = path.join(dataDir, `.doctor-${process.pid}`);
  writeFileSync(probe, '', { mode: 0o600 });
  rmSync(probe);
  return [
    {
      name: 'files',
      state: 'ok',
      says: `${dataDir} can be written, and only its owner reads what is in it.`,
    },
  ];
}

/**
 * Checks that the service can start with the session secret, or would create one if no file is configured.
 * Never reveals the secret.
 */
export function lookAtSecret(file: string, isNamed: boolean): Finding[] {
  const failed = (says: string, advice: string): Finding[] => [
    { name: 'secret', state: 'failed', says, advice },
  ];
  if (!existsSync(file))
    return isNamed
      ? failed(
          `SESSION_SECRET_FILE names ${file}, which is not there.`,
          'Restore it from a backup: without it the service does not start.',
        )
      : [
          {
            name: 'secret',
            state: 'skipped',
            says: 'There is no session secret yet; the first start makes one.',
          },
        ];
  if (readSessionSecret(file) !== undefined)
    return [{ name: 'secret', state: 'ok', says: 'The session secret is one that the service takes.' }];
  return failed(
    `The session secret in ${file} is too short or damaged: ${SECRET_RULE}.`,
    'Restore it from a backup, or move it away: the next start makes a new one, which signs everyone out and changes the secrets of webhooks.',
  );
}

function isOfAnother(file: string): boolean {
  const uid = lstatSync(file, { throwIfNoEntry: false })?.uid;
  return uid !== undefined && process.getuid !== undefined && uid !== process.getuid();
}

/** Checks the folder that records should come from. */
export function lookAtFolder(folder: string): Finding[] {
  const name = 'source';
  try {
    const count = readdirSync(folder).length;
    return [{ name, state: 'ok', says: `${folder} can be read: ${countNoun(count, 'file')}.` }];
  } catch {
    return [
      {
        name,
        state: 'failed',
        says: `REGULATOR_SOURCE, ${folder}, is not a folder that can be read.`,
        advice:
          'Let it name a folder that the account of the service may read; until then the last good records stay in use.',
      },
    ];
  }
}

/** Checks that there is room for the next publication and a backup. */
export async function lookAtDisk(dataDir: string): Promise<Finding[]> {
  const { bsize, bavail } = await statfs(dataDir);
  const free = Math.floor((bsize * bavail) / MB);
  const says = `${free.toLocaleString('en-US')} MB are free on the disk of DATA_DIR.`;
  if (free >= FREE_MB) return [{ name: 'disk', state: 'ok', says }];
  return [
    {
      name: 'disk',
      state: free < FREE_MB_LEAST ? 'failed' : 'warning',
      says,
      advice: `Make room: below ${FREE_MB_LEAST} MB writes begin to fail, below ${FREE_MB.toLocaleString('en-US')} a publication or a backup may not fit.`,
    },
  ];
}

const HOUR_MS = 3_600_000;

/**
 * Checks that the service makes backups, and that the newest in each place is recent enough. Does not open
 * them; the restore drill does.
 */
export async function lookAtBackups(
  backups: BackupsConfig | undefined,
  stores: readonly BackupStore[],
  wantsReal: boolean,
  now: Date,
): Promise<Finding[]> {
  const name = 'backups';
  if (!backups)
    return wantsReal
      ? [
          {
            name,
            state: 'warning',
            says: 'The service makes no backups.',
            advice:
              'Set BACKUP_RECIPIENTS with BACKUP_FOLDER or BACKUP_S3_ENDPOINT, unless something else makes them: docs/backup.md.',
          },
        ]
      : [{ name, state: 'skipped', says: 'No backups are set up. A demo needs none.' }];
  return Promise.all(stores.map((store) => lookAtStore(store, backups.everyHours, now)));
}

/**
 * Checks that the service can dump its PostgreSQL database, so that a problem shows up before the first
 * backup.
 */
export async function lookAtDumpProgram(databaseUrl: string): Promise<Finding[]> {
  const name = 'pg_dump';
  const problem = await findDumpProblem(databaseUrl);
  if (problem === undefined) return [{ name, state: 'ok', says: 'pg_dump can dump the database.' }];
  return [{ name, state: 'failed', says: problem, advice: 'Until then, no backup is made: docs/backup.md.' }];
}

async function lookAtStore(store: BackupStore, everyHours: number, now: Date): Promise<Finding> {
  const name = 'backups';
  try {
    const kept = await store.list();
    const newest = newestUntil(kept, now);
    const hours = Math.max(0, Math.floor((now.getTime() - (newest?.begunAt.getTime() ?? 0)) / HOUR_MS));
    if (newest && hours <= 2 * everyHours)
      return {
        name,
        state: 'ok',
        says: `Kept in ${store.place}: ${kept.length}, the newest ${countNoun(hours, 'hour')} old.`,
      };
    if (!newest)
      return {
        name,
        state: 'warning',
        says: `There is none in ${store.place} yet.`,
        advice:
          'The service makes the first one within an hour of its start. If it does not, the log has the reason: "an hourly step failed".',
      };
    return {
      name,
      state: 'failed',
      says: `The newest in ${store.place} is ${countNoun(hours, 'hour')} old; one is to be made ${everyNoun(everyHours, 'hour')}.`,
      advice: 'See whether the service runs. If it does, the log has the reason: "an hourly step failed".',
    };
  } catch (error) {
    return {
      name,
      state: 'failed',
      says: error instanceof Error ? error.message : 'It cannot be listed.',
      advice:
        'See whether the settings BACKUP_… and the keys are right, and whether the place can be reached.',
    };
  }
}
