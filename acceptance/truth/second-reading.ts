import type { FinalOrder, Inspection } from '../../src/judgment/scorecard/schemas.ts';
import type { Published } from '../sentences/published.ts';
import { newestOwn, type Order } from './orders.ts';
import type { Case, Truth } from './truth.ts';

export interface Difference {
  readonly vendor: string;
  readonly what: string;
  readonly published: string;
  readonly read: string;
}

/** Compares the service's published data about a vendor with an independent reading of the raw rows. */
export function compareReadings(published: Published, truth: Truth | undefined): Difference[] {
  const vendor = `${published.type} ${published.digits}`;
  if (!truth) return [{ vendor, what: 'vendor', published: 'on record', read: 'in no raw row' }];
  const ours = publishedParts(published);
  const theirs = readParts(truth);
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((what) => {
    const is = ours.get(what) ?? 'none';
    const should = theirs.get(what) ?? 'none';
    return is === should ? [] : [{ vendor, what, published: is, read: should }];
  });
}

function publishedParts({ card, facts, decision }: Published): Map<string, string> {
  const { license, rollup_12m: year, hold, last_disposition: last, gravest_event: gravest } = card;
  return new Map<string, string>([
    ['name', card.name],
    ['number', license.number],
    ['license', text(license.status, license.expires_on, license.confirmed)],
    ['hold', hold.reasons.map((each) => text(each.code, each.text, each.since)).join('; ')],
    ['last visit', last ? text(last.text, last.date, last.result) : 'none'],
    ['gravest', gravest ? text(gravest.text, gravest.date) : 'none'],
    ['year', text(...Object.values(yearOf(year)))],
    ['uncertain', text(card.uncertain_record?.code ?? null, card.uncertain_record?.inspections ?? 0)],
    ['grade', text(card.grade_status, card.grade, card.service_score)],
    ['unresolved', facts.concerns.unresolved.map((each) => text(each.text, each.on)).join('; ')],
    ['reaches to', text(card.records_reach_to)],
    ['closed in the year', facts.concerns.closures.map((each) => text(each.on, each.is_exact)).join('; ')],
    ['orders', card.final_orders.map(orderText).join('; ')],
    ['counted order', text(facts.concerns.final_order?.case_number ?? null)],
    ['verdict', decision.verdict],
    ['order of visits', card.inspections.map(({ visit_id: id }) => id).join(' ')],
    ...card.inspections.map((visit) => [`visit ${visit.visit_id}`, inspectionText(visit)] as const),
  ]);
}

/**
 * Leaves out how much of the year is covered. The second reading determines that from the files, so the
 * published word is not compared here.
 */
function yearOf({ year_covered: _, ...year }: Published['card']['rollup_12m']) {
  return year;
}

function readParts(truth: Truth): Map<string, string> {
  const { last, gravest, year, unresolved, uncertain } = truth;
  return new Map<string, string>([
    ['name', truth.name],
    ['number', truth.number],
    ['license', text(truth.status, truth.expiresOn, truth.isConfirmed)],
    ['hold', truth.hold.map((each) => text(each.code, each.text, each.since)).join('; ')],
    ['last visit', last ? text(last.disposition, last.day, last.result) : 'none'],
    ['gravest', gravest ? text(gravest.disposition, gravest.day) : 'none'],
    [
      'year',
      text(
        year.inspections,
        year.violations,
        year.high,
        year.intermediate,
        year.basic,
        year.orders,
        year.complaints,
        year.warnings,
        last?.day ?? null,
        year.isWhole,
      ),
    ],
    ['uncertain', text(truth.doubt?.code ?? null, uncertain.length)],
    ['grade', text(truth.gradeStatus, truth.letter, truth.score)],
    ['unresolved', unresolved.map((each) => text(each.disposition, each.day)).join('; ')],
    ['reaches to', text(truth.reachTo)],
    ['closed in the year', truth.closedDays.map((each) => text(each.day, each.isExact)).join('; ')],
    ['orders', truth.orders.map(rawOrderText).join('; ')],
    ['counted order', text(newestOwn(truth.orders)?.caseNumber ?? null)],
    ['verdict', truth.verdict],
    [
      'order of visits',
      truth.visits
        .map(({ visitId }) => visitId)
        .reverse()
        .join(' '),
    ],
    ...(['current', 'prior', 'uncertain'] as const).flatMap((owner) => visitTexts(truth[owner], owner)),
  ]);
}

const WHOSE = new Map([
  [true, 'current'],
  [false, 'former'],
  [null, 'unknown'],
]);

function orderText(order: FinalOrder): string {
  const { case_number, final_order_on, violation_on, violations, fine_cents } = order;
  const whose = WHOSE.get(order.of_current_holder) ?? '';
  return text(case_number, final_order_on, violation_on, violations, fine_cents, whose);
}

function rawOrderText({ caseNumber, orderedOn, violationOn, violations, cents, whose }: Order): string {
  return text(caseNumber, orderedOn, violationOn, violations, cents, whose);
}

function visitTexts(cases: readonly Case[], owner: Inspection['owner']): [string, string][] {
  return cases.flatMap(({ visits }) =>
    visits.map((visit): [string, string] => {
      const { counts: known } = visit;
      const counts = known
        ? [known.total, known.high, known.intermediate, known.basic]
        : [null, null, null, null];
      const cited = [...visit.categories].map(([category, count]) => `${category}×${count}`);
      return [
        `visit ${visit.visitId}`,
        text(
          visit.caseId,
          visit.visitNumber,
          visit.day,
          visit.inspectionType,
          visit.disposition,
          visit.result,
          ...counts,
          cited.join(' '),
          owner,
        ),
      ];
    }),
  );
}

function inspectionText(visit: Inspection): string {
  const { total, high_priority: high, intermediate, basic } = visit.counts;
  const categories = Map.groupBy(visit.violations, ({ category }) => category);
  const cited = [...categories].map(
    ([category, each]) => `${category}×${each.reduce((sum, { count }) => sum + count, 0)}`,
  );
  return text(
    visit.case_id,
    visit.visit_number,
    visit.date,
    visit.type,
    visit.disposition,
    visit.result,
    total,
    high,
    intermediate,
    basic,
    cited.join(' '),
    visit.owner,
  );
}

function text(...parts: readonly (string | number | boolean | null)[]): string {
  return parts.map(String).join(' | ');
}
