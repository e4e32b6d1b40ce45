import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import type { SignedIn } from '../../src/accounts/account/account.ts';
import type { AccountService } from '../../src/accounts/account/account-methods.ts';
import { createAccountService } from '../../src/accounts/account/service.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import type { OpenTestDatabase, TestDatabase } from './engines.ts';

export const SECRET = 'a-secret-of-tests-that-is-long-enough-for-it-all';
export const PASSWORD = 'three words together';
export const BROWSER = { headers: { 'user-agent': 'Test/1' }, network: '192.0.2.1' };
/**
 * The password hash cost in tests. The account tests try about a thousand passwords, so hashing one must take
 * almost no time.
 */
export const HASH_COST = 4;
const BASE_URL = 'https://vendors.example';

/** The state and helpers of account tests. Each test starts with no accounts, emails, or log lines. */
interface Bench {
  readonly database: TestDatabase;
  readonly db: LedgerDb;
  readonly accounts: AccountService;
  /** The lead of the service's clock over the real one, in milliseconds. */
  ahead: number;
  /** The lines logged since the test began. */
  readonly lines: string[];
}

/**
 * Opens a service before a suite's tests and closes it after them. The returned fields are set only while the
 * tests run.
 */
export function useAccounts(open: OpenTestDatabase) {
  const bench = { ahead: 0, lines: [] as string[] } as { -readonly [Part in keyof Bench]: Bench[Part] };
  const log = createLogger('trace', { write: (line) => bench.lines.push(line) });
  const serviceWith = (options: Partial<Parameters<typeof createAccountService>[0]> = {}) =>
    createAccountService({
      isFictional: async () => undefined,
      ledgerDb: bench.db,
      engine: bench.database.engine,
      baseUrl: BASE_URL,
      secret: SECRET,
      log,
      hashCost: HASH_COST,
      now: () => new Date(Date.now() + bench.ahead),
      ...options,
    });

  before(async () => {
    bench.database = await open();
    bench.db = bench.database.db;
    bench.accounts = serviceWith();
  });
  beforeEach(async () => {
    bench.ahead = 0;
    bench.lines.length = 0;
    for (const table of ['mails', 'verifications', 'kept_counts', 'accounts'] as const)
      await bench.db.deleteFrom(table).execute();
  });
  after(() => bench.database.close());
  return Object.assign(bench, { serviceWith, ...reads(bench), ...visits(bench) });
}

function reads(bench: Bench) {
  /** Returns all queued emails and deletes them from the queue. */
  const mails = async () => {
    const rows = await bench.db
      .selectFrom('mails')
      .select(['recipient', 'subject', 'body'])
      .orderBy('created_at')
      .execute();
    await bench.db.deleteFrom('mails').execute();
    return rows;
  };
  const mailedToken = async () => {
    const token = (await mails()).map(({ body }) => /\?token=([\w-]+)/.exec(body)?.[1]).find(Boolean);
    assert.ok(token, 'a mail with a link');
    return token;
  };
  const count = async (table: 'accounts' | 'sessions' | 'credentials' | 'verifications' | 'mails') => {
    const row = await bench.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirst();
    return Number(row?.count);
  };
  return { mails, mailedToken, count };
}

function visits(bench: Bench) {
  const signUp = (email: string, password = PASSWORD, name = 'Ada') =>
    bench.accounts.signUp({ name, email, password });
  const signIn = async (
    email: string,
    password = PASSWORD,
  ): Promise<{ cookie: string; session: SignedIn }> => {
    const outcome = await bench.accounts.signIn({ email, password }, BROWSER);
    assert.ok(outcome.kind === 'done');
    const cookie = toCookie(outcome.cookies);
    const session = await bench.accounts.findSession({ cookie });
    assert.ok(session);
    return { cookie, session };
  };
  /**
   * Uses up an email address's daily sign-in attempts from unknown browsers, as an attacker on many networks
   * would.
   */
  const exhaustTries = async (email: string) => {
    await bench.accounts.signIn(
      { email, password: 'a wrong password' },
      { headers: {}, network: '10.9.9.9' },
    );
    const since = Date.now() + bench.ahead;
    await bench.db
      .updateTable('kept_counts')
      .set({ value: `100,${since},${since}` })
      .where('key', 'like', 'address:%')
      .execute();
  };
  /** Creates an account with a confirmed email address and signs it in. */
  const join = async (email: string) => {
    await bench.accounts.createVerifiedAccount({ name: 'Ada', email, password: PASSWORD });
    return signIn(email);
  };
  return { signUp, signIn, join, exhaustTries };
}

/** Signs in and returns the session cookies in `Cookie` header form. */
export async function signInWith(
  accounts: AccountService,
  typed: { email: string; password: string },
): Promise<string> {
  const outcome = await accounts.signIn(typed, BROWSER);
  assert.ok(outcome.kind === 'done');
  return toCookie(outcome.cookies);
}

export function toCookie(cookies: readonly string[]): string {
  return cookies.map((each) => each.split(';')[0]).join('; ');
}
