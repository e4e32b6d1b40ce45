import { createRequire } from 'node:module';
import path from 'node:path';
import type { OpenLedger, OpenRegistry } from './database.ts';
import type { RegistrySchema } from './schema/schema-registry.ts';
import { openPublished } from './snapshots/published-snapshot.ts';
import { openSqlite } from './sqlite/sqlite.ts';
import { LEDGER_FILE, REGISTRY_FILE } from './sqlite/sqlite-file.ts';

export { LEDGER_FILE } from './sqlite/sqlite-file.ts';

interface DatabaseLocation {
  /** PostgreSQL connection string; without it the embedded SQLite files in `dataDir` are used. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Days for which replaced snapshots stay; a week by default. */
  readonly snapshotsDays?: number;
}

/** Opens the configured engine's registry; does not migrate. Throws when it cannot be reached or opened. */
export function openRegistry(location: DatabaseLocation): OpenRegistry {
  const registry = open<RegistrySchema>(location, REGISTRY_FILE);
  const folder = path.join(location.dataDir, SNAPSHOTS_FOLDER);
  const daysKept = location.snapshotsDays ?? SNAPSHOTS_DAYS;
  const published = openPublished(registry.db, { folder, recheckMs: RECHECK_MS, daysKept });
  return {
    ...registry,
    published,
    async close() {
      published.close();
      await registry.close();
    },
  };
}

/** How long after a publication an answer may still be the previous one. */
const RECHECK_MS = 250;
const SNAPSHOTS_DAYS = 7;
/** The folder of snapshots in the data folder. */
export const SNAPSHOTS_FOLDER = 'snapshots';

/** Opens the ledger: with PostgreSQL the same database, with SQLite a file of its own. */
export function openLedger(location: DatabaseLocation): OpenLedger {
  // It has people's data: what is erased must not stay readable in the file.
  return open(location, LEDGER_FILE, { overwritesDeleted: true });
}

function open<Schema>(
  { databaseUrl, dataDir }: DatabaseLocation,
  file: string,
  options: Parameters<typeof openSqlite>[1] = {},
) {
  return databaseUrl
    ? loadPostgres().openPostgres<Schema>(databaseUrl)
    : openSqlite<Schema>(path.join(dataDir, file), options);
}

/** Loads the client of PostgreSQL only where there is one: these are sixty files that a start with SQLite does not wait for. */
function loadPostgres(): typeof import('./postgres/postgres.ts') {
  return createRequire(import.meta.url)('./postgres/postgres.ts');
}
