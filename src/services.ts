import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { isDemoOrganizer } from './features/accounts/demo-organizers.ts';
import { createAccountService } from './features/accounts/service.ts';
import type { AccountService } from './features/accounts/service-types.ts';
import { type ApiKeyService, createApiKeyService } from './features/api-keys/service.ts';
import { cancelEventsOf, createApplicationService, tellOfChange } from './features/applications/service.ts';
import type { ApplicationService } from './features/applications/service-types.ts';
import { createPreparedDecisions } from './features/decisions/prepare.ts';
import { type DecisionContext, decideForEvent, toDecisionResult } from './features/decisions/service.ts';
import { createEventService, type EventService } from './features/events/service.ts';
import type { KeyStore } from './features/receipts/key-file.ts';
import { createReceiptService, type ReceiptService } from './features/receipts/service.ts';
import { findPublishedState } from './features/regulator/state.ts';
import { createRecordReader, type RecordReader } from './features/vendors/record-reader.ts';
import type { OpenDatabase } from './platform/db/database.ts';
import type { Logger } from './platform/log.ts';

const RECHECK_MS = 250;
const PRIVATE_LINK_BYTES = 24;

export interface ServiceOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly ledger: OpenDatabase;
  readonly keys: KeyStore;
  /** Signs sessions and the links in mails. */
  readonly sessionSecret: string;
  readonly logger: Logger;
  /** How long after a publication an answer may still be the one before it, milliseconds; 0 in tests. */
  readonly recheckMs?: number;
  readonly now?: () => Date;
}

/** What answers requests are made with, whatever asks. */
export interface Services {
  readonly now: () => Date;
  readonly records: RecordReader;
  readonly receipts: ReceiptService;
  readonly decisions: DecisionContext;
  readonly accounts: AccountService;
  readonly apiKeys: ApiKeyService;
  readonly events: EventService;
  readonly applications: ApplicationService;
  /** Whether the records are fictional; undefined before anything is published. */
  readonly isFictional: () => Promise<boolean | undefined>;
}

/** Makes every service and hands it what it needs. */
export function createServices(options: ServiceOptions): Services {
  const { config, database, logger } = options;
  const { baseUrl } = config;
  const { db } = database;
  const ledger = options.ledger.db;
  const now = options.now ?? (() => new Date());
  const records = createRecordReader(db, {
    recheckMs: options.recheckMs ?? RECHECK_MS,
    now: () => performance.now(),
  });
  const receipts = createReceiptService(ledger, options.keys, baseUrl);
  const prepared = createPreparedDecisions(baseUrl);
  const decisions: DecisionContext = { db, records, receipts, prepared, baseUrl, now };
  const isFictional = async () => {
    const state = await findPublishedState(db);
    return state && state.fictional === 1;
  };
  const accounts = createAccountService({
    db: ledger,
    baseUrl,
    secret: options.sessionSecret,
    log: logger,
    now,
    beforeDelete: (tx, accountId) => cancelEventsOf(tx, accountId, now(), baseUrl),
  });
  const apiKeys = createApiKeyService(ledger, { now, log: logger });
  const events = createEventService({
    db: ledger,
    now,
    onChanged: (tx, before, after) => tellOfChange(tx, before, after, now(), baseUrl),
  });
  const applications = createApplicationService({
    db: ledger,
    registry: database,
    baseUrl,
    now,
    randomToken: () => randomBytes(PRIVATE_LINK_BYTES).toString('base64url'),
    decide: async (identifiers, eventType) =>
      toDecisionResult(await decideForEvent(decisions, identifiers, eventType)),
  });
  // Everybody knows how to sign in as a demo organizer: that works only while no real record is shown.
  const unlessKnownToAll = async <Found extends { readonly accountId: string }>(found: Found | undefined) =>
    found && isDemoOrganizer(found.accountId) && (await isFictional()) === false ? undefined : found;
  return {
    now,
    records,
    receipts,
    decisions,
    accounts: {
      ...accounts,
      findSession: async (headers) => unlessKnownToAll(await accounts.findSession(headers)),
    },
    apiKeys: { ...apiKeys, verify: async (token) => unlessKnownToAll(await apiKeys.verify(token)) },
    events,
    applications,
    isFictional,
  };
}
