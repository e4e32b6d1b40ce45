import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import {
  decideForEvent,
  parseEventType,
  toDecisionResult,
  verifyForAnyone,
} from './features/decisions/service.ts';
import { findPublicEvent } from './features/events/service.ts';
import { lookUpVendor } from './features/vendors/identify.ts';
import type { Db } from './platform/db/database.ts';
import type { Services } from './services.ts';
import { accountPages } from './web/accounts/routes.ts';
import { apiKeyPages } from './web/api-keys/routes.ts';
import { decisionPages } from './web/decision-routes.ts';
import { applyPages } from './web/events/apply-routes.ts';
import { publicEventPages } from './web/events/routes.ts';
import { organizerEventPages } from './web/organizer/event-routes.ts';
import { applicationInboxPages } from './web/organizer/inbox-routes.ts';
import { webRoutes } from './web/routes.ts';

/** Puts every page at its address. */
export function addPages(
  app: FastifyInstance,
  { config, db, ledger, services }: { config: Config; db: Db; ledger: Db; services: Services },
): void {
  const { baseUrl, limits } = config;
  const { accounts, applications, decisions, events, isFictional, now } = services;
  const findSession = accounts.findSession;
  const shared = { baseUrl, isFictional, now, limits };

  app.register(webRoutes, { db, baseUrl });
  app.register(decisionPages, {
    ...shared,
    decisionForPage: async (query) =>
      toDecisionResult(await decideForEvent(decisions, query, parseEventType(query.event_type))),
    verifyForPage: (receipt) => verifyForAnyone(decisions, receipt),
    checkLimit: app.rateLimit({ name: 'check', perMinute: limits.DECISION }),
    verifyLimit: app.rateLimit({ name: 'verify-page', perMinute: limits.VERIFY }),
  });
  app.register(accountPages, { ...shared, accounts });
  app.register(apiKeyPages, { ...shared, keys: services.apiKeys, findSession });
  app.register(publicEventPages, {
    ...shared,
    events,
    limit: app.rateLimit({ name: 'events-page', perMinute: limits.PUBLIC_EVENTS }),
  });
  app.register(applyPages, {
    ...shared,
    applications,
    findPublicEvent: (id) => findPublicEvent(ledger, id),
    lookUp: (number) => lookUpVendor(db, services.records, number),
  });
  app.register(organizerEventPages, {
    ...shared,
    events,
    findSession,
    cancelEvent: applications.cancelEvent,
  });
  app.register(applicationInboxPages, { ...shared, applications, findSession });
}
