import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before } from 'node:test';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { createTeamService } from '../../../src/accounts/teams/service.ts';
import { countInMemory } from '../../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../../src/http/server.ts';
import { createExpiryReminders } from '../../../src/owner/expiry/service.ts';
import { createLogger } from '../../../src/platform/log/log.ts';
import { exportPerson } from '../../../src/privacy/export/export-service.ts';
import { accountPages } from '../../../src/web/account/routes.ts';
import { teamPages } from '../../../src/web/account/team/routes.ts';
import { PASSWORD, useAccounts } from '../../support/account-service.ts';
import type { OpenTestDatabase } from '../../support/engines.ts';
import { TEST_LINKS } from '../../support/ledger-rows.ts';

export const BASE_URL = 'https://vendors.example';
export const HOSTILE = '"><script>alert(1)</script>';
export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

interface Posted {
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
  readonly remoteAddress?: string;
  readonly on?: FastifyInstance;
}

/**
 * Adds the account and team pages to {@link useAccounts}, for a browser without JavaScript. They are open
 * only while the tests run.
 */
export function useAccountPages(open: OpenTestDatabase) {
  const bench = useAccounts(open);
  let app: FastifyInstance;
  const openApp = (perMinute: number) =>
    buildServer({
      logger: createLogger('trace', { write: (line) => bench.lines.push(line) }),
      trustProxy: [],
      makeCounter: countInMemory,
      routes: (server) => {
        server.register(accountPages, {
          accounts: bench.accounts,
          exportData: ({ accountId, email }) =>
            exportPerson({ ledgerDb: bench.db, now: () => new Date() }, { accountId, email }),
          expiryReminders: createExpiryReminders({
            ledgerDb: bench.db,
            engine: bench.database.engine,
            registry: bench.database.published,
            ...TEST_LINKS,
            secret: 'a secret of tests',
            now: () => new Date(),
          }),
          hasMailServer: true,
          baseUrl: BASE_URL,
          limits: { ACCOUNT: perMinute, PAGE: 0 },
          isFictional: async () => true,
        });
        server.register(teamPages, {
          team: createTeamService({
            ledgerDb: bench.db,
            baseUrl: BASE_URL,
            now: () => new Date(),
            randomToken: () => randomBytes(24).toString('base64url'),
          }),
          findSession: bench.accounts.findSession,
          baseUrl: BASE_URL,
          limits: { ACCOUNT: perMinute },
          isFictional: async () => true,
        });
      },
    });
  before(async () => {
    app = await openApp(1_000);
  });
  after(() => app.close());

  const inject = (request: InjectOptions) => app.inject(request);
  const get = (url: string, cookie = '', on = app) => on.inject({ method: 'GET', url, headers: { cookie } });
  const post = (
    url: string,
    form: Record<string, string>,
    { cookie = '', headers = {}, remoteAddress = '127.0.0.1', on = app }: Posted = {},
  ) =>
    on.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
      remoteAddress,
    });
  /** Returns the path of the link in the email that was sent to an address. */
  const mailedLink = async (to: string) => {
    const mails = (await bench.mails()).filter(({ recipient }) => recipient === to);
    const address = mails.map(({ body }) => /https:\S+\?token=\S+/.exec(body)?.[0]).find(Boolean);
    assert.ok(address, 'a mail with a link');
    return address.slice(BASE_URL.length);
  };
  /** Signs in and returns the session cookies in `Cookie` header form. */
  const signIn = async (email: string) => {
    const answer = await post('/sign-in', { email, password: PASSWORD });
    assert.equal(answer.statusCode, 303);
    return cookieOf(answer);
  };
  /** Creates an account with a confirmed address and signs it in. */
  const join = async (email: string) => {
    await bench.accounts.createVerifiedAccount({ name: 'Ada', email, password: PASSWORD });
    return signIn(email);
  };
  return { bench, openApp, inject, get, post, mailedLink, signIn, join };
}

export function tokenOf(link: string): string {
  return new URLSearchParams(link.slice(link.indexOf('?'))).get('token') ?? '';
}

export function cookieOf({ headers }: Answer): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';')[0])
    .join('; ');
}
