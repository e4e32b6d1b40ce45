import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { requiredDocuments } from '../../src/decisions/decide/documents/required-documents.ts';
import type { SelfCheck } from '../../src/decisions/self-check/schemas.ts';
import { selfCheckOf } from '../../src/decisions/self-check/self-check.ts';
import type { Decision } from '../../src/judgment/policy/policy.ts';
import { decideOn, POLICY_VERSION } from '../../src/judgment/policy/policy.ts';
import { recommendationOf } from '../../src/judgment/score/recommendation.ts';
import type { Scorecard } from '../../src/judgment/scorecard/schemas.ts';
import { renderBadge } from '../../src/open-data/badges/render-badge.ts';
import { recordsOld } from '../../src/published-state/records-age.ts';
import { findPublishedSummary, type PublishedSummary } from '../../src/published-state/service.ts';
import { publish } from '../../src/records/publication/service.ts';
import { type PublishedFacts, parsePublishedFacts } from '../../src/records/record/decision-facts.ts';
import { verdictInAge } from '../../src/records/record/record.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { ageNoticeOf, renderAgeNotice } from '../../src/web/kit/frame/age-notice.ts';
import { PLACES } from '../../src/web/kit/frame/site-frame.ts';
import { renderDecision } from '../../src/web/public/decisions/check.ts';
import { EMPTY_CHECK } from '../../src/web/public/decisions/check-form.ts';
import { cardFactsOf } from '../../src/web/public/embeds/card-facts.ts';
import { renderCard } from '../../src/web/public/embeds/card-page.ts';
import { renderImprove } from '../../src/web/public/record/improve-page.ts';
import { parseRecord } from '../../src/web/public/record/parse-record.ts';
import { renderVendor } from '../../src/web/public/record/vendor-page.ts';
import { EMPTY_SEARCH } from '../../src/web/public/search/search-form.ts';
import { renderSearch } from '../../src/web/public/search/search-page.ts';
import { openTestSqlite } from '../../test/support/engines.ts';
import { publishedRecords } from '../../test/support/published-records.ts';
import type { Clock } from '../truth/truth.ts';

const BASE_URL = 'https://vendors.example';
/** This is later than every file, because the dates in a file must not be after this day. */
const READ_ON = '2100-01-01';

/** Everything that the service publishes about one vendor, as stated at one time. */
export interface Published {
  readonly type: string;
  readonly digits: string;
  readonly clock: Clock;
  readonly card: Scorecard;
  readonly facts: PublishedFacts;
  readonly summary: string;
  readonly decision: Decision;
  /** The decision for an event that takes place today. */
  readonly decisionToday: Decision;
  readonly selfCheck: SelfCheck;
  /** The badge, as SVG. */
  readonly badge: string;
  /** The pages, as HTML. */
  readonly pages: { readonly vendor: string; readonly improve: string; readonly check: string } & {
    /** `card` is for other sites, and `row` is a search row. */
    readonly card: string;
    readonly row: string;
  };
}

/**
 * Returns the times at which records are read and the events for which they are read, given an as-of date and
 * a license's expiration date.
 */
export type Clocks = (asOf: string, expiresOn: string | null) => readonly Clock[];

const ON_ITS_DAY: Clocks = (asOf) => [{ today: asOf }];

export async function parseFiles(paths: readonly string[], readOn = READ_ON): Promise<ParsedFile[]> {
  const files: ParsedFile[] = [];
  for (const each of paths)
    files.push(
      await readRegulatorFile({ name: each, bytes: await readFile(each), publishedAt: null }, readOn),
    );
  return files;
}

/**
 * Imports files into a registry in memory, and calls `take` with the statements about each vendor at each
 * time. `isWanted` can leave vendors out, because generating the statements takes most of the time.
 */
export async function readPublished(
  files: readonly ParsedFile[],
  asOf: string,
  take: (published: Published) => void,
  clocksOf: Clocks = ON_ITS_DAY,
  isWanted: (licenseNumber: string) => boolean = () => true,
): Promise<void> {
  const database = await openTestSqlite();
  // Folders are imported one after another, in order, because the older of two files for the same slot would
  // be set aside.
  for (const batch of Map.groupBy(files, ({ name }) => path.dirname(name)).values()) {
    const now = () => new Date(`${asOf}T12:00:00Z`);
    const { files: outcomes } = await publish(database, { files: batch, asOf, now });
    const held = outcomes.find(({ outcome }) => outcome !== 'published');
    if (held) throw new Error(`${held.name} was not published: ${held.outcome}, ${held.reason}`);
  }
  const summary = await findPublishedSummary(database.published.db);
  if (!summary) throw new Error('nothing was published');
  const rows = await publishedRecords(database.published.db);
  await database.close();
  for (const { verdict, ...rest } of rows) {
    const row = { ...rest, verdict: verdict as Decision['verdict'] };
    const facts = parsePublishedFacts(row.facts);
    if (!isWanted(facts.vendor.license.number)) continue;
    for (const clock of clocksOf(asOf, facts.vendor.license.expires_on))
      take(await sayOf(row, { facts, clock, state: summary }));
  }
}

