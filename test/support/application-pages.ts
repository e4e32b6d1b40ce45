import type { FastifyInstance } from 'fastify';
import { createPackRenderer } from '../../src/decisions/evidence-pack/service.ts';
import { countInMemory } from '../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../src/http/server.ts';
import type { ApplicationService } from '../../src/organizer/applications/service.ts';
import type { TeamEvent } from '../../src/organizer/events/stored-event.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import type { LookUp } from '../../src/search/find/identify-service.ts';
import type { BookedHistory } from '../../src/watch/booked/booked-change.ts';
import type { BookedWatch } from '../../src/watch/booked/service.ts';
import { applicationInboxPages } from '../../src/web/organizer/applications/inbox-routes.ts';
import { applyPages } from '../../src/web/public/events/apply-routes.ts';
import { sampleEvent, sampleService } from './application-samples.ts';

/** The application pages on top of a fake service, as a browser without JavaScript sees them. */

const BASE_URL = 'https://vendors.example';
const NOW = () => new Date('2026-03-16T15:00:00Z');
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const COOKIE = { cookie: 'session=olive' };
/** The account that {@link getSignedIn} and {@link postSignedIn} sign in as. */
export const ACCOUNT = 'organizer-1';

export interface ApplySetup {
  readonly event?: TeamEvent;
  readonly service?: Partial<ApplicationService>;
  readonly lookUp?: (number: string) => Promise<LookUp>;
  readonly limit?: number;
  readonly dayLimit?: number;
  /** Receives every logged line. */
  readonly log?: string[];
}

/** Opens the applicant pages for one public event. */
export async function openApplyPages(setup: ApplySetup = {}): Promise<FastifyInstance> {
  const { event = sampleEvent(), service = {}, limit = 0, log = [] } = setup;
  return buildServer({
    logger: createLogger('trace', { write: (line) => void log.push(line) }),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (app) =>
      void app.register(applyPages, {
        applications: sampleService(service),
        findPublicEvent: async (id) => (id === event.id ? event : undefined),
        findSession: async () => undefined,
        lookUp: setup.lookUp ?? (async () => ({ status: 'unknown', text: 'Not on record.' })),
        baseUrl: BASE_URL,
        now: NOW,
        limits: { APPLY: limit, APPLY_DAY: setup.dayLimit ?? 0 },
        isFictional: async () => true,
      }),
  });
}

/** Opens the organizer's application pages. */
export async function openInboxPages(
  service: Partial<ApplicationService>,
  changed: ReadonlyMap<string, BookedHistory> = new Map(),
  resolve: BookedWatch['resolve'] = async () => true,
): Promise<FastifyInstance> {
  return buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (app) =>
      void app.register(applicationInboxPages, {
        applications: sampleService(service),
        reliability: {
          describeApplication: async () => ({ text: 'Unknown: no outcomes count so far.', contests: [] }),
        },
        contests: { answer: async () => undefined },
        renderPack: createPackRenderer(),
        booked: { describe: async () => changed, resolve },
        findSession: async ({ cookie }) =>
          cookie === COOKIE.cookie
            ? { accountId: ACCOUNT, name: 'Olive Organizer', email: 'olive@x.example', sessionId: 's' }
            : undefined,
        baseUrl: BASE_URL,
        now: NOW,
        isFictional: async () => false,
      }),
  });
}

export function getSignedIn(app: FastifyInstance, url: string) {
  return app.inject({ url, headers: COOKIE });
}

export function postSignedIn(
  app: FastifyInstance,
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  return postForm(app, url, new URLSearchParams(fields), { ...COOKIE, ...headers });
}

export function postForm(
  app: FastifyInstance,
  url: string,
  fields: URLSearchParams,
  headers: Record<string, string> = {},
) {
  return app.inject({ method: 'POST', url, payload: fields.toString(), headers: { ...FORM, ...headers } });
}
