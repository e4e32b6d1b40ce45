import { after, beforeEach } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../src/http/errors/errors.ts';
import { countInMemory } from '../../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../../src/http/server.ts';
import { noTodos } from '../../../src/organizer/applications/inbox/todo.ts';
import { copyEvent } from '../../../src/organizer/events/event-series-service.ts';
import { createEventService, getOwnEvent, setEventStatus } from '../../../src/organizer/events/service.ts';
import type { StoredEvent } from '../../../src/organizer/events/stored-event.ts';
import type { LedgerDb } from '../../../src/platform/db/database.ts';
import { createLogger } from '../../../src/platform/log/log.ts';
import { organizerEventPages } from '../../../src/web/organizer/events/routes.ts';
import { publicEventPages } from '../../../src/web/public/events/routes.ts';
import { insertAccount } from '../../support/account-rows.ts';
import type { OpenTestDatabase } from '../../support/engines.ts';
import { addEvent, EVENTS_NOW } from '../../support/event-samples.ts';

export const BASE_URL = 'https://vendors.example';
export const HOSTILE = `<script>alert("1")</script>'"&`;

/**
 * Opens the organizer and public event pages on a new database for each test. A request header says which
 * account is signed in: `owner` or `other`.
 */
export function useEventPages(open: OpenTestDatabase) {
  let db: LedgerDb;
  let app: FastifyInstance;
  const opened: FastifyInstance[] = [];

  beforeEach(async () => {
    ({ db } = await open());
    await insertAccount(db, 'owner@example.com', 'owner');
    await insertAccount(db, 'other@example.com', 'other');
    app = await openApp(db);
    opened.push(app);
  });
  after(async () => {
    for (const server of opened) await server.close();
  });

  return {
    get: (url: string, account = 'owner') => app.inject({ url, headers: { 'x-account': account } }),
    /** Requests a page without signing in. */
    visit: (url: string) => app.inject({ url }),
    post: (
      url: string,
      fields: Record<string, string> = {},
      headers: Record<string, string> = { 'x-account': 'owner' },
    ) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
    read: (id: string, account = 'owner') => getOwnEvent(db, account, id),
    add: (changes?: Partial<StoredEvent>) => addEvent(db, changes),
  };
}

function openApp(db: LedgerDb): Promise<FastifyInstance> {
  const events = createEventService({ ledgerDb: db, now: () => EVENTS_NOW });
  const isFictional = async () => true;
  return buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (root) => {
      root.register(organizerEventPages, {
        team: { listManaged: async () => [] },
        lists: {
          get: async () => {
            throw new AppError('not_found', 'No list is kept here.');
          },
        },
        shortlist: { save: async () => 'No list is kept here.', countChanged: async () => 0 },
        events,
        findSession: async ({ 'x-account': name }) =>
          name === 'owner' || name === 'other'
            ? { accountId: name, name: `Org ${name}`, email: `${name}@example.com`, sessionId: 's' }
            : undefined,
        countTodos: async () => noTodos(),
        countWaiting: async () => new Map(),
        copyEvent: (named, typed) => copyEvent(db, named, typed, EVENTS_NOW),
        now: () => EVENTS_NOW,
        cancelEvent: (accountId, id) =>
          db.transaction().execute((tx) => setEventStatus(tx, accountId, id, 'Cancelled', EVENTS_NOW)),
        baseUrl: BASE_URL,
        isFictional,
      });
      root.register(publicEventPages, { events, isFictional, limit: [], baseUrl: BASE_URL });
    },
  });
}
