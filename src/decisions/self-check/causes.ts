import { type Case, type Visit, worstVisit } from '../../judgment/score/cases.ts';
import {
  costOf,
  MEASURE_KINDS,
  type MeasureKind,
  measureKindOf,
  withoutCitations,
  withoutHighPriority,
  withoutMeasure,
} from '../../judgment/score/costs.ts';
import { SCORE_RULES } from '../../judgment/score/rules.ts';
import { isKnown } from '../../judgment/score/score.ts';
import { compareVisits } from '../../judgment/score/visit-order.ts';
import { quoteDated, quoteWords } from '../../judgment/scorecard/quote.ts';
import type { Language } from '../../lib/language/language.ts';
import { addDays, describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { CAUSES, MEASURE_ACTIONS, MEASURES } from './cause-messages.ts';
import { citedCategories, citedItems } from './citations.ts';
import type { Factor } from './schemas.ts';
import type { ScoredRecord } from './scored-record.ts';

/**
 * A factor with its cost in score points. The points only sort the factors and are never shown (contract
 * 1.5).
 */
export interface Cause {
  readonly cost: number;
  readonly factor: Factor;
}

/** The minimum cost in score points of a serious cause, and of a caution. */
const SERIOUS_POINTS = 5;
const CAUTION_POINTS = 1;
const QUOTES_MAX = 3;

/**
 * Returns every cause that lowers the score, most expensive first. `told` contains enforcement actions that
 * other factors already describe.
 */
export function causesOf(record: ScoredRecord, told: DescribedMeasures, language: Language): Cause[] {
  const causes = [
    ...MEASURE_KINDS.flatMap((kind) => measureCause(record, kind, told, language) ?? []),
    ...highPriorityCauses(record, language),
    ...categoryCauses(record, language),
  ];
  return causes.sort((a, b) => b.cost - a.cost);
}

/** For each kind of enforcement action, the days of the actions that another factor already describes. */
export type DescribedMeasures = ReadonlyMap<MeasureKind, ReadonlySet<IsoDate>>;

type MeasureTexts = (typeof MEASURES)[Language];

const TOLD_MEASURES: Readonly<
  Record<
    MeasureKind,
    { readonly code: string; readonly issue: (t: MeasureTexts) => MeasureTexts['emergency'] }
  >
> = {
  emergency: { code: 'emergency_measures', issue: (t) => t.emergency },
  determination: { code: 'operating_without_license', issue: (t) => t.determination },
  complaint: { code: 'administrative_complaints', issue: (t) => t.complaint },
  follow_up: { code: 'follow_ups', issue: (t) => t.followUp },
};

function measureCause(
  record: ScoredRecord,
  kind: MeasureKind,
  told: DescribedMeasures,
  language: Language,
): Cause | undefined {
  const { cases } = record;
  const measures = (single: Case) =>
    single.visits.filter((visit) => ledTo(visit.disposition) === kind).sort(compareVisits);
  const hit = cases.filter((single) => measures(single).length > 0);
  const newest = hit.flatMap(measures).sort(compareVisits).at(-1);
  const single = hit.find(({ visits }) => newest && visits.includes(newest));
  // Prefers an order over the callback that it led to.
  const last = single && worstVisit(measures(single));
  if (!newest || !last || !single) return undefined;
  if (hit.length === 1 && measures(single).some(({ visitedOn }) => told.get(kind)?.has(visitedOn)))
    return undefined;
  const { code, issue } = TOLD_MEASURES[kind];
  const cost = costOf(cases, withoutMeasure(kind));
  const quoted = quoteDated(last.disposition, last.visitedOn, language);
  const day = describeDay(last.visitedOn, language);
  return toCause(
    record,
    cost,
    { single, metOn: met(newest) ? newest.visitedOn : metAfter(record, newest) },
    {
      code,
      issue: issue(MEASURES[language])({ count: hit.length, quoted }),
      action: MEASURE_ACTIONS[language][kind],
      resource: REGULATOR.pageIn('enforcement', language),
      evidence: CAUSES[language].quotedOn({ quote: quoteWords(last.disposition, language), day }),
      quotes: [],
    },
    language,
  );
}

/**
 * Returns the action that a disposition shows. A complied callback also proves a complaint or an order, as in
 * the yearly counts.
 */
function ledTo(disposition: string): MeasureKind | undefined {
  const { measure } = REGULATOR.dispositionOf(disposition);
  return measure === 'complaint' || measure === 'emergency' ? measure : measureKindOf(disposition);
}

/**
 * Returns the newest inspection's findings as one cause. If older inspections also have high-priority
 * findings, returns all of these findings together as a second cause.
 */
function highPriorityCauses(record: ScoredRecord, language: Language): Cause[] {
  const t = CAUSES[language];
  const { cases } = record;
  const newest = cases.findLast((single) => isKnown(single));
  const hit = cases.filter(({ highPriority }) => (highPriority ?? 0) > 0);
  const atLast = newest && hit.includes(newest) ? [newest] : [];
  const causes = [
    { code: 'high_priority_at_last_inspection', of: atLast },
    { code: 'high_priority_violations', of: hit.length > atLast.length ? hit : [] },
  ];
  return causes.flatMap(({ code, of }) => {
    const last = of.at(-1);
    // Unknown counts do not prove that a violation was corrected.
    const visit = newestVisit(record, ({ highPriority }) => highPriority !== 0);
    if (!last || !visit) return [];
    const found = of.reduce((sum, { highPriority }) => sum + (highPriority ?? 0), 0);
    const cost = costOf(cases, (single) => (of.includes(single) ? withoutHighPriority(single) : single));
    const day = describeDay(last.openedOn, language);
    const isOne = of.length === 1;
    const quotes = citedItems(record, last).filter(({ tier }) => tier === 'high_priority');
    return toCause(
      record,
      cost,
      { single: last, metOn: metAfter(record, visit) },
      {
        code,
        issue: isOne ? t.highAtOne({ day, found }) : t.highAtMany({ count: of.length, day, found }),
        action: t.highAction,
        actionIfOpen: t.highFirst({ found }),
        resource: REGULATOR.pageIn('foodCode', language),
        evidence: isOne ? t.highOn({ found, day }) : t.highLastOn({ found, day }),
        quotes: quotes.slice(0, QUOTES_MAX).map(({ text }) => ({ text, on: last.openedOn })),
      },
      language,
    );
  });
}

function categoryCauses(record: ScoredRecord, language: Language): Cause[] {
  const t = CAUSES[language];
  return citedCategories(record).flatMap(({ category, cited, quotes }) => {
    const last = cited.at(-1);
    const visit = newestVisit(record, ({ visitId }) =>
      (record.violations.get(visitId) ?? []).some((each) => each.category === category),
    );
    if (!last || !visit) return [];
    const { reportingOnly } = REGULATOR.violationCategory(category);
    const title = REGULATOR.categoryTitle(category, language);
    const citations = new Map(cited.map((each) => [each.single, each.citations]));
    // Citations that are only reported to another authority are not included in the score's counts.
    const cost = reportingOnly
      ? 0
      : costOf(record.cases, (single) => withoutCitations(single, citations.get(single) ?? []));
    const day = describeDay(last.single.openedOn, language);
    return toCause(
      record,
      cost,
      { single: last.single, metOn: metAfter(record, visit) },
      {
        code: `category_${category}`,
        issue: t.category({ category, title, count: cited.length, day }),
        ...REGULATOR.categoryAction(category, record.kind, language),
        evidence: t.categoryOn({ category, day }),
        quotes: quotes.slice(0, QUOTES_MAX),
      },
      language,
    );
  });
}

interface Told {
  readonly code: string;
  readonly issue: string;
  readonly action: string;
  /** The recommended action until a later visit meets standards. */
  readonly actionIfOpen?: string;
  readonly resource: Factor['resource'];
  readonly evidence: string;
  readonly quotes: Factor['quotes'];
}

/**
 * Builds a cause. `last` is the newest inspection with this problem. The problem is shown as resolved by the
 * first visit that met standards after every visit with the problem.
 */
function toCause(
  record: ScoredRecord,
  cost: number,
  last: { readonly single: Case; readonly metOn: IsoDate | undefined },
  told: Told,
  language: Language,
): Cause {
  const { code, issue, action, actionIfOpen = action, resource, evidence, quotes } = told;
  const { metOn } = last;
  const severity = cost >= SERIOUS_POINTS ? 'serious' : cost >= CAUTION_POINTS ? 'caution' : 'info';
  return {
    cost,
    factor: {
      code,
      severity,
      issue,
      resource,
      evidence,
      quotes,
      corrective_action:
        metOn === undefined
          ? actionIfOpen
          : CAUSES[language].met({ day: describeDay(metOn, language), action }),
      fades: cost > 0 ? fadingOf(record, last.single, language) : null,
    },
  };
}

function newestVisit({ cases }: ScoredRecord, found: (visit: Visit) => boolean): Visit | undefined {
  return cases
    .flatMap(({ visits }) => visits)
    .filter(found)
    .sort(compareVisits)
    .at(-1);
}

/** Returns the date of the first visit after this one that met standards. */
function metAfter({ cases }: ScoredRecord, last: Visit): IsoDate | undefined {
  const later = cases
    .flatMap(({ visits }) => visits)
    .filter((visit) => compareVisits(visit, last) > 0)
    .sort(compareVisits);
  return later.find(met)?.visitedOn;
}

function met({ disposition }: Visit): boolean {
  return REGULATOR.dispositionOf(disposition).result === 'met';
}

/**
 * Explains when an old finding counts less. Age is counted from the newest inspection, so only a newer
 * inspection reduces the finding's weight.
 */
function fadingOf({ cases }: ScoredRecord, { openedOn }: Case, language: Language): Factor['fades'] {
  const t = CAUSES[language];
  const on = addDays(openedOn, SCORE_RULES.halfLifeDays);
  const newest = cases.at(-1)?.openedOn ?? openedOn;
  return {
    on,
    text:
      newest >= on
        ? t.fades({ day: describeDay(newest, language) })
        : t.willFade({ day: describeDay(on, language) }),
  };
}
