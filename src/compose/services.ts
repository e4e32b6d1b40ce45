import { randomBytes, randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { SignedIn } from '../accounts/account/account.ts';
import type { AccountService } from '../accounts/account/account-methods.ts';
import { createAccountService } from '../accounts/account/service.ts';
import { type ApiKeyService, createApiKeyService } from '../accounts/api-keys/service.ts';
import { createTeamService, type TeamService } from '../accounts/teams/service.ts';
import type { Config } from '../config.ts';
import { createPreparedDecisions } from '../decisions/decide/decision-response.ts';
import { createIdempotentAnswers } from '../decisions/decide/idempotency/idempotent-service.ts';
import { decideList } from '../decisions/decide/list/service.ts';
import { type DecisionContext, toDecisionResult } from '../decisions/decide/service.ts';
import { createSharedReceipts } from '../decisions/decide/shared-receipts.ts';
import { createPackRenderer, type RenderPack } from '../decisions/evidence-pack/service.ts';
import { openLog, type TransparencyLog } from '../decisions/log/service.ts';
import type { KeyStore } from '../decisions/receipts/key-file-service.ts';
import { countReceipts, createReceiptService, type ReceiptService } from '../decisions/receipts/service.ts';
import type { MonitoringSale } from '../decisions/self-check/monitoring-offer.ts';
import { AppError } from '../http/errors/errors.ts';
import { keepFor } from '../lib/cache/recheck.ts';
import type { Language } from '../lib/language/language.ts';
import { jurisdictionDay } from '../lib/time/dates.ts';
import { type Closures, createClosuresReader } from '../open-data/closures/service.ts';
import { setsFolder } from '../open-data/files/sets/sets.ts';
import { createFileSets, type FileSets } from '../open-data/files/sets/sets-service.ts';
import { createOperatorService, type OperatorService } from '../operators/access/service.ts';
import { createDeprecationService, type DeprecationService } from '../operators/deprecations/service.ts';
import { createOutboxService, type OutboxService } from '../operators/email/outbox-overview-service.ts';
import { linkTokenOf } from '../organizer/applications/apply/private-link.ts';
import { findLicenses } from '../organizer/applications/inbox/application-vendors-service.ts';
import type { ApplicationService } from '../organizer/applications/service.ts';
import { createApplicationService, tellOfChange } from '../organizer/applications/service.ts';
import { type CalendarService, createCalendarService } from '../organizer/calendars/service.ts';
import {
  createDocumentService,
  type DocumentService,
  documentsOfApplications,
} from '../organizer/documents/service.ts';
import { createEventService, type EventService } from '../organizer/events/service.ts';
import { createListService, type DecideVendors, type ListService } from '../organizer/lists/service.ts';
import { createShortlistService, type ShortlistService } from '../organizer/shortlist/shortlist-service.ts';
import {
  type BillingService,
  createBillingService,
  monitoringSaleOf,
  stripeSettings,
} from '../owner/billing/service.ts';
import { makeCode } from '../owner/claims/code/claim-code.ts';
import type { ClaimService } from '../owner/claims/service.ts';
import { createClaimService, findHolder, hasVerifiedClaim } from '../owner/claims/service.ts';
import { createExpiryReminders, type ExpiryReminders } from '../owner/expiry/service.ts';
import { notifyHolders, undoOutcomeNotices } from '../owner/reliability/report-outcomes-service.ts';
import { createReliabilityService, type ReliabilityService } from '../owner/reliability/service.ts';
import { type ContestService, createContestService } from '../owner/statements/contests/service.ts';
import { createScorecardMarks } from '../owner/statements/disputes/marks-service.ts';
import type { DisputeService } from '../owner/statements/disputes/service.ts';
import { createDisputeService } from '../owner/statements/disputes/service.ts';
import type { ReplyService } from '../owner/statements/replies/service.ts';
import { createRepliedVendors, createReplyService } from '../owner/statements/replies/service.ts';
import { withdrawStatementsOfFormerOwners } from '../owner/statements/service.ts';
import type { OpenLedger } from '../platform/db/database.ts';
import type { Logger } from '../platform/log/log.ts';
import { createPreviewer, type DrawPreview } from '../platform/preview.ts';
import { createRasterizer, type RenderPng } from '../platform/raster.ts';
import type { Recorder } from '../platform/telemetry-recorder.ts';
import { leaveEverything } from '../privacy/erase/erase-service.ts';
import { exportPerson } from '../privacy/export/export-service.ts';
import type { FirstLoad } from '../published-state/first-load.ts';
import { findPublishedSummary } from '../published-state/service.ts';
import { findLastNumber } from '../records/changes/service.ts';
import { type ChangeWaiter, createChangeWaiter } from '../records/changes/wait-for-change-service.ts';
import { createRecordReader, type RecordReader } from '../records/read/record-reader-service.ts';
import type { ScorecardMarks } from '../records/read/scorecard-marks.ts';
import type { Finder } from '../search/find/finder.ts';
import { createFinder } from '../search/find/search-service.ts';
import { createSuggest, type Suggest } from '../search/find/suggestion-service.ts';
import { type BookedWatch, changesOnRecord, createBookedWatch } from '../watch/booked/service.ts';
import { createFollows, type Follows } from '../watch/follows/service.ts';
import { createMonitoringService, type MonitoringService } from '../watch/paid/service.ts';
import { type AgeNotice, createAgeNotice } from '../web/kit/frame/age-notice.ts';
import { createWebhookService, type WebhookService } from '../webhooks/endpoints/service.ts';

const RECHECK_MS = 250;
const INVITATION_BYTES = 24;

export interface ServiceOptions {
  readonly config: Config;
  readonly ledger: OpenLedger;
  readonly keys: KeyStore;
  /** Signs sessions and the links in emails. */
  readonly sessionSecret: string;
  readonly logger: Logger;
  /**
   * How long responses may keep using the previous publication after a new one, in milliseconds; 0 in tests.
   */
  readonly recheckMs?: number;
  readonly now?: () => Date;
  /** Aborted when the process stops, to cancel outgoing calls that are still in progress. */
  readonly cutOff?: AbortSignal;
  /** The name that this process uses to hold database leases; generated by default. */
  readonly holder?: string | undefined;
  /**
   * The progress of the first load, shown on pages until the first records are published. Undefined in a
   * process that does not load them.
   */
  readonly firstLoad?: FirstLoad | undefined;
  /** Undefined if metrics are off. */
  readonly recorder?: Recorder | undefined;
}

/** The site's own font, which ships with the service. */
const FONT_FILES = ['Regular', 'SemiBold'].map((weight) =>
  fileURLToPath(new URL(`../decisions/evidence-pack/fonts/SourceSans3-${weight}.ttf`, import.meta.url)),
);

export interface Services {
  readonly now: () => Date;
  readonly records: RecordReader;
  /** Lets requests wait for the next publication with changes. */
  readonly changeWaiter: ChangeWaiter;
  /** Finds the vendor with a given name or number. */
  readonly finder: Finder;
  /** Returns a sentence that suggests similar vendors. */
  readonly suggest: Suggest;
  readonly receipts: ReceiptService;
  /** The public log of receipts and publications. */
  readonly log: TransparencyLog;
  readonly decisions: DecisionContext;
  readonly renderPack: RenderPack;
  /** Renders a preview of an applicant's file. */
  readonly drawPreview: DrawPreview;
  readonly renderPng: RenderPng;
  readonly accounts: AccountService;
  /** Exports all data for an account and its owner as a ZIP file, in chunks. */
  readonly exportData: (session: SignedIn) => AsyncIterable<Uint8Array>;
  readonly apiKeys: ApiKeyService;
  readonly team: TeamService;
  readonly webhooks: WebhookService;
  readonly events: EventService;
  readonly applications: ApplicationService;
  /** Recreates the token for an application's private link. */
  readonly linkToken: (applicationId: string) => string;
  readonly documents: DocumentService;
  readonly operators: OperatorService;
  readonly lists: ListService;
  readonly shortlist: ShortlistService;
  readonly claims: ClaimService;
  readonly reliability: ReliabilityService;
  readonly contests: ContestService;
  readonly replies: ReplyService;
  readonly disputes: DisputeService;
  /** Marks disputed rows each time a scorecard is served. */
  readonly scorecardMarks: ScorecardMarks;
  /**
   * Returns true if a vendor's page may have a reply or disputes to show. The answer may be slightly out of
   * date.
   */
  readonly hasExtras: (vendorId: string) => boolean;
  readonly billing: BillingService;
  readonly monitoring: MonitoringService;
  readonly booked: BookedWatch;
  readonly readClosures: () => Promise<Closures>;
  readonly follows: Follows;
  readonly expiryReminders: ExpiryReminders;
  readonly calendars: CalendarService;
  readonly monitoringSale: MonitoringSale;
  readonly deprecations: DeprecationService;
  readonly outbox: OutboxService;
  /** The data files in this process's folder. */
  readonly fileSets: FileSets;
  /** Returns true if the records are fictional; undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  /** Returns the published version; undefined before the first publication. */
  readonly findVersion: () => Promise<number | undefined>;
  /** Returns the notice about old records that appears at the top of every page. */
  readonly findAgeNotice: (language?: Language) => Promise<AgeNotice | undefined>;
}

/** Creates every service with its dependencies. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const { config, ledger, logger } = options;
  const { baseUrl } = config;
  const { db: ledgerDb, engine, published } = ledger;
  const now = options.now ?? (() => new Date());
  const recheckMs = options.recheckMs ?? RECHECK_MS;
  const recheck = { recheckMs, now: () => performance.now() };
  const records = createRecordReader(published, { today: () => jurisdictionDay(now()) });
  const scorecardMarks = createScorecardMarks(ledgerDb, recheck);
  const repliedVendors = createRepliedVendors(ledgerDb, recheck);
  const finder = createFinder(published);
  const { recorder } = options;
  const uncounted = createReceiptService(ledger, options.keys, baseUrl);
  const receipts = recorder ? countReceipts(uncounted, recorder.receiptsIssued) : uncounted;
  const log = openLog(ledgerDb, config.dataDir);
  const prepared = createPreparedDecisions(baseUrl);
  const shared = createSharedReceipts(receipts);
  const decisions: DecisionContext = {
    published,
    records,
    receipts,
    log,
    prepared,
    shared,
    baseUrl,
    now,
    idempotent: createIdempotentAnswers({ ledgerDb, receipts, now }),
  };
  // Cached because the page, its frame and its form each need the summary.
  const findSummary = keepFor(recheckMs, () => findPublishedSummary(published.db));
  const isFictional = async () => {
    const state = await findSummary();
    return state && state.fictional === 1;
  };
  const findAgeNotice = createAgeNotice(findSummary, () => jurisdictionDay(now()));
  const { sessionSecret: secret } = options;
  const links = { baseUrl, linkToken: (id: string) => linkTokenOf(secret, id) };
  const accounts = createAccountService({
    ledgerDb,
    engine,
    baseUrl,
    secret,
    log: logger,
    hashCost: config.passwordHashCost,
    now,
    isFictional,
    mustBeStrong: (accountId) => operators.hasRole(accountId),
    beforeDelete: (tx, accountId) => leaveEverything(tx, accountId, { now: now(), links }),
  });
  const apiKeys = createApiKeyService(ledgerDb, { baseUrl, now, log: logger, isFictional });
  const randomToken = () => randomBytes(INVITATION_BYTES).toString('base64url');
  const team = createTeamService({ ledgerDb, baseUrl, now, randomToken });
  const events = createEventService({
    ledgerDb,
    now,
    onChanged: (tx, before, after) =>
      tellOfChange(tx, before, after, now(), { ...links, documents: documentsOfApplications }),
  });
  const makeDecisions = (...[vendorIds, eventType, event]: Parameters<DecideVendors>) => {
    const named = vendorIds.map((vendor_id) => ({ vendor_id }));
    return decideList(decisions, named, eventType, event, 'account');
  };
  const decideVendors: DecideVendors = async (...asked) =>
    (await makeDecisions(...asked)).map((each) => (each instanceof AppError ? each : toDecisionResult(each)));
  const applications = createApplicationService({
    ledgerDb,
    engine,
    registry: published,
    baseUrl,
    now,
    linkToken: links.linkToken,
    decide: decideVendors,
    findHolder,
    documents: documentsOfApplications,
    changes: changesOnRecord,
    outcomes: {
      tell: (tx, engine, changes, at) => notifyHolders(tx, engine, changes, { ...at, baseUrl }),
      undo: undoOutcomeNotices,
    },
  });
  const lists = createListService({
    ledgerDb,
    finder,
    randomToken,
    now,
    mbMax: config.listsMbMax,
    decide: async (...asked) =>
      (await makeDecisions(...asked)).map((each) =>
        each instanceof AppError
          ? each
          : {
              decision: toDecisionResult(each),
              reasonsIn: (language) => [...each.prepared.reasonsIn(language)],
            },
      ),
  });
  const shortlist = createShortlistService({
    ledgerDb,
    registry: published,
    decide: decideVendors,
    randomToken,
    baseUrl,
    now,
  });
  const operators = createOperatorService({ ledgerDb, now, log: logger });
  const suggest = createSuggest(finder);
  const claims = createClaimService({
    suggest,
    ledgerDb,
    engine,
    registry: published,
    baseUrl,
    now,
    randomCode: () => makeCode(randomInt),
    onReleased: (tx) => withdrawStatementsOfFormerOwners(tx, now()),
  });
  const statementContext = { ledgerDb, registry: published, isOperator: operators.isOperator, baseUrl, now };
  const monitoring = createMonitoringService({
    ledger: ledgerDb,
    registry: published,
    baseUrl,
    now,
    log: logger,
    holder: options.holder,
  });
  const readClosures = createClosuresReader(published, scorecardMarks);
  const booked = createBookedWatch({
    ledgerDb,
    engine,
    registry: published,
    baseUrl,
    now,
    log: logger,
  });
  const stripe = stripeSettings(config);
  const billing = await createBillingService({
    ledgerDb,
    stripe,
    testAllowed: async () => config.regulatorSource.type === 'demo' && (await isFictional()) === true,
    hasVerifiedClaim,
    onStarted: monitoring.start,
    baseUrl,
    now,
    log: logger,
    cutOff: options.cutOff,
  });
  return {
    now,
    records,
    changeWaiter: createChangeWaiter(() => findLastNumber(ledgerDb)),
    finder,
    suggest,
    receipts,
    log,
    decisions,
    renderPack: createPackRenderer(),
    drawPreview: createPreviewer(),
    renderPng: createRasterizer({ fontFiles: FONT_FILES, fontFamily: 'Source Sans 3' }),
    accounts,
    exportData: ({ accountId, email }) => exportPerson({ ledgerDb, now }, { accountId, email }),
    apiKeys,
    team,
    webhooks: createWebhookService({
      ledgerDb,
      now,
      baseUrl,
      serviceSecret: secret,
      allowPrivate: config.webhooksAllowPrivate,
    }),
    events,
    applications,
    linkToken: links.linkToken,
    documents: createDocumentService({
      ledgerDb,
      engine,
      ...links,
      now,
      findHolder,
      serviceMbMax: config.documentsMbMax,
      licensesOf: (all) => findLicenses({ registry: published, baseUrl, now }, all),
    }),
    operators,
    lists,
    shortlist,
    claims,
    reliability: createReliabilityService(statementContext),
    contests: createContestService(statementContext),
    replies: createReplyService(statementContext),
    disputes: createDisputeService(statementContext),
    scorecardMarks,
    hasExtras: (vendorId) => {
      const isDisputed = !scorecardMarks.isUnmarked(vendorId);
      return repliedVendors.has(vendorId) !== false || isDisputed;
    },
    billing,
    monitoring,
    booked,
    readClosures,
    follows: createFollows({
      ledgerDb,
      engine,
      registry: published,
      baseUrl,
      secret,
      readClosures,
      now,
    }),
    expiryReminders: createExpiryReminders({ ledgerDb, engine, registry: published, ...links, secret, now }),
    calendars: createCalendarService({ ledgerDb, baseUrl, now, randomToken }),
    monitoringSale: monitoringSaleOf({
      stripe: stripe !== undefined,
      demo: config.regulatorSource.type === 'demo',
    }),
    deprecations: createDeprecationService({ ledgerDb, baseUrl, now }),
    outbox: createOutboxService({ ledgerDb, now }),
    fileSets: createFileSets(setsFolder(config.dataDir), baseUrl),
    isFictional,
    findVersion: async () => (await findSummary())?.version,
    findAgeNotice,
  };
}
