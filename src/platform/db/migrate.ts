import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { LedgerDatabase, LedgerDb, LedgerEngine } from './database.ts';
import { RegistryNotTaken, removeRegistry } from './import-old-registry.ts';
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
import * as oneDatabase from './migrations/ledger-0027-one-database.ts';
import * as dayOf from './migrations/ledger-0028-day-of.ts';
import * as recordProofs from './migrations/ledger-0029-record-proofs.ts';
import * as ownApplications from './migrations/ledger-0030-own-applications.ts';
import * as closureFollows from './migrations/ledger-0031-closure-follows.ts';
import * as follows from './migrations/ledger-0032-follows.ts';
import * as expiryReminders from './migrations/ledger-0033-expiry-reminders.ts';

/**
 * A migration. It must not do anything except run statements, because a later failure rolls them all back.
 */
type Migrate = (db: LedgerDb, engine: LedgerEngine) => Promise<void>;

const STEPS: Readonly<Record<string, Migrate>> = {
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
  '0027-one-database': oneDatabase.up,
  '0028-day-of': dayOf.up,
  '0029-record-proofs': recordProofs.up,
  '0030-own-applications': ownApplications.up,
  '0031-closure-follows': closureFollows.up,
  '0032-follows': follows.up,
  '0033-expiry-reminders': expiryReminders.up,
};

/** The names of all migrations in this version of the code, in order. */
export const MIGRATIONS: readonly string[] = Object.keys(STEPS);
const TABLE = 'ledger_migration';

/**
 * Migrates the ledger, forward only. Throws when a migration fails or the database is newer than the code.
 */
export async function migrateLedger(ledger: LedgerDatabase): Promise<void> {
  const { longWorkDb: db, engine } = ledger;
  // The migrator takes SQLite's write lock even if there is nothing to do, and a publication may hold the
  // lock.
  if (engine.name === 'sqlite' && (await isLedgerCurrent(ledger).catch(() => false)))
    return removeRegistry(ledger);
  const migrations = Object.fromEntries(
    // The migrator passes its own connection, which has no schema type.
    Object.entries(STEPS).map(([name, up]): [string, Migration] => [
      name,
      { up: (connection: LedgerDb) => up(connection, engine) },
    ]),
  );
  // Without the schema's name, the migrator would use another schema's migration table in the same PostgreSQL
  // database.
  const place = engine.name === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {};
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
    ...place,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw notUpToDate(error);
  await removeRegistry(ledger);
}

/** Returns true if the ledger has exactly this code's migrations. Does not write anything. */
export async function isLedgerCurrent({ db }: Pick<LedgerDatabase, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(db);
  return rows.length === MIGRATIONS.length && rows.every(({ name }) => Object.hasOwn(STEPS, name));
}

/** Explains a failed migration. The database is newer if it has migrations that this code does not have. */
function notUpToDate(cause: unknown): Error {
  if (cause instanceof RegistryNotTaken) return cause;
  const isNewer = cause instanceof Error && /previously executed migration .* is missing/.test(cause.message);
  return new Error(
    isNewer
      ? 'The database was used by a newer version of the service. Start that version, or restore a backup from before it.'
      : 'The database could not be brought up to date.',
    { cause },
  );
}

async function currentSchema(db: LedgerDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}
