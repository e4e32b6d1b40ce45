import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import { decisionListRoutes } from '../decisions/decide/list/routes.ts';
import { decisionRoutes } from '../decisions/decide/routes.ts';
import { logRoutes } from '../decisions/log/routes.ts';
import { receiptRoutes } from '../decisions/receipts/routes.ts';
import { selfCheckRoutes } from '../decisions/self-check/routes.ts';
import { validateOwnAnswers } from '../http/answers/send-cacheable.ts';
import { callerOf, requireKey } from '../http/caller.ts';
import { createDeprecationStamp } from '../http/deprecation.ts';
import { healthRoutes } from '../http/health/health.ts';
import { refuseUnstorableText } from '../http/input/unstorable-text.ts';
import { countInMemory } from '../http/limits/rate-limits.ts';
import { addOpenApi } from '../http/openapi/openapi.ts';
import { openToAnyOrigin } from '../http/proxy/cors.ts';
import { buildServer } from '../http/server.ts';
import { coverageRoutes } from '../intake/coverage/routes.ts';
import { methodologyRoutes } from '../judgment/methodology/routes.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import { badgeRoutes } from '../open-data/badges/routes.ts';
import { dataFilesRoutes } from '../open-data/files/routes.ts';
import { vendorRoutes } from '../open-data/records/routes.ts';
import { statisticsRoutes } from '../open-data/statistics/routes.ts';
import { applicationRoutes } from '../organizer/applications/routes.ts';
import { eventRoutes, publicEventRoutes } from '../organizer/events/routes.ts';
import { webhookRoutes as stripeRoutes } from '../owner/billing/routes.ts';
import { riskRecordRoutes } from '../owner/risk-records/routes.ts';
import type { SharedCounters } from '../platform/counters/shared-counters.ts';
import { earliestReach, loadingOf, parseCovers } from '../published-state/covers.ts';
import type { FirstLoadState } from '../published-state/first-load.ts';
import { findPublishedState } from '../published-state/service.ts';
import { changesRoutes } from '../records/changes/routes.ts';
import { REGULATOR } from '../regulator/source/regulator.ts';
import { answerErrorPage } from '../web/kit/frame/error-page.ts';
import { answerExamples } from '../web/public/docs/examples.ts';
import { readExamples } from '../web/public/docs/examples-service.ts';
import { deliveryRoutes } from '../webhooks/delivery/delivery-routes.ts';
import { webhookRoutes } from '../webhooks/endpoints/routes.ts';
import { WEBHOOK_DOCUMENTS } from '../webhooks/messages/message-schemas.ts';
import { addPages } from './pages.ts';
import { createServices, type ServiceOptions, type Services } from './services.ts';

interface AppOptions extends ServiceOptions {
  /** Rate-limit counters shared by all processes; if undefined, each process counts on its own. */
  readonly sharedCounters?: SharedCounters | undefined;
}

interface App {
  /** Ready to listen, but not yet listening. */
  readonly server: FastifyInstance;
  readonly services: Services;
}

/** The first-load state in a process that does not load the records itself. */
const NOT_PUBLISHED: FirstLoadState = { state: 'loading', progress: undefined };

