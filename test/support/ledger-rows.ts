import { createHash, randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { createPreparedDecisions } from '../../src/decisions/decide/decision-response.ts';
import { createIdempotentAnswers } from '../../src/decisions/decide/idempotency/idempotent-service.ts';
import { decideList } from '../../src/decisions/decide/list/service.ts';
import { toDecisionResult } from '../../src/decisions/decide/service.ts';
import { createSharedReceipts } from '../../src/decisions/decide/shared-receipts.ts';
import { openLog } from '../../src/decisions/log/service.ts';
import { openKeyRing } from '../../src/decisions/receipts/key-file-service.ts';
import { generateKey } from '../../src/decisions/receipts/key-ring-service.ts';
import { createReceiptService } from '../../src/decisions/receipts/service.ts';
import { AppError } from '../../src/http/errors/errors.ts';
import { jurisdictionDay } from '../../src/lib/time/dates.ts';
import type { ApplicationForm } from '../../src/organizer/applications/application.ts';
import { linkTokenOf } from '../../src/organizer/applications/apply/private-link.ts';
import type { ApplicationService } from '../../src/organizer/applications/service.ts';
import { createApplicationService } from '../../src/organizer/applications/service.ts';
import { documentsOfApplications } from '../../src/organizer/documents/service.ts';
import { findHolder } from '../../src/owner/claims/service.ts';
import { notifyHolders, undoOutcomeNotices } from '../../src/owner/reliability/report-outcomes-service.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import type {
  ApplicationHistoryTable,
  ApplicationsTable,
  EventsTable,
} from '../../src/platform/db/schema/ledger-tables/event-tables.ts';
import { upsertRows } from '../../src/platform/db/upsert.ts';
import { createRecordReader } from '../../src/records/read/record-reader-service.ts';
import { changesOnRecord } from '../../src/watch/booked/service.ts';
import type { TestDatabase } from './engines.ts';

/** Ledger rows for tests, with a default for every column that a test does not set. */

export const TEST_BASE_URL = 'https://vendors.example';
/** Creates the tokens for private links in tests. */
export const TEST_LINKS = {
  baseUrl: TEST_BASE_URL,
  linkToken: (id: string) => linkTokenOf('a secret of tests', id),
};
/** The time at which every row here was created. It is the same as for demo records in tests. */
const NOW = () => new Date('2026-03-16T15:00:00Z');

/**
 * Inserts a published event that starts in April and accepts applications at the tests' NOW. Returns the
 * event's id.
 */
export async function insertEvent(
  db: LedgerDb,
  accountId: string,
  columns: Partial<Insertable<EventsTable>> = {},
): Promise<string> {
  const id = columns.id ?? randomUUID();
  const at = NOW().toISOString();
  const row = {
    id,
    account_id: accountId,
    name: 'Lake Night',
    description: '',
    event_type: 'food-truck-night',
    status: 'Published',
    starts_at: '2026-04-10T21:00:00.000Z',
    ends_at: '2026-04-11T01:00:00.000Z',
    timezone: 'America/New_York',
    venue_name: 'Lake Park',
    address: '1 Lake Road',
    city: 'Orlando',
    city_folded: 'orlando',
    county: 'Orange',
    applications_open_at: null,
    applications_close_at: null,
    capacity: null,
    deposit_cents: null,
    deposit_how: '',
    deposit_link: '',
    questions: '[]',
    spots_taken: 0,
    applications_received: 0,
    created_at: at,
    updated_at: at,
    organizer_name: '',
    organizer_email: '',
    notice: 'never',
    notice_on: null,
    roster_reminded_at: null,
    waitlist_moves: 0,
    spot_freed: 0,
    ...columns,
  };
  await db.insertInto('events').values(row).execute();
  return id;
}

/**
 * Returns an application row, submitted at the tests' NOW. Its license number does not match any vendor on
 * record.
 */
