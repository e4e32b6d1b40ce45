import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db, OpenDatabase } from './database.ts';
import * as regulatorRecords from './migrations/0001-regulator-records.ts';
import * as scoresInColumns from './migrations/0002-scores-in-columns.ts';
import * as contactsAndObservations from './migrations/0003-contacts-and-observations.ts';
import * as refusedRowsWithoutContacts from './migrations/0004-refused-rows-without-contacts.ts';
import * as receipts from './migrations/ledger-0001-receipts.ts';
import * as accounts from './migrations/ledger-0002-accounts.ts';
import * as vendorsSide from './migrations/ledger-0003-vendors-side.ts';
import * as applicationContacts from './migrations/ledger-0004-application-contacts.ts';
import * as hardenedAccounts from './migrations/ledger-0005-hardened-accounts.ts';

/**
 * The two histories: `registry` holds what can be read again from the regulator, `ledger` what cannot be lost.
 * With SQLite they are two files, so that a long import never keeps the ledger waiting; PostgreSQL has both.
 */
const HISTORIES = {
  registry: {
    '0001-regulator-records': regulatorRecords,
    '0002-scores-in-columns': scoresInColumns,
    '0003-contacts-and-observations': contactsAndObservations,
    '0004-refused-rows-without-contacts': refusedRowsWithoutContacts,
  },
  ledger: {
    '0001-receipts': receipts,
    '0002-accounts': accounts,
    '0003-vendors-side': vendorsSide,
    '0004-application-contacts': applicationContacts,
    '0005-hardened-accounts': hardenedAccounts,
  },
} as const;
export type History = keyof typeof HISTORIES;

/** Brings a history up to date, forward only. Throws when a migration fails or the database is newer than the code. */
export async function migrateToLatest(
  { longWorkDb: db, engine }: OpenDatabase,
  history: History,
): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(HISTORIES[history]).map(([name, { up }]): [string, Migration] => [
      name,
      { up: (kysely) => up(kysely, engine) },
    ]),
  );
  // Without its schema, the migrator takes another schema's bookkeeping in the same PostgreSQL for its own.
  const place = engine.name === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {};
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: `${history}_migration`,
    migrationLockTableName: `${history}_migration_lock`,
    ...place,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw notUpToDate(error);
}

/** The migrator knows a newer database by migrations that the code has not. */
function notUpToDate(cause: unknown): Error {
  const isNewer = cause instanceof Error && /previously executed migration .* is missing/.test(cause.message);
  return new Error(
    isNewer
      ? 'The database was used by a newer version of the service. Start that version, or restore a backup from before it.'
      : 'The database could not be brought up to date.',
    { cause },
  );
}

async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
