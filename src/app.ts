import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { badgeRoutes } from './features/badges/routes.ts';
import { createPreparedDecisions } from './features/decisions/prepare.ts';
import { decisionRoutes } from './features/decisions/routes.ts';
import {
  type DecisionContext,
  decideForEvent,
  parseEventType,
  toDecisionResult,
  verifyForAnyone,
} from './features/decisions/service.ts';
import type { KeyStore } from './features/receipts/key-file.ts';
import { receiptRoutes } from './features/receipts/routes.ts';
import { createReceiptService } from './features/receipts/service.ts';
import { coverageRoutes } from './features/regulator/routes.ts';
import { findPublishedState } from './features/regulator/state.ts';
import { selfCheckRoutes } from './features/self-check/routes.ts';
import { statisticsRoutes } from './features/statistics/routes.ts';
import { createRecordReader } from './features/vendors/record-reader.ts';
import { vendorRoutes } from './features/vendors/routes.ts';
import { openToAnyOrigin } from './http/cors.ts';
import { healthRoutes } from './http/health.ts';
import { addOpenApi } from './http/openapi.ts';
import { countInMemory } from './http/rate-limits.ts';
import { buildServer } from './http/server.ts';
import type { OpenDatabase } from './platform/db/database.ts';
import type { Logger } from './platform/log.ts';
import { decisionPages } from './web/decision-routes.ts';
import { webRoutes } from './web/routes.ts';

const RECHECK_MS = 250;

/** The composition root: every part is made here and given what it needs. The server is ready and not yet listening. */
export async function buildApp(options: {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly ledger: OpenDatabase;
  readonly keys: KeyStore;
  readonly logger: Logger;
  /** How long after a publication an answer may still be the one before it, milliseconds; 0 in tests. */
  readonly recheckMs?: number;
  readonly now?: () => Date;
}): Promise<FastifyInstance> {
  const { config, database, logger } = options;
  const { db, engine } = database;
  const { baseUrl, limits } = config;
  const records = createRecordReader(db, {
    recheckMs: options.recheckMs ?? RECHECK_MS,
    now: () => performance.now(),
  });
  const receipts = createReceiptService(options.ledger.db, options.keys, baseUrl);
  const now = options.now ?? (() => new Date());
  const decisions: DecisionContext = {
    db,
    records,
    receipts,
    prepared: createPreparedDecisions(baseUrl),
    baseUrl,
    now,
  };
  return buildServer({
    logger,
    trustProxy: config.trustProxy,
    makeCounter: countInMemory,
    routes: (app) => {
      addOpenApi(app);
      app.register(healthRoutes, { findState: () => findPublishedState(db) });
      app.register(async (open) => {
        openToAnyOrigin(open);
        open.register(vendorRoutes, { db, engine, records, baseUrl, limits });
        open.register(badgeRoutes, { db, records, limits });
        open.register(statisticsRoutes, { db, baseUrl, limits });
        open.register(coverageRoutes, { db, limits });
        open.register(decisionRoutes, { context: decisions, limits });
        open.register(selfCheckRoutes, { db, records, baseUrl, limits });
        open.register(receiptRoutes, { receipts });
      });
      app.register(webRoutes, { db, baseUrl });
      app.register(decisionPages, {
        decisionForPage: async (query) =>
          toDecisionResult(await decideForEvent(decisions, query, parseEventType(query.event_type))),
        verifyForPage: (receipt) => verifyForAnyone(decisions, receipt),
        isFictional: async () => {
          const state = await findPublishedState(db);
          return state && state.fictional === 1;
        },
        baseUrl,
        checkLimit: app.rateLimit({ name: 'check', perMinute: limits.DECISION }),
        verifyLimit: app.rateLimit({ name: 'verify-page', perMinute: limits.VERIFY }),
      });
    },
  });
}
