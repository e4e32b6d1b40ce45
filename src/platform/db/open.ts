import { createRequire } from 'node:module';
import path from 'node:path';
import type { OpenLedger } from './database.ts';
import type { LedgerSchema } from './schema/schema-ledger.ts';
import { openPublished } from './snapshots/published-snapshot.ts';
import { openSqlite } from './sqlite/sqlite.ts';
import { LEDGER_FILE } from './sqlite/sqlite-file.ts';

export { LEDGER_FILE } from './sqlite/sqlite-file.ts';

interface DatabaseLocation {
  /** The connection string for PostgreSQL. Without it, the embedded SQLite file in `dataDir` is used. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** The number of days that replaced snapshots are kept; a week by default. */
  readonly snapshotsDays?: number;
  /** The number of days that the rows of replaced files are kept; a year by default. */
  readonly replacedDays?: number;
}

/**
 * Opens the ledger with the configured engine, and the snapshot that the ledger names. Does not run
 * migrations. Throws if the ledger cannot be opened.
 */
export function openLedger({
  databaseUrl,
  dataDir,
  snapshotsDays,
  replacedDays = REPLACED_DAYS,
}: DatabaseLocation): OpenLedger {
  const ledger = databaseUrl
    ? loadPostgres().openPostgres<LedgerSchema>(databaseUrl)
    : // The ledger contains personal data, and erased values must not remain readable in the file.
      openSqlite<LedgerSchema>(path.join(dataDir, LEDGER_FILE), { overwritesDeleted: true });
  const folder = path.join(dataDir, SNAPSHOTS_FOLDER);
  const daysKept = snapshotsDays ?? SNAPSHOTS_DAYS;
  const published = openPublished(ledger.db, { folder, recheckMs: RECHECK_MS, daysKept });
  return {
    ...ledger,
    published,
    replacedDays,
    async close() {
      published.close();
      await ledger.close();
    },
  };
}

/** The time after a publication in which a response may still come from the previous one. */
const RECHECK_MS = 250;
const SNAPSHOTS_DAYS = 7;
const REPLACED_DAYS = 365;
/** The folder of snapshots in the data folder. */
export const SNAPSHOTS_FOLDER = 'snapshots';

/**
 * Loads the PostgreSQL client only if it is used: a process that uses SQLite does not need the client's sixty
 * files.
 */
function loadPostgres(): typeof import('./postgres/postgres.ts') {
  return createRequire(import.meta.url)('./postgres/postgres.ts');
}
