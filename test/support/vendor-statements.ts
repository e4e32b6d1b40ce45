import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { countInMemory } from '../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../src/http/server.ts';
import { vendorRoutes } from '../../src/open-data/records/routes.ts';
import { createScorecardMarks } from '../../src/owner/statements/disputes/marks-service.ts';
import type { DisputeService } from '../../src/owner/statements/disputes/service.ts';
import { createDisputeService } from '../../src/owner/statements/disputes/service.ts';
import type { ReplyService } from '../../src/owner/statements/replies/service.ts';
import { createReplyService } from '../../src/owner/statements/replies/service.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { publish } from '../../src/records/publication/service.ts';
import { createRecordReader } from '../../src/records/read/record-reader-service.ts';
import { vendorId } from '../../src/records/record/vendor-id.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { operatorReplyPages } from '../../src/web/operator/replies/routes.ts';
import { reportPages } from '../../src/web/owner/replies/report-routes.ts';
import { statementPages } from '../../src/web/owner/replies/routes.ts';
import { insertAccount } from './account-rows.ts';
import type { TestDatabase } from './engines.ts';
import { finderOver } from './finder.ts';
import { onlyOperators } from './operators.ts';
import { OPERATOR } from './publication-runs.ts';
import { inspectionCsv, inspectionRow, licenseCsv, licenseRow } from './regulator-files.ts';

/**
 * Vendors' statements about their records, along with the files, claims, operators, and pages that the tests
 * need.
 */

export const STATEMENTS_NOW = () => new Date('2026-01-02T12:00:00Z');
const BASE_URL = 'https://vendors.example';
const AS_OF = '2025-12-31';
const TRUCKS = 4;
const VISITS_EACH = 25;

/** Returns the reference that identifies a truck's license in claims. */
export const licenseOfTruck = (truck: number) => ({
  license_type: '2014',
  license_digits: `135${String(truck).padStart(4, '0')}`,
});
export const vendorOfTruck = (truck: number) => vendorId('2014', licenseOfTruck(truck).license_digits);
export const visitOf = (truck: number, index = 1) => truck * 1_000 + index;

type VisitChange = Parameters<typeof inspectionRow>[0];

/**
 * Returns one district's files: four trucks with 25 visits each. `change` can alter a visit, or remove it by
 * returning null.
 */
export async function statementFiles(
  name: string,
  change: (visitId: number) => VisitChange | null = () => ({}),
): Promise<ParsedFile[]> {
  const trucks = Array.from({ length: TRUCKS }, (_, index) => index + 1);
  const licenses = trucks.map((truck) =>
    licenseRow({
      lastInspectedOn: '2025-11-24',
      licenseNumber: `MFD${licenseOfTruck(truck).license_digits}`,
      businessName: `TRUCK ${truck}`,
    }),
  );
  const visits = trucks.flatMap((truck) =>
    Array.from({ length: VISITS_EACH }, (_, index) => index + 1).flatMap((index) => {
      const visitId = visitOf(truck, index);
      const changed = change(visitId);
      const visitedOn = `2025-${String(7 + (index % 5)).padStart(2, '0')}-${String(index).padStart(2, '0')}`;
      const row = {
        visitId,
        caseId: visitId,
        visitedOn,
        licenseNumber: licenseOfTruck(truck).license_digits,
      };
      const counts = { total: 2, highPriority: 1, basic: 1, categories: { 8: 1, 35: 1 } };
      return changed === null ? [] : [inspectionRow({ ...row, ...counts, ...changed })];
    }),
  );
  const read = (file: string, content: string) =>
    readRegulatorFile({ name: file, bytes: Buffer.from(content), publishedAt: null }, '2026-01-02');
  return [
    await read(`licenses-${name}.csv`, licenseCsv(licenses)),
    await read(`visits-${name}.csv`, inspectionCsv(visits)),
  ];
}

