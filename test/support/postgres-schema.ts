import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/**
 * The error codes for "too many clients already", where waiting helps because connections are soon released,
 * and for a server that is still starting.
 */
const FULL_FOR_NOW = new Set(['53300', '57P03']);
const TRIES_MAX = 120;
const WAIT_MS = 250;

/** A schema that belongs to a single test. */
export interface PostgresSchema {
  /** A connection string whose search path contains only this schema. */
  readonly url: string;
  /** Drops the schema and everything in it. */
  drop(): Promise<void>;
}

/** Finds the schemas of processes that were killed before they could drop them. */
const LEFT_BEHIND = `select nspname as name from pg_namespace where nspname like 'test\\_%'
  and obj_description(oid, 'pg_namespace') < to_char(now() - interval '1 day', 'YYYY-MM-DD"T"HH24:MI') limit 20`;

/** Creates a schema. `setUp` can contain several statements, which run in the new schema. */
export async function createPostgresSchema(databaseUrl: string, setUp = ''): Promise<PostgresSchema> {
  const schema = pg.escapeIdentifier(`test_${randomUUID().replaceAll('-', '')}`);
  await runOnPostgres(
    databaseUrl,
    `create schema ${schema}; comment on schema ${schema} is '${new Date().toISOString()}';
    set search_path = ${schema}; ${setUp}`,
  );
  const url = new URL(databaseUrl);
  // Commits do not wait for the disk, because test data is deleted when the test ends.
  url.searchParams.set('options', `-csearch_path=${schema} -csynchronous_commit=off`);
  return {
    url: url.href,
    async drop() {
      await runOnPostgres(databaseUrl, `drop schema ${schema} cascade`);
    },
  };
}

/**
 * Runs statements over a connection that is closed immediately afterward. Returns the rows from the last
 * statement. Waits if all connections are in use.
 */
export async function runOnPostgres(
  databaseUrl: string,
  statements: string,
): Promise<Record<string, unknown>[]> {
  const client = await connect(databaseUrl);
  try {
    await client.query('set client_min_messages = warning; set synchronous_commit = off');
    const results = await client.query(statements);
    // For multiple statements, the driver returns a list, which its types do not reflect.
    return [results].flat().at(-1)?.rows ?? [];
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

/** Returns true if the server has no free connection or is still starting. */
function isFullForNow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL_FOR_NOW.has(String(error.code));
}

/**
 * Drops the schemas that killed processes left behind at least a day ago. Another process may be dropping the
 * same schemas at the same time.
 */
export async function dropLeftSchemas(databaseUrl: string): Promise<void> {
  for (const { name } of await runOnPostgres(databaseUrl, LEFT_BEHIND))
    await runOnPostgres(
      databaseUrl,
      `drop schema if exists ${pg.escapeIdentifier(String(name))} cascade`,
    ).catch(() => {});
}

/**
 * Creates a database for tests that need more than a schema, such as a restore, which creates its own schema.
 */
export async function createPostgresDatabase(databaseUrl: string): Promise<PostgresSchema> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnPostgres(databaseUrl, `create database ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = name;
  url.searchParams.set('options', '-csynchronous_commit=off');
  return {
    url: url.href,
    async drop() {
      await runOnPostgres(databaseUrl, `drop database ${name} with (force)`);
    },
  };
}
