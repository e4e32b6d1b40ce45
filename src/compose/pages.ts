import { hash } from 'node:crypto';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import { DEMO_ORGANIZERS } from '../accounts/account/demo-organizers.ts';
import type { Config } from '../config.ts';
import { decisionsOfDay } from '../decisions/decide/decision-limits.ts';
import {
  parseEventType,
  prepareForEvent,
  readEventDate,
  toDecisionResult,
} from '../decisions/decide/service.ts';
import { findReceiptForAnyone, verifyForAnyone } from '../decisions/decide/verify-service.ts';
import { demoKey } from '../demo/organizers/seed-organizers.ts';
import { describeCoverage } from '../intake/coverage/coverage-service.ts';
import {
  listAllApplications,
  listHeldApplications,
} from '../organizer/applications/apply/holder-applications-service.ts';
import { copyEvent } from '../organizer/events/event-series-service.ts';
import { findPublicEvent } from '../organizer/events/service.ts';
import { hasVerifiedClaim, listVerifiedClaims } from '../owner/claims/service.ts';
import type { OpenLedger } from '../platform/db/database.ts';
import { readFact } from '../platform/job-findings.ts';
import { findPublishedState } from '../published-state/service.ts';
import { listRecords } from '../records/read/service.ts';
import { parsePublishedFacts } from '../records/record/decision-facts.ts';
import { identifyVendor, lookUpVendor } from '../search/find/identify-service.ts';
import { apiKeyPages } from '../web/account/api-keys/routes.ts';
import { calendarSettingsPages } from '../web/account/calendar/routes.ts';
import { accountPages } from '../web/account/routes.ts';
import { teamPages } from '../web/account/team/routes.ts';
import { webhookPages } from '../web/account/webhooks/routes.ts';
import { addFrame } from '../web/kit/frame/frame-service.ts';
import { addLanguageSwitch } from '../web/kit/frame/language-switch.ts';
import { type FindSession, limitSessions } from '../web/kit/frame/session.ts';
import { operatorOutcomePages } from '../web/operator/outcomes/routes.ts';
import { operatorOverviewPages } from '../web/operator/overview/routes.ts';
import { listOverviewSections } from '../web/operator/overview/sections.ts';
import { operatorReplyPages } from '../web/operator/replies/routes.ts';
import { type OperatorSection, operatorPages } from '../web/operator/routes.ts';
import { applicationInboxPages } from '../web/organizer/applications/inbox-routes.ts';
import { organizerDocumentPages } from '../web/organizer/documents/routes.ts';
import { organizerEventPages } from '../web/organizer/events/routes.ts';
import { shortlistPages } from '../web/organizer/shortlist/routes.ts';
import { billingPages } from '../web/owner/billing/routes.ts';
import { claimPages } from '../web/owner/claims/routes.ts';
import { reminderPages } from '../web/owner/expiry/routes.ts';
import { vendorHomePages } from '../web/owner/home/routes.ts';
import { outcomePages } from '../web/owner/outcomes/routes.ts';
import { loadVendorExtras } from '../web/owner/replies/extras.ts';
import { reportPages } from '../web/owner/replies/report-routes.ts';
import { statementPages } from '../web/owner/replies/routes.ts';
import { aboutPages } from '../web/public/about/routes.ts';
import { citingPages } from '../web/public/citing/routes.ts';
import { closuresPages } from '../web/public/closures/routes.ts';
import { dataFilesPages } from '../web/public/data-files/routes.ts';
import { decisionPages } from '../web/public/decisions/decision-routes.ts';
import { receiptPages } from '../web/public/decisions/receipt-routes.ts';
import { docsPages } from '../web/public/docs/routes.ts';
import { embedRoutes } from '../web/public/embeds/routes.ts';
import { windowCardPages } from '../web/public/embeds/window-card-routes.ts';
import { applicantDocumentPages } from '../web/public/events/applicant-documents-routes.ts';
import { applyPages } from '../web/public/events/apply-routes.ts';
import { calendarFiles } from '../web/public/events/calendar-routes.ts';
import { invitationPages } from '../web/public/events/invitation-routes.ts';
import { publicEventPages } from '../web/public/events/routes.ts';
import { followPages } from '../web/public/follows/routes.ts';
import { listPages } from '../web/public/lists/routes.ts';
import { proofPages } from '../web/public/proof/proof-routes.ts';
import { vendorPages } from '../web/public/record/routes.ts';
import { webRoutes } from '../web/public/routes.ts';
import { statisticsPages } from '../web/public/statistics/statistics-routes.ts';
import type { Services } from './services.ts';

