import { addDays, describeDay, type IsoDate } from '../../lib/dates.ts';
import { countNoun } from '../../lib/text.ts';
import type { Case, Visit } from '../../registry/scoring/cases.ts';
import {
  costOf,
  MEASURE_KINDS,
  type MeasureKind,
  measureKindOf,
  withoutCitations,
  withoutHighPriority,
  withoutMeasure,
} from '../../registry/scoring/costs.ts';
import { SCORE_RULES } from '../../registry/scoring/rules.ts';
import { isKnown } from '../../registry/scoring/score.ts';
import { compareVisits } from '../../registry/scoring/visit-order.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { citedCategories, citedItems } from './citations.ts';
import type { Factor } from './schemas.ts';
import type { ScoredRecord } from './scored-record.ts';

/** A factor with the points that it takes from the score; they order the factors and are never told (contract 1.5). */
export interface Cause {
  readonly cost: number;
  readonly factor: Factor;
}

/** From so many points of the score on, a cause is serious, or asks for caution. */
const SERIOUS_POINTS = 5;
const CAUTION_POINTS = 1;
const QUOTES_MAX = 3;

/** Everything that takes something from the score, the dearest first. `told` are days of measures that other factors are about. */
export function causesOf(record: ScoredRecord, told: ReadonlySet<IsoDate>): Cause[] {
  const causes = [
    ...MEASURE_KINDS.flatMap((kind) => measureCause(record, kind, told) ?? []),
    ...highPriorityCauses(record),
    ...categoryCauses(record),
  ];
  return causes.sort((a, b) => b.cost - a.cost);
}

const MEASURES: Readonly<Record<MeasureKind, { code: string; text: string; action: string }>> = {
  emergency: {
    code: 'emergency_measures',
    text: 'led to an emergency measure',
    action: 'Put right what the order named before opening, and check it each day.',
  },
  determination: {
    code: 'operating_without_license',
    text: 'found the business operating without the license it needs',
    action: 'Operate only with the license that the business needs, and keep it aboard.',
  },
  complaint: {
    code: 'administrative_complaints',
    text: 'led to an administrative complaint',
    action: 'Correct what was cited, answer the regulator in time, and have the callback inspection made.',
  },
  follow_up: {
    code: 'follow_ups',
    text: 'asked for a follow-up',
    action: 'Correct what is cited while the inspector is there, or by the day given.',
  },
};

function measureCause(
  record: ScoredRecord,
  kind: MeasureKind,
  told: ReadonlySet<IsoDate>,
): Cause | undefined {
  const { cases } = record;
  const measures = (single: Case) =>
    single.visits.filter((visit) => measureKindOf(visit.disposition) === kind);
  const hit = cases.filter((single) => measures(single).length > 0);
  const last = hit.flatMap(measures).sort(compareVisits).at(-1);
  const single = hit.find(({ visits }) => last && visits.includes(last));
  if (!last || !single || (hit.length === 1 && told.has(last.visitedOn))) return undefined;
  const { code, text, action } = MEASURES[kind];
  const cost = costOf(cases, withoutMeasure(kind));
  const quoted = `“${last.disposition}” (${describeDay(last.visitedOn)})`;
  return toCause(
    record,
    cost,
    { single, visit: last },
    {
      code,
      issue: `${hit.length === 1 ? 'One inspection' : `${hit.length} inspections`} ${text}${hit.length === 1 ? '' : ', the last one'}: ${quoted}.`,
      action,
      ifOpen: '',
      resource: REGULATOR.pages.enforcement,
      evidence: `“${last.disposition}”, ${describeDay(last.visitedOn)}`,
      quotes: [],
    },
  );
}

