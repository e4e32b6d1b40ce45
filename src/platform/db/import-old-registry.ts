import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { LedgerDatabase, LedgerDb, LedgerEngine } from './database.ts';
import { REGISTRY_FILE } from './sqlite/sqlite-file.ts';

/**
 * Moves the registry, in which versions before ledger migration 0027 stored the log of files and the
 * publications. The registry is a SQLite file next to the ledger's file, or tables next to the ledger's
 * tables.
 */

/** The registry cannot be moved. The message contains instructions. */
export class RegistryNotTaken extends Error {}

const NEWEST = '0021-packed-rows';
/** The last commit with a registry, which brings every earlier registry up to {@link NEWEST}. */
const LAST_WITH_REGISTRY = '15241114';
const TOO_OLD =
  'The registry, with the log of the regulator’s files, was stored by a version that is too old for this one, such as 0.5.0. Start commit ' +
  `${LAST_WITH_REGISTRY} with the same settings once, wait until /readyz answers 200, stop it, and start this version: docs/operations.md, ` +
  '"Upgrade from 0.5.0". Nothing was changed.';

/**
 * Moves the registry's content to the ledger. Returns false if there is no registry. This runs as part of a
 * ledger migration, so either everything is moved or nothing. Throws {@link RegistryNotTaken} if the registry
 * is from a version that is too old.
 */
export async function importOldRegistry(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  {
    tables,
    createTables,
  }: { readonly tables: readonly string[]; readonly createTables: () => Promise<void> },
): Promise<boolean> {
  return engine.name === 'sqlite' ? takeFile(ledgerDb, tables, createTables) : takeTables(ledgerDb);
}

async function takeFile(
  ledgerDb: LedgerDb,
  tables: readonly string[],
  createTables: () => Promise<void>,
): Promise<boolean> {
  const file = await findFile(ledgerDb);
  if (file === undefined) return false;
  await attach(ledgerDb, file);
  const { rows: found } = await sql`
    select 1 from registry.sqlite_master where name = 'registry_migration'`.execute(ledgerDb);
  // A first start that was killed may have left a file without tables.
  if (found.length === 0) return false;
  await refuseOlder(ledgerDb, 'registry.');
  await createTables();
  for (const table of tables) {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info(${table}, 'main')`.execute(ledgerDb);
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
    await sql`insert into main.${sql.ref(table)} (${columns}) select ${columns} from registry.${sql.ref(table)}`.execute(
      ledgerDb,
    );
  }
  return true;
}

/** Takes over tables that are already in the ledger's database, so nothing has to be moved. */
async function takeTables(ledgerDb: LedgerDb): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`
    select to_regclass(quote_ident(current_schema()) || '.registry_migration') as name`.execute(ledgerDb);
  if (!rows[0]?.name) return false;
  await refuseOlder(ledgerDb, '');
  for (const table of ['vendor_records', 'vendors', 'registry_migration', 'registry_migration_lock'])
    await sql`drop table ${sql.ref(table)}`.execute(ledgerDb);
  return true;
}

async function refuseOlder(ledgerDb: LedgerDb, place: '' | 'registry.'): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`
    select max(name) as name from ${sql.raw(place)}registry_migration`.execute(ledgerDb);
  if (rows[0]?.name !== NEWEST) throw new RegistryNotTaken(TOO_OLD);
  const unpublished = await sql`
    select 1 from ${sql.raw(place)}published_state where snapshot = ''`.execute(ledgerDb);
  if (unpublished.rows.length > 0) throw new RegistryNotTaken(TOO_OLD);
}

/**
 * Removes the registry's file once its content has been moved, because the file contains people's phone
 * numbers and addresses. Does not remove a file whose content was not moved.
 */
export async function removeRegistry({ db, engine }: LedgerDatabase): Promise<void> {
  if (engine.name !== 'sqlite') return;
  await db.connection().execute(async (ledgerDb) => {
    const file = await findFile(ledgerDb);
    if (file === undefined) return;
    await attach(ledgerDb, file);
    const isTaken = await hasMarks(ledgerDb);
    // Detaching the registry writes its log back into its file.
    await sql`detach registry`.execute(ledgerDb);
    if (isTaken) for (const each of ['-wal', '-shm', '']) rmSync(`${file}${each}`, { force: true });
  });
}

/**
 * Attaches the registry's file, unless a migration that has failed or just ended has already attached it.
 */
async function attach(ledgerDb: LedgerDb, file: string): Promise<void> {
  const { rows } = await sql`select 1 from pragma_database_list where name = 'registry'`.execute(ledgerDb);
  if (rows.length === 0) await sql`attach ${file} as registry`.execute(ledgerDb);
}

/**
 * Returns true if the ledger has every publication in the registry's change feed. A publication is identified
 * by its mark, which is random.
 */
async function hasMarks(ledgerDb: LedgerDb): Promise<boolean> {
  try {
    const { rows } = await sql<{ unknown: number }>`
      select count(*) as unknown from registry.change_publications where mark not in (
        select mark from main.change_publications)`.execute(ledgerDb);
    return rows[0]?.unknown === 0;
  } catch {
    return false;
  }
}

/** Returns the registry's file next to the ledger's, or undefined if there is none. */
async function findFile(ledgerDb: LedgerDb): Promise<string | undefined> {
  const { rows } = await sql<{ file: string }>`
    select file from pragma_database_list where name = 'main'`.execute(ledgerDb);
  const ledger = rows[0]?.file ?? '';
  const file = path.join(path.dirname(ledger), REGISTRY_FILE);
  return ledger !== '' && (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0 ? file : undefined;
}