function replySections({ replies, disputes, contests }: Services): OperatorSection[] {
  return [
    { title: 'Replies', href: '/operator/replies', count: replies.countQueue },
    { title: 'Disputes', href: '/operator/disputes', count: disputes.countQueue },
    { title: 'Contested outcomes', href: '/operator/outcomes', count: contests.countQueue },
  ];
}

interface PageParts {
  readonly config: Config;
  readonly ledger: OpenLedger;
  readonly services: Services;
  /** Rate-limits receipt look-ups by number. Pages and the API share the same count. */
  readonly receiptLimit: onRequestAsyncHookHandler[];
}

/** Adds the routes for every page. */
export function addPages(app: FastifyInstance, parts: PageParts): void {
  const { config, ledger: opened, services, receiptLimit } = parts;
  const { db: ledger, published } = opened;
  const { baseUrl, limits } = config;
  const { applications, decisions, events, isFictional, now, renderPack } = services;
  const findSession = sessionWithRole(services);
  const shared = { baseUrl, isFictional, now, limits };

  limitSessions(app, limits.SIGNED_IN);
  addFrame(app, {
    findAgeNotice: services.findAgeNotice,
    isFictional,
    findSession,
    operatorName: config.operator.name,
    version: packageJson.version,
  });
  addLanguageSwitch(app, { isSecure: baseUrl.startsWith('https:'), perMinute: limits.PAGE });

  app.register(webRoutes, {
    published: published.db,
    finder: services.finder,
    today: services.records.today,
    findVersion: services.findVersion,
    baseUrl,
    limits,
  });
  app.register(aboutPages, {
    ...shared,
    operator: config.operator,
    takesPayment: config.stripeSecretKey !== undefined,
    retention: config.retention,
  });
  app.register(docsPages, {
    ...shared,
    readDocument: () => app.swagger(),
    findFilesDay: async () => (await services.fileSets.findNewest())?.day,
    demoKey: demoKey(DEMO_ORGANIZERS[0]).text,
    limit: app.rateLimit({ name: 'docs', perMinute: limits.PAGE }),
  });
  app.register(decisionPages, {
    ...shared,
    decisionForPage: async (query, language) => {
      const { tag, issue } = await prepareForEvent(
        decisions,
        query,
        parseEventType(query.event_type),
        readEventDate(decisions, query.event_date),
      );
      // The notice at the top of the page is not part of the decision, but a stored page must include it.
      const notice = await services.findAgeNotice(language).catch(() => undefined);
      const pageTag =
        notice === undefined ? tag() : hash('sha256', `${tag()} ${notice.title} ${notice.text}`);
      const ownTag = language === 'en' ? pageTag : `${pageTag}-${language}`;
      return { tag: ownTag, issue: async () => toDecisionResult(await issue(), language) };
    },
    verifyForPage: (receipt) => verifyForAnyone(decisions, receipt),
    suggest: services.suggest,
    checkLimit: [
      ...app.rateLimit({ name: 'check', perMinute: limits.DECISION }),
      ...app.rateLimit(decisionsOfDay(limits)),
    ],
    verifyLimit: app.rateLimit({ name: 'verify-page', perMinute: limits.VERIFY }),
    checklistLimit: app.rateLimit({ name: 'checklist', perMinute: limits.PAGE }),
  });
  app.register(listPages, {
    ...shared,
    lists: services.lists,
    renderPack,
    readEvent: (type, date) => ({
      eventType: parseEventType(type),
      event: readEventDate(decisions, date === '' ? undefined : date),
    }),
  });
  app.register(receiptPages, {
    renderPack,
    isFictional,
    findReceipt: (number) => findReceiptForAnyone(decisions, number),
    receiptLimit,
    limits,
  });
  app.register(proofPages, {
    describeLog: services.log.describe,
    findReceipt: (number) => findReceiptForAnyone(decisions, number),
    verify: (receipt) => verifyForAnyone(decisions, receipt),
    isFictional,
    baseUrl: config.baseUrl,
    receiptLimit,
    limits,
  });
  app.register(accountPages, {
    ...shared,
    accounts: { ...services.accounts, findSession },
    exportData: services.exportData,
    expiryReminders: services.expiryReminders,
    hasMailServer: config.smtpUrl !== undefined,
  });
  app.register(apiKeyPages, {
    ...shared,
    keys: services.apiKeys,
    findSession,
    findEnd: () => services.deprecations.find('v1'),
  });
  app.register(teamPages, { ...shared, team: services.team, findSession });
  app.register(calendarSettingsPages, { ...shared, calendars: services.calendars, findSession });
  app.register(webhookPages, { ...shared, webhooks: services.webhooks, findSession });
  app.register(calendarFiles, {
    calendars: services.calendars,
    limit: app.rateLimit({ name: 'calendars', perMinute: limits.PUBLIC_EVENTS }),
  });
  app.register(publicEventPages, {
    ...shared,
    events,
    limit: app.rateLimit({ name: 'events-page', perMinute: limits.PUBLIC_EVENTS }),
  });
  app.register(applyPages, {
    ...shared,
    applications,
    findSession,
    findPublicEvent: (id) => findPublicEvent(ledger, id),
    lookUp: (number) => lookUpVendor(published, services.records, number, services.suggest),
  });
  app.register(applicantDocumentPages, { ...shared, documents: services.documents, findSession });
  app.register(organizerDocumentPages, {
    ...shared,
    documents: services.documents,
    drawPreview: services.drawPreview,
    findSession,
  });
  app.register(organizerEventPages, {
    ...shared,
    events,
    team: services.team,
    lists: services.lists,
    shortlist: services.shortlist,
    findSession,
    cancelEvent: applications.cancelEvent,
    countTodos: applications.countTodos,
    countWaiting: applications.countWaiting,
    copyEvent: (named, typed) => copyEvent(ledger, named, typed, services.now()),
    now: services.now,
  });
  addVendorPages(app, parts);
  app.register(operatorOverviewPages, {
    ...shared,
    findSession,
    operatorAccess: services.operators.operatorAccess,
    ledger: opened,
    outbox: services.outbox,
    readNoted: (name) => readFact(config.dataDir, name),
  });
  app.register(invitationPages, { ...shared, shortlist: services.shortlist });
  app.register(shortlistPages, {
    ...shared,
    events,
    lists: services.lists,
    shortlist: services.shortlist,
    findSession,
    now: services.now,
  });
  app.register(applicationInboxPages, {
    ...shared,
    applications,
    reliability: services.reliability,
    contests: services.contests,
    booked: services.booked,
    renderPack,
    findSession,
  });
}

