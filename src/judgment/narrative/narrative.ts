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

/** Compares the newest two cases with the earlier ones, in points of the score's own rules. */
export function trendOf(cases: readonly Case[]): Scorecard['trend'] {
  const points = cases.map((single) => ({
    date: single.openedOn,
    high_priority: single.highPriority,
    intermediate: single.intermediate,
    basic: single.basic,
  }));
  const recent = cases.slice(-RECENT_CASES);
  const earlier = cases.slice(0, -RECENT_CASES).filter(knownCounts);
  // Unknown counts of an inspection can't be compared.
  if (earlier.length === 0 || !recent.every(knownCounts)) return { direction: 'unknown', points };
  const change = meanPoints(recent) - meanPoints(earlier);
  if (Math.abs(change) < STEADY_WITHIN_POINTS) return { direction: 'steady', points };
  return { direction: change < 0 ? 'improving' : 'worsening', points };
}

/** The input of the record in a few sentences. */
interface NarratedRecord {
  readonly name: string;
  readonly confirmed: boolean;
  /** Inspections with their callbacks, under the present owner and under former ones. */
  readonly cases: number;
  readonly priorCases: number;
  /** True if another owner was inspected in the year, too. */
  readonly isOthersInYear: boolean;
  readonly rollup: Rollup;
  readonly trend: Pick<Scorecard['trend'], 'direction'>;
  readonly gravest: Scorecard['gravest_event'];
  readonly asOf: IsoDate;
}

/**
 * Returns the record in a few sentences, made by rule from what is on file; null if the record is
 * insufficient.
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

/** Returns the sentences themselves. Publication stores the English ones. */
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
  /** The vendor's name, with the owner if another owner was inspected in the year, too. */
  readonly vendor: string;
  readonly rollup: Rollup;
  readonly asOf: IsoDate;
}

/**
 * Describes the last twelve months. Says what the regulator did in a year only if the files cover all of it.
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

/** A callback in the year belongs to an inspection before it. */
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

/** Returns the last day before the last twelve months begin. */
export function yearBefore(asOf: IsoDate): IsoDate {
  return addMonths(asOf, -12);
}

function meanPoints(cases: readonly Case[]): number {
  return cases.reduce((sum, single) => sum + casePoints(single), 0) / cases.length;
}
