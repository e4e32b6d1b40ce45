import type { Language } from '../../lib/language/language.ts';
import { addMonths, describeAge, describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { type Case, knownCounts } from '../score/cases.ts';
import type { GradeStanding } from '../score/recommendation.ts';
import { casePoints } from '../score/score.ts';
import { quoteWords } from '../scorecard/quote.ts';
import type { Rollup, Scorecard } from '../scorecard/schemas.ts';
import { NARRATIVE, TREND_SENTENCES } from './narrative-messages.ts';

const RECENT_CASES = 2;
const STEADY_WITHIN_POINTS = 1;

/** Compares the two newest cases with all earlier ones, in points according to the score rules. */
export function trendOf(cases: readonly Case[]): Scorecard['trend'] {
  const points = cases.map((single) => ({
    date: single.openedOn,
    high_priority: single.highPriority,
    intermediate: single.intermediate,
    basic: single.basic,
  }));
  const recent = cases.slice(-RECENT_CASES);
  const earlier = cases.slice(0, -RECENT_CASES).filter(knownCounts);
  // Inspections with unknown counts cannot be compared.
  if (earlier.length === 0 || !recent.every(knownCounts)) return { direction: 'unknown', points };
  const change = meanPoints(recent) - meanPoints(earlier);
  if (Math.abs(change) < STEADY_WITHIN_POINTS) return { direction: 'steady', points };
  return { direction: change < 0 ? 'improving' : 'worsening', points };
}

/** The facts that the narrative is based on. */
interface NarratedRecord {
  readonly name: string;
  readonly confirmed: boolean;
  /** The number of inspections under the current owner. An inspection and its callbacks count as one. */
  readonly cases: number;
  readonly priorCases: number;
  /** True if the business was also inspected under another owner during the year. */
  readonly isOthersInYear: boolean;
  readonly rollup: Rollup;
  readonly trend: Pick<Scorecard['trend'], 'direction'>;
  readonly gravest: Scorecard['gravest_event'];
  readonly asOf: IsoDate;
}

/**
 * Describes the record in a few sentences, which fixed rules generate from what is on file. Returns null if
 * the record is insufficient.
 */
export function narrativeOf(
  record: Omit<NarratedRecord, 'cases' | 'priorCases' | 'isOthersInYear'> & {
    readonly standing: GradeStanding;
    readonly cases: readonly Case[];
    readonly priorCases: readonly Case[];
  },
): string | null {
  const { standing, cases, priorCases, asOf } = record;
  if (standing.status === 'insufficient_record' || cases.length === 0) return null;
  return narrate({
    ...record,
    cases: cases.length,
    priorCases: priorCases.length,
    isOthersInYear: priorCases.some(({ visits }) =>
      visits.some(({ visitedOn }) => visitedOn > yearBefore(asOf)),
    ),
  });
}

/** Returns the sentences of the narrative. Publication stores the English ones. */
export function narrate(record: NarratedRecord, language: Language = 'en'): string {
  const t = NARRATIVE[language];
  const { cases, priorCases, trend, gravest, asOf } = record;
  const owner = record.confirmed ? t.currentOwner : t.lastKnownOwner;
  const vendor = record.isOthersInYear ? t.nameUnder({ name: record.name, owner }) : record.name;
  const sentences = [
    ...yearSentences({ ...record, vendor }, language),
    t.onFile({ count: cases, owner }),
    ...seriousSentence(record.rollup, language),
  ];
  if (gravest) {
    const { text, date } = gravest;
    const quote = quoteWords(text, language);
    const day = describeDay(date, language);
    sentences.push(t.gravest({ quote, day, age: describeAge(date, asOf, language) }));
  }
  if (trend.direction !== 'unknown') sentences.push(TREND_SENTENCES[language][trend.direction]);
  if (priorCases > 0) sentences.push(t.prior({ count: priorCases }));
  return sentences.join(' ');
}

function seriousSentence(
  { emergency_orders: orders, admin_complaints: complaints, warnings }: Rollup,
  language: Language,
): string[] {
  const t = NARRATIVE[language];
  const told = [
    ...(orders > 0 ? [t.ordersFirst({ count: orders })] : []),
    ...(complaints > 0 ? [(orders > 0 ? t.complaints : t.complaintsFirst)({ count: complaints })] : []),
    ...(warnings > 0 ? [(orders + complaints > 0 ? t.warnings : t.warningsFirst)({ count: warnings })] : []),
  ];
  return told.length === 0 ? [] : [t.serious({ list: told.join(', ') })];
}

interface YearRecord {
  /**
   * The vendor's name. If the business was also inspected under another owner during the year, it also says
   * which owner is meant.
   */
  readonly vendor: string;
  readonly rollup: Rollup;
  readonly asOf: IsoDate;
}

/**
 * Describes the past twelve months. The sentences report what the regulator did during the year only if the
 * files cover the whole year.
 */
function yearSentences(record: YearRecord, language: Language): string[] {
  const t = NARRATIVE[language];
  const { vendor, rollup, asOf } = record;
  const { inspections: count, whole_year: isWhole } = rollup;
  const day = describeDay(asOf, language);
  const found = foundText(rollup, language);
  if (isWhole && count > 0) return [t.inspectedInYear({ day, vendor, count, found })];
  const partly = isWhole
    ? []
    : [rollup.year_covered === 'none' ? t.noneOfYear({ day }) : t.partOfYear({ day })];
  if (rollup.year_covered === 'none' && count === 0) return partly;
  if (count === 0) return [...partly, noneText(record, language)];
  return [...partly, t.inspectedInPart({ vendor, count, found })];
}

/**
 * States that there was no inspection. There may still have been a callback for an inspection before the
 * year.
 */
function noneText({ vendor, rollup, asOf }: YearRecord, language: Language): string {
  const t = NARRATIVE[language];
  const told = { vendor, day: describeDay(asOf, language) };
  const last = rollup.last_inspected_on;
  return last === null || last <= yearBefore(asOf) ? t.none(told) : t.onlyCallbacks(told);
}

function foundText({ violations, high_priority: high }: Rollup, language: Language): string {
  const t = NARRATIVE[language];
  if (violations === null || high === null) return t.citedUnknown;
  if (violations === 0) return t.citedNone;
  return violations === 1 ? t.citedOne({ high }) : t.cited({ count: violations, high });
}

/** Returns the last date before the past twelve months. */
export function yearBefore(asOf: IsoDate): IsoDate {
  return addMonths(asOf, -12);
}

function meanPoints(cases: readonly Case[]): number {
  return cases.reduce((sum, single) => sum + casePoints(single), 0) / cases.length;
}