/** Adds the public pages and the pages where vendors manage their own license. */
function addVendorPages(app: FastifyInstance, { config, ledger: opened, services }: PageParts): void {
  const { db: ledger, published } = opened;
  const { baseUrl, limits } = config;
  const { billing, claims, disputes, isFictional, monitoringSale, operators, outbox, replies } = services;
  const { findAgeNotice } = services;
  const shared = { baseUrl, isFictional, limits, findSession: sessionWithRole(services) };

  app.register(vendorPages, {
    ...shared,
    published: published.db,
    records: services.records,
    finder: services.finder,
    monitoringSale,
    findAgeNotice,
    vendorExtras: loadVendorExtras(ledger),
    hasExtras: services.hasExtras,
  });
  const findStatistics = async () => (await findPublishedState(published.db))?.statistics;
  const imageLimit = app.rateLimit({ name: 'images', perMinute: limits.STATS });
  app.register(embedRoutes, {
    published: published.db,
    records: services.records,
    baseUrl,
    isFictional,
    imageLimit,
    renderPng: services.renderPng,
    findPublicEvent: (id) => findPublicEvent(ledger, id),
    limit: app.rateLimit({ name: 'embeds', perMinute: limits.BADGE }),
  });
  app.register(windowCardPages, {
    published: published.db,
    records: services.records,
    baseUrl,
    limit: app.rateLimit({ name: 'window-card', perMinute: limits.SCORECARD }),
  });
  app.register(citingPages, {
    baseUrl,
    findStatistics,
    renderPng: services.renderPng,
    limit: app.rateLimit({ name: 'statistics-page', perMinute: limits.STATS }),
    imageLimit,
  });
  app.register(closuresPages, {
    baseUrl,
    readClosures: services.readClosures,
    limit: app.rateLimit({ name: 'closures', perMinute: limits.STATS }),
  });
  app.register(followPages, {
    baseUrl,
    isFictional,
    follows: services.follows,
    followLimit: app.rateLimit({ name: 'follow', perMinute: limits.APPLY }),
    linkLimit: app.rateLimit({ name: 'follow-links', perMinute: limits.PAGE }),
    changesLimit: app.rateLimit({ name: 'vendor-changes', perMinute: limits.SCORECARD }),
  });
  app.register(dataFilesPages, {
    baseUrl,
    isFictional,
    findManifest: services.fileSets.findNewest,
    limit: app.rateLimit({ name: 'data-page', perMinute: limits.PAGE }),
  });
  app.register(statisticsPages, {
    ...shared,
    findStatistics,
    describeCoverage: () => describeCoverage(opened),
    now: services.now,
    limit: app.rateLimit({ name: 'statistics-page', perMinute: limits.STATS }),
  });
  app.register(claimPages, { ...shared, claims });
  app.register(reminderPages, {
    ...shared,
    reminders: services.expiryReminders,
    limit: app.rateLimit({ name: 'reminder-links', perMinute: limits.PAGE }),
  });
  const held = { ledgerDb: ledger, baseUrl, linkToken: services.linkToken, now: services.now };
  app.register(vendorHomePages, {
    ...shared,
    claims,
    disputes,
    billing,
    now: services.now,
    listHeld: (accountId, language) => listHeldApplications(held, { accountId, language }),
    links: held,
    reminders: services.expiryReminders,
    listAllHeld: (accountId, language, page) => listAllApplications(held, { accountId, language }, page),
    listFacts: async (digits) =>
      (await listRecords(published, digits)).map(({ facts }) => parsePublishedFacts(facts)),
    hasEvents: async (accountId) =>
      (await services.events.listPage(accountId, undefined, { offset: 0, rowsMax: 1 })).total > 0,
  });
  app.register(statementPages, { ...shared, replies, disputes });
  app.register(outcomePages, { ...shared, reliability: services.reliability, contests: services.contests });
  app.register(reportPages, { ...shared, replies, reportsPerMinute: limits.APPLY });
  app.register(billingPages, {
    ...shared,
    billing,
    findLicense: async (number) => {
      const { license_type, license_digits, vendor } = (
        await identifyVendor(published, services.records, { license_number: number })
      ).facts();
      const { number: license_number, status: license_status } = vendor.license;
      return { license_type, license_digits, license_number, license_status, name: vendor.name };
    },
    hasVerifiedClaim: (accountId, license) => hasVerifiedClaim(ledger, accountId, license),
    listVerifiedClaims: (accountId) => listVerifiedClaims(ledger, accountId),
  });
  app.register(operatorPages, {
    ...shared,
    operators,
    claims,
    sections: [...replySections(services), ...listOverviewSections(outbox, opened)],
  });
  const { operatorAccess } = operators;
  app.register(operatorReplyPages, { ...shared, replies, disputes, operatorAccess });
  app.register(operatorOutcomePages, { ...shared, contests: services.contests, operatorAccess });
}

/**
 * Returns the session with the account's role, for the navigation. This costs one extra look-up for signed-in
 * visitors and none for others.
 */
function sessionWithRole({ accounts, operators }: Services) {
  return async (headers: Parameters<FindSession>[0]) => {
    const found = await accounts.findSession(headers);
    return found && { ...found, isOperator: await operators.hasRole(found.accountId) };
  };
}