export function applicationRow(eventId: string, columns: Partial<ApplicationsTable> = {}): ApplicationsTable {
  const id = columns.id ?? randomUUID();
  const at = NOW().toISOString();
  const licenseNumber = columns.license_number ?? '0000000001';
  return {
    id,
    event_id: eventId,
    status: 'submitted',
    submitted_at: at,
    updated_at: at,

    license_number: licenseNumber,
    license_digits: licenseNumber.replace(/\D/g, ''),
    license_type: null,
    business_name: 'Test Tacos',
    contact_name: 'Test Person',
    contact_email: `${id}@vendor.example`,
    contact_phone: '407-555-0100',
    custom_responses: '[]',
    deposit_status: 'not_required',
    outcome: null,
    outcome_recorded_at: null,
    link_sha256: hashOfToken(id),
    holder_account_id: null,
    outcome_told_at: null,
    outcome_changes: 0,

    waitlisted_at: columns.status === 'waitlisted' ? at : null,
    notice_due: 0,
    documents_news_at: null,
    language: 'en',
    food_kind: '',
    food: '',
    license_kind: '',
    ...columns,
  };
}

/**
 * Inserts an application with its history. Returns the application's id, which is also the token in its
 * private link.
 */
export async function insertApplication(
  db: LedgerDb,
  eventId: string,
  columns: Partial<ApplicationsTable> = {},
): Promise<string> {
  const row = applicationRow(eventId, columns);
  await insertApplications(db, [row]);
  return row.id;
}

export async function insertApplications(db: LedgerDb, rows: readonly ApplicationsTable[]): Promise<void> {
  await upsertRows(db, 'applications', ['id'], rows);
  const history = rows.flatMap(({ id, submitted_at, status }): Insertable<ApplicationHistoryTable>[] => {
    const entry = { application_id: id, changed_at: submitted_at, message: '' };
    const submitted = { ...entry, position: 1, changed_by: 'applicant', status: 'submitted' };
    const changed_by = status === 'withdrawn' ? 'applicant' : 'organizer';
    return status === 'submitted' ? [submitted] : [submitted, { ...entry, position: 2, changed_by, status }];
  });
  await upsertRows(db, 'application_history', ['application_id', 'position'], history);
}

/** Returns a valid application form with the given changes. */
export function applicationForm(
  fields: Partial<Omit<ApplicationForm, 'answersTo'>> = {},
  answers: Readonly<Record<string, readonly string[]>> = {},
): ApplicationForm {
  return {
    license_number: 'MFD0000000001',
    business_name: 'Test Tacos',
    contact_name: 'Test Person',
    contact_email: 'owner@vendor.example',
    contact_phone: '(407) 555-0100',
    ...fields,
    answersTo: (field) => answers[field] ?? [],
  };
}

/** Opens the applications service with the registry and the ledger in one database. */
export function openApplicationService(
  { db, engine, published }: TestDatabase,
  options: {
    readonly now?: () => Date;
    readonly ledger?: LedgerDb;
    /** Awaited after a verdict is computed and before anything acts on it. */
    readonly afterDecision?: () => Promise<void>;
  } = {},
): ApplicationService {
  const now = options.now ?? NOW;
  const ledger = options.ledger ?? db;
  const receipts = createReceiptService(
    { db: ledger },
    openKeyRing({ keys: [generateKey(NOW())] }),
    TEST_BASE_URL,
  );
  const decisions = {
    published,
    records: createRecordReader(published, { today: () => jurisdictionDay(now()) }),
    receipts,
    log: openLog(ledger),
    shared: createSharedReceipts(receipts),
    idempotent: createIdempotentAnswers({ ledgerDb: ledger, receipts, now }),
    prepared: createPreparedDecisions(TEST_BASE_URL),
    baseUrl: TEST_BASE_URL,
    now,
  };
  return createApplicationService({
    ledgerDb: ledger,
    engine,
    registry: published,
    ...TEST_LINKS,
    now,
    decide: async (vendorIds, eventType, event) => {
      const named = vendorIds.map((vendor_id) => ({ vendor_id }));
      const made = await decideList(decisions, named, eventType, event, 'account');
      await options.afterDecision?.();
      return made.map((each) => (each instanceof AppError ? each : toDecisionResult(each)));
    },
    findHolder,
    documents: documentsOfApplications,
    changes: changesOnRecord,
    outcomes: {
      tell: (tx, engineOf, changes, at) =>
        notifyHolders(tx, engineOf, changes, { ...at, baseUrl: TEST_BASE_URL }),
      undo: undoOutcomeNotices,
    },
  });
}

function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