/** What the newest inspection found stands by itself; what all of them found, where that is more. */
function highPriorityCauses(record: ScoredRecord): Cause[] {
  const { cases } = record;
  const newest = cases.findLast(isKnown);
  const hit = cases.filter(({ highPriority }) => (highPriority ?? 0) > 0);
  const atLast = newest && hit.includes(newest) ? [newest] : [];
  const causes = [
    { code: 'high_priority_at_last_inspection', of: atLast },
    { code: 'high_priority_violations', of: hit.length > atLast.length ? hit : [] },
  ];
  return causes.flatMap(({ code, of }) => {
    const last = of.at(-1);
    const first = last?.visits[0];
    if (!last || !first) return [];
    const found = of.reduce((sum, { highPriority }) => sum + (highPriority ?? 0), 0);
    const cost = costOf(cases, (single) => (of.includes(single) ? withoutHighPriority(single) : single));
    const where =
      of.length === 1
        ? `The inspection of ${describeDay(last.openedOn)}`
        : `${of.length} inspections, the last on ${describeDay(last.openedOn)},`;
    const quotes = citedItems(record, last).filter(({ tier }) => tier === 'high_priority');
    return toCause(
      record,
      cost,
      { single: last, visit: first },
      {
        code,
        issue: `${where} found ${countNoun(found, 'high-priority violation')}.`,
        action: 'High-priority violations count most of all violations.',
        ifOpen: `Correct ${found === 1 ? 'it' : 'them'} first, if that is not done yet. `,
        resource: REGULATOR.pages.foodCode,
        evidence: `${found} high priority, ${of.length === 1 ? '' : 'last on '}${describeDay(last.openedOn)}`,
        quotes: quotes.slice(0, QUOTES_MAX).map(({ text }) => ({ text, on: last.openedOn })),
      },
    );
  });
}

function categoryCauses(record: ScoredRecord): Cause[] {
  return citedCategories(record).flatMap(({ category, cited, quotes }) => {
    const last = cited.at(-1);
    const first = last?.single.visits[0];
    if (!last || !first) return [];
    const { title, reportingOnly } = REGULATOR.violationCategory(category);
    const { action, resource } = REGULATOR.categoryAction(category);
    const citations = new Map(cited.map((each) => [each.single, each.citations]));
    // What is only told to another authority is not in the counts that a score is made from.
    const cost = reportingOnly
      ? 0
      : costOf(record.cases, (single) => withoutCitations(single, citations.get(single) ?? []));
    const day = describeDay(last.single.openedOn);
    return toCause(
      record,
      cost,
      { single: last.single, visit: first },
      {
        code: `category_${category}`,
        issue: `Category ${category} (${title}) was marked at ${cited.length === 1 ? `one inspection, on ${day}` : `${cited.length} inspections, the last on ${day}`}.`,
        action,
        ifOpen: '',
        resource,
        evidence: `Category ${category}, last on ${day}`,
        quotes: quotes.slice(0, QUOTES_MAX),
      },
    );
  });
}

interface Told {
  readonly code: string;
  readonly issue: string;
  readonly action: string;
  /** Said before the action while no later visit met standards. */
  readonly ifOpen: string;
  readonly resource: Factor['resource'];
  readonly evidence: string;
  readonly quotes: Factor['quotes'];
}

/** `last` is the newest visit that the cause is about, and its case. */
function toCause(
  record: ScoredRecord,
  cost: number,
  last: { readonly single: Case; readonly visit: Visit },
  told: Told,
): Cause {
  const { code, issue, action, ifOpen, resource, evidence, quotes } = told;
  const met = metAfter(record, last.visit);
  const severity = cost >= SERIOUS_POINTS ? 'serious' : cost >= CAUTION_POINTS ? 'caution' : 'info';
  return {
    cost,
    factor: {
      ...{ code, severity, issue, resource, evidence, quotes },
      corrective_action: `${met === undefined ? ifOpen : `The visit of ${describeDay(met)} met standards; keep it so. `}${action}`,
      fades: cost > 0 ? fadingOf(record, last.single) : null,
    },
  };
}

/** The first visit after this one that met standards. */
function metAfter({ cases }: ScoredRecord, last: Visit): IsoDate | undefined {
  const later = cases
    .flatMap(({ visits }) => visits)
    .filter((visit) => compareVisits(visit, last) > 0)
    .sort(compareVisits);
  return later.find(({ disposition }) => REGULATOR.dispositionOf(disposition).result === 'met')?.visitedOn;
}

/** Age is counted from the newest inspection: only a newer one makes an old finding weigh less. */
function fadingOf({ cases }: ScoredRecord, { openedOn }: Case): Factor['fades'] {
  const on = addDays(openedOn, SCORE_RULES.halfLifeDays);
  const newest = cases.at(-1)?.openedOn ?? openedOn;
  return {
    on,
    text:
      newest >= on
        ? `It counts at most half as much as the inspection of ${describeDay(newest)}, because it is older.`
        : `It counts half as much as a new inspection, or less, once one is made on or after ${describeDay(on)}.`,
  };
}
