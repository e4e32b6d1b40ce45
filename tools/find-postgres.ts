import pg from 'pg';

const CANDIDATES = ['test', 'postgres'].map((database) => `postgres://postgres@127.0.0.1:5432/${database}`);
const CONNECT_WITHIN_MS = 2_000;

/**
 * Returns the URL of a PostgreSQL server on this machine in which the tests may create schemas, if there is
 * one.
 */
export async function findPostgres(): Promise<string | undefined> {
  for (const connectionString of CANDIDATES) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS });
    try {
      await client.connect();
      const { rows } = await client.query<{ may: boolean }>(
        "select has_database_privilege(current_database(), 'create') as may",
      );
      await client.end();
      if (rows[0]?.may) return connectionString;
    } catch {
      // There is no server, or no access: the tests then run on SQLite only, and .ci/run reports that.
      await client.end().catch(() => {});
    }
  }
  return undefined;
}

if (process.argv[1] === import.meta.filename) {
  const address = await findPostgres();
  if (address !== undefined) console.log(address);
}