export async function publishFiles(database: TestDatabase, files: readonly ParsedFile[]) {
  return publish(database, { files, asOf: AS_OF, now: STATEMENTS_NOW, acceptance: OPERATOR });
}

/** Inserts a claim and returns the claim's id. */
export async function insertClaim(
  db: LedgerDb,
  accountId: string,
  truck: number,
  state: 'pending' | 'verified' | 'released' = 'verified',
): Promise<string> {
  const id = randomUUID();
  const at = STATEMENTS_NOW().toISOString();
  const code = { code_hash: null, code_expires_at: null, code_attempts: 0, code_entered_at: null };
  const row = {
    id,
    account_id: accountId,
    ...licenseOfTruck(truck),
    state,
    proof: 'post',
    note: '',

    owner_name: 'OWNER',
    owner_license_id: null,
    letter_printed_at: null,
    created_at: at,
    updated_at: at,
  };
  await db
    .insertInto('claims')
    .values({ ...row, ...code })
    .execute();
  return id;
}

export async function releaseClaim(db: LedgerDb, claimId: string): Promise<void> {
  await db.updateTable('claims').set({ state: 'released' }).where('id', '=', claimId).execute();
}

export interface StatementBench {
  readonly database: TestDatabase;
  readonly db: LedgerDb;
  readonly replies: ReplyService;
  readonly disputes: DisputeService;
  /** The account of truck 1's verified owner. */
  readonly owner: string;
  readonly claim: string;
  /** The account of truck 2's verified owner. */
  readonly other: string;
  readonly otherClaim: string;
  readonly operator: string;
  readonly operator2: string;
  readonly isOperator: (accountId: string) => Promise<boolean>;
}

/** Sets up records, two vendor accounts with one truck each, and two operators. */
export async function openStatements(database: TestDatabase, now = STATEMENTS_NOW): Promise<StatementBench> {
  const { db } = database;
  await publishFiles(database, await statementFiles('first'));
  const owner = await insertAccount(db, 'owner@trucks.example');
  const other = await insertAccount(db, 'other@trucks.example');
  const operator = await insertAccount(db);
  const operator2 = await insertAccount(db);
  const isOperator = async (accountId: string) => [operator, operator2].includes(accountId);
  const context = { ledgerDb: db, registry: database.published, isOperator, baseUrl: BASE_URL, now };
  return {
    database,
    db,
    owner,
    other,
    operator,
    operator2,
    isOperator,
    claim: await insertClaim(db, owner, 1),
    otherClaim: await insertClaim(db, other, 2),
    replies: createReplyService(context),
    disputes: createDisputeService(context),
  };
}

/**
 * Opens the pages and the scorecard endpoint for this data. The cookie contains the id of the signed-in
 * account.
 */
export async function openStatementPages(bench: StatementBench, limit = 0): Promise<FastifyInstance> {
  const { db, published } = bench.database;
  const findSession = async ({ cookie }: { cookie?: string | undefined }) =>
    cookie
      ? { accountId: cookie.replace('session=', ''), name: 'Somebody', email: 'x@x.example', sessionId: 's' }
      : undefined;
  const operatorAccess = onlyOperators(bench.operator, bench.operator2);
  const shared = {
    ...bench,
    findSession,
    operatorAccess,
    baseUrl: BASE_URL,
    isFictional: async () => false,
  };
  // No record is old on this date, so records are served exactly as stored.
  const records = createRecordReader(published, { today: () => '2025-12-01' });
  const marks = createScorecardMarks(db, { recheckMs: 0, now: () => 0 });
  const limits = { SEARCH: 0, IDENTITY: 0, SCORECARD: 0, ACCOUNT: limit };
  return buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (app) => {
      const finder = finderOver(bench.database);
      const read = { published: published.db, records, finder };
      app.register(vendorRoutes, { ...read, baseUrl: BASE_URL, marks, limits });
      app.register(statementPages, { ...shared, limits });
      app.register(reportPages, { ...shared, reportsPerMinute: limit });
      app.register(operatorReplyPages, shared);
    },
  });
}
