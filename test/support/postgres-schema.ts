import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** "Too many clients already" (others give connections back soon), and a server that is just starting. */
const FULL_FOR_NOW = new Set(['53300', '57P03']);
const TRIES_MAX = 120;
const WAIT_MS = 250;

/** A schema of a test's own. */
interface PostgresSchema {
  /** A connection string under which the schema is the only one. */
  readonly url: string;
  /** Removes it with all that is in it. */
  drop(): Promise<void>;
}

/** Makes a schema that nobody else has; `setUp` may be several statements, which are run in it. */
export async function createPostgresSchema(databaseUrl: string, setUp = ''): Promise<PostgresSchema> {
  const schema = pg.escapeIdentifier(`test_${randomUUID().replaceAll('-', '')}`);
  await runOnPostgres(databaseUrl, `create schema ${schema}; set search_path = ${schema}; ${setUp}`);
  const url = new URL(databaseUrl);
  // Commits need not reach the disk: what a test writes is gone with the test.
  url.searchParams.set('options', `-csearch_path=${schema} -csynchronous_commit=off`);
  return { url: url.href, drop: () => runOnPostgres(databaseUrl, `drop schema ${schema} cascade`) };
}

/** Runs statements over a connection that is closed again at once. While all connections are taken, it waits for one. */
async function runOnPostgres(databaseUrl: string, statements: string): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    await client.query(`set client_min_messages = warning; set synchronous_commit = off; ${statements}`);
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client({ connectionString: databaseUrl });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (!isFullForNow(error) || tries >= TRIES_MAX) throw error;
      await wait(WAIT_MS);
    }
  }
}

/** Whether the server has no free connection, or is just starting. */
function isFullForNow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL_FOR_NOW.has(String(error.code));
}