type Row = Record<'license_type' | 'digits' | 'scorecard' | 'summary' | 'standing', string> & {
  readonly verdict: Decision['verdict'];
};

/** Returns a record's texts as they would be published on a different day. */
function asPublishedOn({ scorecard, summary, verdict }: Row, today: string) {
  const card: Scorecard = JSON.parse(scorecard);
  const old = recordsOld(card.records_reach_to, today);
  const verdictToday = verdictInAge(verdict, old);
  return {
    card: { ...card, records_old: old, recommendation: recommendationOf(verdictToday) },
    summary: JSON.stringify({ ...JSON.parse(summary), records_old: old }),
    oldSince: old?.reach_to ?? null,
    verdict: verdictToday,
  };
}

async function sayOf(
  row: Row,
  { facts, clock, state }: { facts: PublishedFacts; clock: Clock; state: PublishedSummary },
): Promise<Published> {
  const { today } = clock;
  const { card, summary, oldSince, verdict } = asPublishedOn(row, today);
  const decision = decideOn(facts, clock);
  const selfCheck = selfCheckOf(facts, card.inspections, { baseUrl: BASE_URL, today });
  const { grade, grade_status: gradeStatus, fictional } = card;
  const notice = ageNoticeOf(state, today);
  const record = parseRecord(JSON.stringify(card));
  const vendor = renderVendor(record, { baseUrl: BASE_URL, extras: {}, today }).toString();
  return {
    type: row.license_type,
    digits: row.digits,
    clock,
    card,
    facts,
    decision,
    selfCheck,
    summary,
    decisionToday: decideOn(facts, { today }),
    badge: await renderBadge({ grade, gradeStatus, fictional, oldSince }),
    pages: {
      vendor: notice ? vendor.replace(PLACES.notices.toString(), renderAgeNotice(notice).toString()) : vendor,
      improve: renderImprove(selfCheck, BASE_URL).toString(),
      check: renderCheckPage(facts, decision, clock),
      card: renderCard(cardFactsOf(record), `${BASE_URL}/vendor/${card.id}`).toString(),
      row: renderRow(summary, verdict),
    },
  };
}

/** Renders a row as in a search without any other results. */
function renderRow(summary: string, verdict: Decision['verdict']): string {
  const rows = [{ ...JSON.parse(summary), verdict, match: null }];
  const results = { rows, total: 1, literal: 1, page: 1, pageSize: 25, without: new Map() };
  const page = renderSearch({ form: EMPTY_SEARCH, results, baseUrl: BASE_URL, fictional: false }).toString();
  return /<li class="result">[\s\S]*?<\/li>/.exec(page)?.[0] ?? page;
}

function renderCheckPage(facts: PublishedFacts, decision: Decision, { today, event }: Clock): string {
  const { first, last } = event ?? { first: today, last: today };
  const result = {
    vendor: facts.vendor,
    event_type: 'festival' as const,
    event_date: first,
    ...(last === first ? {} : { event_last_date: last }),
    verdict: decision.verdict,
    reasons: [...decision.reasons],
    evidence: facts.evidence,
    required_documents: [...requiredDocuments('festival')],
    checklist_url: `${BASE_URL}/checklists/festival`,
    as_of: facts.as_of,
    data_as_of: facts.data_as_of,
    records_old: recordsOld(facts.records_reach_to, today),
    policy_version: POLICY_VERSION,
    fictional: facts.fictional,
    receipt: 'RECEIPT',
    receipt_number: '27JS-9X41-JP61-1RRP',
    receipt_url: `${BASE_URL}/v/27JS-9X41-JP61-1RRP`,
    verify_url: `${BASE_URL}/verify?receipt=RECEIPT`,
    decided_at: `${today}T16:00:00.000Z`,
  };
  return renderDecision(result, EMPTY_CHECK).toString();
}
