import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { requiredDocuments } from '../../../src/decisions/decision/documents.ts';
import type { SelfCheck } from '../../../src/decisions/self-check/schemas.ts';
import { selfCheckOf } from '../../../src/decisions/self-check/self-check.ts';
import type { OpenRegistry } from '../../../src/platform/db/database.ts';
import { migrateRegistry } from '../../../src/platform/db/migrate.ts';
import { openSqlite } from '../../../src/platform/db/sqlite.ts';
import { renderBadge } from '../../../src/registry/badges/render.ts';
import { publish } from '../../../src/registry/publication/service.ts';
import { readRegulatorFile } from '../../../src/registry/sources/florida-dbpr/read-file.ts';
import type { ParsedFile } from '../../../src/registry/sources/parsed-file.ts';
import { type PublishedFacts, parsePublishedFacts } from '../../../src/registry/vendors/decision-facts.ts';
import type { Decision } from '../../../src/registry/vendors/policy.ts';
import { decideOn, POLICY_VERSION } from '../../../src/registry/vendors/policy.ts';
import type { Scorecard } from '../../../src/registry/vendors/schemas.ts';
import { renderDecision } from '../../../src/web/public/decisions/check.ts';
import { EMPTY_CHECK } from '../../../src/web/public/decisions/check-form.ts';
import { renderImprove } from '../../../src/web/public/vendors/improve-page.ts';
import { parseRecord } from '../../../src/web/public/vendors/shown-record.ts';
import { renderVendor } from '../../../src/web/public/vendors/vendor-page.ts';

const BASE_URL = 'https://vendors.example';
/** Later than every file: what a file may be dated is judged by it. */
const READ_ON = '2100-01-01';

/** What the service publishes and says of one vendor. */
export interface Published {
  readonly type: string;
  readonly digits: string;
  readonly card: Scorecard;
  readonly facts: PublishedFacts;
  readonly summary: string;
  readonly decision: Decision;
  readonly selfCheck: SelfCheck;
  /** SVG. */
  readonly badge: string;
  /** HTML. */
  readonly pages: { readonly vendor: string; readonly improve: string; readonly check: string };
}

export async function parseFiles(paths: readonly string[], readOn = READ_ON): Promise<ParsedFile[]> {
  const files: ParsedFile[] = [];
  for (const each of paths)
    files.push(
      await readRegulatorFile({ name: each, bytes: await readFile(each), publishedAt: null }, readOn),
    );
  return files;
}

/** Imports files into a registry in memory, and calls `take` with what is then said of each vendor. */
export async function readPublished(
  files: readonly ParsedFile[],
  asOf: string,
  take: (published: Published) => void,
): Promise<void> {
  const database: OpenRegistry = openSqlite(':memory:');
  await migrateRegistry(database);
  // One folder after the other, as they came: of two files for one slot the older is set aside.
  for (const batch of Map.groupBy(files, ({ name }) => path.dirname(name)).values()) {
    const now = () => new Date(`${asOf}T12:00:00Z`);
    const { files: outcomes } = await publish(database, { files: batch, asOf, now });
    const held = outcomes.find(({ outcome }) => outcome !== 'published');
    if (held) throw new Error(`${held.name} was not published: ${held.outcome}, ${held.reason}`);
  }
  const rows = await database.db
    .selectFrom('vendor_records')
    .innerJoin('vendors', 'vendors.id', 'vendor_records.vendor_id')
    .select(['license_type', 'digits', 'scorecard', 'facts', 'summary'])
    .orderBy('digits')
    .orderBy('license_type')
    .execute();
  await database.close();
  for (const row of rows) take(sayOf(row.license_type, row.digits, row.scorecard, row.facts, row.summary));
}

function sayOf(
  type: string,
  digits: string,
  scorecard: string,
  factsText: string,
  summary: string,
): Published {
  const record = parseRecord(scorecard);
  const card: Scorecard = JSON.parse(scorecard);
  const facts = parsePublishedFacts(factsText);
  const decision = decideOn(facts);
  const selfCheck = selfCheckOf(facts, card.inspections, { baseUrl: BASE_URL });
  const { grade, grade_status: gradeStatus, fictional } = card;
  return {
    ...{ type, digits, card, facts, summary, decision, selfCheck },
    badge: renderBadge({ grade, gradeStatus, fictional }),
    pages: {
      vendor: renderVendor(record, { baseUrl: BASE_URL, extras: {} }).toString(),
      improve: renderImprove(selfCheck, BASE_URL).toString(),
      check: renderCheckPage(facts, decision),
    },
  };
}

function renderCheckPage(facts: PublishedFacts, decision: Decision): string {
  const result = {
    vendor: facts.vendor,
    event_type: 'festival' as const,
    verdict: decision.verdict,
    reasons: [...decision.reasons],
    evidence: facts.evidence,
    required_documents: [...requiredDocuments('festival')],
    checklist_url: `${BASE_URL}/checklists/festival`,
    as_of: facts.as_of,
    data_as_of: facts.data_as_of,
    policy_version: POLICY_VERSION,
    fictional: facts.fictional,
    receipt: 'RECEIPT',
    verify_url: `${BASE_URL}/verify?receipt=RECEIPT`,
    decided_at: `${facts.as_of}T12:00:00.000Z`,
  };
  return renderDecision(result, EMPTY_CHECK).toString();
}
