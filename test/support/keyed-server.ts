import type { FastifyInstance } from 'fastify';
import { validateOwnAnswers } from '../../src/http/answers/send-cacheable.ts';
import { requireKey } from '../../src/http/caller.ts';
import { countInMemory } from '../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../src/http/server.ts';
import { applicationRoutes } from '../../src/organizer/applications/routes.ts';
import { eventRoutes } from '../../src/organizer/events/routes.ts';
import { riskRecordRoutes } from '../../src/owner/risk-records/routes.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { createRecordReader } from '../../src/records/read/record-reader-service.ts';
import type { TestDatabase } from './engines.ts';
import { openApplicationService, TEST_BASE_URL } from './ledger-rows.ts';

export interface KeyedServer {
  readonly app: FastifyInstance;
  /**
   * Sends a request as an account, whose id doubles as its API key. Without an account, the request has no
   * key.
   */
  readonly get: (url: string, accountId?: string) => Promise<{ status: number; body: string; json: unknown }>;
  /**
   * Does the same with a validator for the version that the caller has, and also returns the response
   * headers.
   */
  readonly ask: (
    url: string,
    accountId: string,
    held?: string,
  ) => Promise<{ status: number; body: string; headers: Readonly<Record<string, unknown>> }>;
  readonly post: (url: string, body: object, accountId: string) => Promise<{ status: number; json: unknown }>;
}

/** Opens only the endpoints that require a key. How keys are created and checked is tested elsewhere. */
export async function openKeyedServer(database: TestDatabase): Promise<KeyedServer> {
  const { db, engine, published } = database;
  const records = createRecordReader(published, { today: () => '2026-03-16' });
  const app = await buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (server) => {
      server.register(async (keyed) => {
        validateOwnAnswers(keyed);
        requireKey(keyed, async (accountId) => ({ accountId, keyId: 'test' }));
        keyed.register(eventRoutes, { ledgerDb: db });
        keyed.register(applicationRoutes, { applications: openApplicationService(database) });
        keyed.register(riskRecordRoutes, {
          context: { registry: published, records, ledger: { db, engine }, baseUrl: TEST_BASE_URL },
        });
      });
    },
  });
  return {
    app,
    async get(url, accountId) {
      const headers = accountId === undefined ? {} : { authorization: `Bearer ${accountId}` };
      const answer = await app.inject({ method: 'GET', url, headers });
      return { status: answer.statusCode, body: answer.body, json: answer.json() };
    },
    async ask(url, accountId, held) {
      const headers = { authorization: `Bearer ${accountId}`, ...(held && { 'if-none-match': held }) };
      const answer = await app.inject({ method: 'GET', url, headers });
      return { status: answer.statusCode, body: answer.body, headers: answer.headers };
    },
    async post(url, payload, accountId) {
      const headers = { authorization: `Bearer ${accountId}` };
      const answer = await app.inject({ method: 'POST', url, headers, payload });
      return { status: answer.statusCode, json: answer.json() };
    },
  };
}
