import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Engine, OpenDatabase, OpenLedger, RegistryEngine } from './database.ts';
import * as regulatorRecords from './migrations/0001-regulator-records.ts';
import * as scoresInColumns from './migrations/0002-scores-in-columns.ts';
import * as contactsAndObservations from './migrations/0003-contacts-and-observations.ts';
import * as refusedRowsWithoutContacts from './migrations/0004-refused-rows-without-contacts.ts';
import * as rowsByFile from './migrations/0005-rows-by-file.ts';
import * as unknownCounts from './migrations/0007-unknown-counts.ts';
import * as formerHolders from './migrations/0008-former-holders.ts';
import * as ageOfRecords from './migrations/0009-age-of-records.ts';
import * as searchFilters from './migrations/0010-search-filters.ts';
import * as changeFeed from './migrations/0011-change-feed.ts';
import * as licensesByDigits from './migrations/0012-licenses-by-digits.ts';
import * as dailyImports from './migrations/0013-daily-imports.ts';
import * as shortTerms from './migrations/0014-short-terms.ts';
import * as shownTexts from './migrations/0015-shown-texts.ts';
import * as recordDays from './migrations/0016-record-days.ts';
import * as finalOrders from './migrations/0017-final-orders.ts';
import * as doubts from './migrations/0018-doubts.ts';
import * as plannedFiles from './migrations/0019-planned-files.ts';
import * as snapshots from './migrations/0020-snapshots.ts';
import * as packedRows from './migrations/0021-packed-rows.ts';
import * as receipts from './migrations/ledger-0001-receipts.ts';
import * as accounts from './migrations/ledger-0002-accounts.ts';
import * as vendorsSide from './migrations/ledger-0003-vendors-side.ts';
import * as applicationContacts from './migrations/ledger-0004-application-contacts.ts';
import * as hardenedAccounts from './migrations/ledger-0005-hardened-accounts.ts';
import * as reliability from './migrations/ledger-0006-reliability.ts';
import * as receiptNumbers from './migrations/ledger-0007-receipt-numbers.ts';
import * as documents from './migrations/ledger-0008-documents.ts';
import * as inbox from './migrations/ledger-0009-inbox.ts';
import * as bookedWatch from './migrations/ledger-0010-booked-watch.ts';
import * as teams from './migrations/ledger-0011-teams.ts';
import * as lists from './migrations/ledger-0012-lists.ts';
import * as calendarFeeds from './migrations/ledger-0013-calendar-feeds.ts';
import * as bulkOutcomes from './migrations/ledger-0014-bulk-outcomes.ts';
import * as organizerTodos from './migrations/ledger-0015-organizer-todos.ts';
import * as languages from './migrations/ledger-0016-languages.ts';
import * as webhooks from './migrations/ledger-0017-webhooks.ts';
import * as webhookLog from './migrations/ledger-0018-webhook-log.ts';
import * as secondFactors from './migrations/ledger-0019-second-factors.ts';
import * as passkeys from './migrations/ledger-0020-passkeys.ts';
import * as webhookTypes from './migrations/ledger-0021-webhook-types.ts';
import * as idempotencyKeys from './migrations/ledger-0022-idempotency-keys.ts';
import * as hashedSessions from './migrations/ledger-0023-hashed-sessions.ts';
import * as rosters from './migrations/ledger-0024-rosters.ts';
import * as coverage from './migrations/ledger-0025-coverage.ts';
import * as log from './migrations/ledger-0026-log.ts';
import * as dayOf from './migrations/ledger-0028-day-of.ts';
import type { RegistrySchema } from './schema/schema-registry.ts';

/** A migration. It may only run statements, because a failed one is rolled back with those before it. */
type Migrate<Schema, OwnEngine> = (db: Kysely<Schema>, engine: OwnEngine) => Promise<void>;

const REGISTRY = {
  '0001-regulator-records': regulatorRecords.up,
  '0002-scores-in-columns': scoresInColumns.up,
  '0003-contacts-and-observations': contactsAndObservations.up,
  '0004-refused-rows-without-contacts': refusedRowsWithoutContacts.up,
  '0005-rows-by-file': rowsByFile.up,
  '0007-unknown-counts': unknownCounts.up,
  '0008-former-holders': formerHolders.up,
  '0009-age-of-records': ageOfRecords.up,
  '0010-search-filters': searchFilters.up,
  '0011-change-feed': changeFeed.up,
  '0012-licenses-by-digits': licensesByDigits.up,
  '0013-daily-imports': dailyImports.up,
  '0014-short-terms': shortTerms.up,
  '0015-shown-texts': shownTexts.up,
  '0016-record-days': recordDays.up,
  '0017-final-orders': finalOrders.up,
  '0018-doubts': doubts.up,
  '0019-planned-files': plannedFiles.up,
  '0020-snapshots': snapshots.up,
  '0021-packed-rows': packedRows.up,
};

