import { randomBytes, scrypt } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { RunningService } from '../support/service.ts';

/**
 * The shared code for attacks on accounts. It submits forms as a browser would, from any network, and reads
 * rows directly from the database.
 */

interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly retryAfter: string | null;
  /** The cookies, formatted as a browser sends them back. */
  readonly cookies: string;
  readonly text: string;
}

/** With this setting, the service trusts the address that a request claims to come from. */
export const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' } as const;

/** Submits a form, as if from the given client address. */
export async function post(
  { url }: RunningService,
  form: string,
  fields: Readonly<Record<string, string>>,
  { client = '192.0.2.1', cookie = '' }: { client?: string; cookie?: string } = {},
): Promise<Answer> {
  const answer = await fetch(`${url}${form}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers: { 'x-forwarded-for': client, cookie },
  });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    retryAfter: answer.headers.get('retry-after'),
    cookies: answer.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; '),
    text: await answer.text(),
  };
}

export const signIn = (service: RunningService, email: string, password: string, from = {}) =>
  post(service, '/sign-in', { email, password }, from);

/** Returns a different address for each number, from 65,025 networks. */
export function clientOf(number: number): string {
  return `10.${Math.floor(number / 255) % 255}.${number % 255}.1`;
}

/** Queries the ledger; PostgreSQL's `$1`, `$2` … are converted for SQLite. */
export async function query(
  service: RunningService,
  sql: string,
  parameters: readonly (string | number)[] = [],
): Promise<Record<string, unknown>[]> {
  const { DATABASE_URL } = service.settings;
  if (DATABASE_URL === undefined) {
    const database = new DatabaseSync(path.join(service.dataDir, 'ledger.sqlite'), { timeout: 10_000 });
    try {
      return database.prepare(sql.replace(/\$\d+/g, '?')).all(...parameters);
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    return (await client.query(sql, [...parameters])).rows;
  } finally {
    await client.end();
  }
}

/** Inserts a confirmed account directly, with a password hash from the first version. */
export async function seedAccount(service: RunningService, email: string, password: string): Promise<void> {
  const id = crypto.randomUUID();
  const at = new Date().toISOString();
  await query(
    service,
    `insert into accounts (id, name, email, email_verified, created_at, updated_at)
     values ($1, 'Ada', $2, 1, $3, $4)`,
    [id, email, at, at],
  );
  await query(
    service,
    'insert into credentials (account_id, password, created_at, updated_at) values ($1, $2, $3, $4)',
    [id, await formerHash(password), at, at],
  );
}

/** Hashes a password as the first version of the service did. */
function formerHash(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  const options = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 64, options, (error, key) => {
      if (error) reject(error);
      else resolve(`${salt}:${key.toString('hex')}`);
    });
  });
}