/** The composition root: creates all services and connects them to their routes. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, ledger, sharedCounters } = options;
  const services = await createServices(options);
  const server = await buildServer({
    answerPage: answerErrorPage,
    logger: options.logger,
    baseUrl: config.baseUrl,
    hstsSubdomains: config.hstsSubdomains,
    trustProxy: config.trustProxy,
    makeCounter: sharedCounters?.makeCounter ?? countInMemory,
    recorder: options.recorder,
    stamp: createDeprecationStamp({
      version: 'v1',
      baseUrl: config.baseUrl,
      find: () => services.deprecations.find('v1'),
      ...(options.recheckMs === undefined ? {} : { recheckMs: options.recheckMs }),
    }),
    routes: (app, forwarded) => {
      app.decorate('findFirstLoad', options.firstLoad?.find ?? (() => NOT_PUBLISHED));
      refuseUnstorableText(app);
      addOpenApi(app, {
        keeper: REGULATOR,
        examples: answerExamples(readExamples(config.baseUrl)),
        webhooks: WEBHOOK_DOCUMENTS,
        perMinute: config.limits.PAGE,
      });
      app.register(healthRoutes, {
        findState: () => findServed(ledger),
        prove: {
          registry: () => ledger.proveWritable({ whileOthersWrite: true }),
          ledger: () => ledger.proveWritable(),
        },
        forwarded,
        ...(options.recheckMs === undefined ? {} : { freshMs: options.recheckMs }),
        ...(sharedCounters ? { limitsState: sharedCounters.state } : {}),
      });
      const receiptLimit = app.rateLimit({ name: 'receipt', perMinute: config.limits.VERIFY });
      app.register(async (open) => addOpenRoutes(open, options, services, receiptLimit));
      app.register(mcpRoutes, {
        keeper: REGULATOR,
        version: packageJson.version,
        baseUrl: config.baseUrl,
        readDocument: () => app.swagger(),
        limits: config.limits,
      });
      app.register(stripeRoutes, { billing: services.billing, limits: config.limits });
      app.register(async (keyed) => addKeyedRoutes(keyed, options, services));
      addPages(app, { config, ledger, services, receiptLimit });
    },
  });
  return { server, services };
}

/** Adds routes that do not require a key and that any origin may read (contract 4.1, 4.2). */
function addOpenRoutes(
  open: FastifyInstance,
  { config, ledger }: AppOptions,
  services: Services,
  receiptLimit: onRequestAsyncHookHandler[],
): void {
  const { published } = ledger;
  const { baseUrl, limits } = config;
  const { records, finder, now } = services;
  openToAnyOrigin(open);
  const marks = services.scorecardMarks;
  open.register(vendorRoutes, { published: published.db, records, finder, baseUrl, limits, marks });
  open.register(badgeRoutes, { published: published.db, records, limits });
  open.register(statisticsRoutes, { published: published.db, baseUrl, limits, now });
  open.register(changesRoutes, {
    registry: ledger,
    waiter: services.changeWaiter,
    baseUrl,
    limits,
    verifyKey: services.apiKeys.verify,
  });
  open.register(dataFilesRoutes, { fileSets: services.fileSets, baseUrl, limits });
  open.register(coverageRoutes, { registry: ledger, now, limits });
  open.register(methodologyRoutes, { baseUrl, limits });
  open.register(decisionRoutes, {
    context: services.decisions,
    receiptLimit,
    limits,
    verifyKey: services.apiKeys.verify,
  });
  open.register(decisionListRoutes, {
    context: services.decisions,
    verifyKey: services.apiKeys.verify,
    limits,
  });
  open.register(selfCheckRoutes, {
    published,
    records,
    baseUrl,
    monitoringSale: services.monitoringSale,
    limits,
  });
  open.register(logRoutes, { log: services.log, limits });
  open.register(receiptRoutes, { receipts: services.receipts, limits });
  open.register(publicEventRoutes, { ledgerDb: ledger.db, now, baseUrl, limits });
}

/** Adds routes that require an API key. Rate limits apply per key, not per network (contract 4.3, 5, 8). */
function addKeyedRoutes(keyed: FastifyInstance, { config, ledger }: AppOptions, services: Services): void {
  const { records, apiKeys, applications, webhooks } = services;
  requireKey(keyed, apiKeys.verify, config.limits.ACCOUNT);
  validateOwnAnswers(keyed);
  const limit = keyed.rateLimit({
    name: 'keyed',
    perMinute: config.limits.KEYED,
    keyOf: (request) => callerOf(request).keyId,
  });
  for (const hook of limit) keyed.addHook('onRequest', hook);
  keyed.register(eventRoutes, { ledgerDb: ledger.db });
  keyed.register(applicationRoutes, { applications });
  keyed.register(webhookRoutes, { webhooks });
  keyed.register(deliveryRoutes, { webhooks, limits: config.limits });
  keyed.register(riskRecordRoutes, {
    context: { registry: ledger.published, records, ledger, baseUrl: config.baseUrl },
  });
}

async function findServed({ published }: AppOptions['ledger']) {
  const state = await findPublishedState(published.db);
  const covers = state && parseCovers(state.covers);
  return covers && { ...state, records_reach_to: earliestReach(covers) ?? null, loading: loadingOf(covers) };
}