const LEDGER = {
  '0001-receipts': receipts.up,
  '0002-accounts': accounts.up,
  '0003-vendors-side': vendorsSide.up,
  '0004-application-contacts': applicationContacts.up,
  '0005-hardened-accounts': hardenedAccounts.up,
  '0006-reliability': reliability.up,
  '0007-receipt-numbers': receiptNumbers.up,
  '0008-documents': documents.up,
  '0009-inbox': inbox.up,
  '0010-booked-watch': bookedWatch.up,
  '0011-teams': teams.up,
  '0012-lists': lists.up,
  '0013-calendar-feeds': calendarFeeds.up,
  '0014-bulk-outcomes': bulkOutcomes.up,
  '0015-organizer-todos': organizerTodos.up,
  '0016-languages': languages.up,
  '0017-webhooks': webhooks.up,
  '0018-webhook-log': webhookLog.up,
  '0019-second-factors': secondFactors.up,
  '0020-passkeys': passkeys.up,
  '0021-webhook-types': webhookTypes.up,
  '0022-idempotency-keys': idempotencyKeys.up,
  '0023-hashed-sessions': hashedSessions.up,
  '0024-rosters': rosters.up,
  '0025-coverage': coverage.up,
  '0026-log': log.up,
  '0028-day-of': dayOf.up,
};

/** The names of all migrations of this code, in their order. */
export const MIGRATIONS = { registry: Object.keys(REGISTRY), ledger: Object.keys(LEDGER) } as const;

/** Migrates the registry, forward only. Throws when a migration fails or the database is newer than the code. */
export async function migrateRegistry(registry: OpenDatabase<RegistrySchema, RegistryEngine>): Promise<void> {
  await migrateToLatest(registry, 'registry', REGISTRY);
}

/** Migrates the ledger. With PostgreSQL both are in one database, each with its own history. */
export async function migrateLedger(ledger: OpenLedger): Promise<void> {
  await migrateToLatest(ledger, 'ledger', LEDGER);
}

/** Whether the registry has the tables of this code, neither fewer nor more. Writes nothing. */
export function isRegistryCurrent(registry: OpenDatabase<RegistrySchema, RegistryEngine>): Promise<boolean> {
  return isCurrent(registry, 'registry', REGISTRY);
}

/** The same of the ledger. */
export function isLedgerCurrent(ledger: OpenLedger): Promise<boolean> {
  return isCurrent(ledger, 'ledger', LEDGER);
}

async function isCurrent<Schema>(
  { db }: Pick<OpenDatabase<Schema, Engine>, 'db'>,
  history: 'registry' | 'ledger',
  steps: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(`${history}_migration`)}`.execute(
    db,
  );
  return rows.length === Object.keys(steps).length && rows.every(({ name }) => Object.hasOwn(steps, name));
}

async function migrateToLatest<Schema, OwnEngine extends Engine>(
  database: OpenDatabase<Schema, OwnEngine>,
  history: 'registry' | 'ledger',
  steps: Readonly<Record<string, Migrate<Schema, OwnEngine>>>,
): Promise<void> {
  const { longWorkDb: db, engine } = database;
  // The migrator takes SQLite's write lock even where there is nothing to do, and an import holds that for as long as it publishes.
  if (engine.name === 'sqlite' && (await isCurrent(database, history, steps).catch(() => false))) return;
  const migrations = Object.fromEntries(
    // The migrator passes its own connection, typed as a database of anything.
    Object.entries(steps).map(([name, up]): [string, Migration] => [
      name,
      { up: (connection: Kysely<Schema>) => up(connection, engine) },
    ]),
  );
  // Without the schema's name, the migrator uses another schema's bookkeeping in the same PostgreSQL.
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

/** A newer database has migrations that the code does not know. */
function notUpToDate(cause: unknown): Error {
  const isNewer = cause instanceof Error && /previously executed migration .* is missing/.test(cause.message);
  return new Error(
    isNewer
      ? 'The database was used by a newer version of the service. Start that version, or restore a backup from before it.'
      : 'The database could not be brought up to date.',
    { cause },
  );
}

async function currentSchema<Schema>(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
