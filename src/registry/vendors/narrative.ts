import { addMonths, describeAge, describeDay, type IsoDate } from '../../lib/dates.ts';
import { countNoun } from '../../lib/text.ts';
import { type Case, knownCounts } from '../scoring/cases.ts';
import type { GradeStanding } from '../scoring/recommendation.ts';
import { casePoints } from '../scoring/score.ts';
import type { Rollup, Scorecard } from './schemas.ts';

const RECENT_CASES = 2;
const STEADY_WITHIN_POINTS = 1;

/** How the newest two cases compare with those before them, in points of the score's own rules. */
export function trendOf(cases: readonly Case[]): Scorecard['trend'] {
  const points = cases.map((single) => ({
    date: single.openedOn,
    high_priority: single.highPriority,
    intermediate: single.intermediate,
    basic: single.basic,
  }));
  const recent = cases.slice(-RECENT_CASES);
  const earlier = cases.slice(0, -RECENT_CASES).filter(knownCounts);
  // What an inspection counted can't be compared while it is unknown.
  if (earlier.length === 0 || !recent.every(knownCounts)) return { direction: 'unknown', points };
  const change = meanPoints(recent) - meanPoints(earlier);
  if (Math.abs(change) < STEADY_WITHIN_POINTS) return { direction: 'steady', points };
  return { direction: change < 0 ? 'improving' : 'worsening', points };
}

/** The record in a few sentences, made by rule from what is on file; null when the record is insufficient. */
export function narrativeOf(record: {
  readonly name: string;
  readonly standing: GradeStanding;
  readonly confirmed: boolean;
  readonly cases: readonly Case[];
  readonly priorCases: readonly Case[];
  readonly rollup: Rollup;
  readonly trend: Scorecard['trend'];
  readonly gravest: Scorecard['gravest_event'];
  readonly asOf: IsoDate;
}): string | null {
  if (record.standing.status === 'insufficient_record' || record.cases.length === 0) return null;
  const { rollup, cases, trend, gravest } = record;
  const prior = record.priorCases.length;
  const owner = `the ${record.confirmed ? 'current' : 'last known'} owner`;
  const sentences = [
    ...yearSentences({ ...record, whose: whoseInYear(record, owner) }),
    `${countNoun(cases.length, 'inspection')} ${cases.length === 1 ? 'is' : 'are'} on file under ${owner}.`,
  ];
  const serious = [
    [rollup.emergency_orders, 'to an emergency order'] as const,
    [rollup.admin_complaints, 'to an administrative complaint'] as const,
    [rollup.warnings, 'to a warning'] as const,
  ].filter(([count]) => count > 0);
  const told = serious.map(([count, what], index) => `${count}${index === 0 ? ' led' : ''} ${what}`);
  if (told.length > 0) sentences.push(`Of that year’s inspections, ${told.join(', ')}.`);
  if (gravest)
    sentences.push(
      `The gravest result on file: “${gravest.text}” (${describeDay(gravest.date)}, ${describeAge(gravest.date, record.asOf)}).`,
    );
  if (trend.direction !== 'unknown') sentences.push(TREND_SENTENCES[trend.direction]);
  if (prior > 0)
    sentences.push(
      `${countNoun(prior, 'earlier inspection')} under a prior owner ${prior === 1 ? 'is' : 'are'} not counted.`,
    );
  return sentences.join(' ');
}

interface YearRecord {
  readonly name: string;
  readonly rollup: Rollup;
  readonly asOf: IsoDate;
  /** " under the current owner" where another owner was visited in the year, too. */
  readonly whose: string;
}

function whoseInYear(
  { priorCases, asOf }: { readonly priorCases: readonly Case[]; readonly asOf: IsoDate },
  owner: string,
): string {
  const isOthers = priorCases.some(({ visits }) =>
    visits.some(({ visitedOn }) => visitedOn > addMonths(asOf, -12)),
  );
  return isOthers ? ` under ${owner}` : '';
}

/** The last twelve months; only of a year that the files cover in full is it said what the regulator did in it. */
function yearSentences(record: YearRecord): string[] {
  const { name, rollup, asOf, whose } = record;
  const { inspections, whole_year: isWhole } = rollup;
  const day = describeDay(asOf);
  if (isWhole && inspections > 0)
    return [
      `In the year to ${day} the regulator inspected ${name}${whose} ${times(inspections)}${foundText(rollup)}`,
    ];
  const partly = isWhole ? [] : [`The files read here do not cover the whole year to ${day}.`];
  if (inspections === 0) return [...partly, noneText(record)];
  return [
    ...partly,
    `In what they cover of it, the regulator inspected ${name}${whose} ${times(inspections)}${foundText(rollup)}`,
  ];
}

const TREND_SENTENCES = {
  improving: 'The two newest inspections weigh less in points than those before.',
  steady: 'The two newest inspections weigh about as much in points as those before.',
  worsening: 'The two newest inspections weigh more in points than those before.',
} as const;

function meanPoints(cases: readonly Case[]): number {
  return cases.reduce((sum, single) => sum + casePoints(single), 0) / cases.length;
}

/** A callback in the year belongs to an inspection before it. */
function noneText({ name, rollup, asOf, whose }: YearRecord): string {
  const year = `is on file for the year to ${describeDay(asOf)}`;
  const last = rollup.last_inspected_on;
  if (last === null || last <= addMonths(asOf, -12)) return `No inspection of ${name}${whose} ${year}.`;
  return `No new inspection of ${name}${whose} ${year}, only callbacks of an earlier one.`;
}

function foundText({ violations, high_priority: high }: Rollup): string {
  if (violations === null || high === null) return '. How many violations it cited is not fully on file.';
  if (violations === 0) return ' and cited no violation.';
  return ` and cited ${countNoun(violations, 'violation')}, ${highText(violations, high)}.`;
}

function highText(violations: number, high: number): string {
  if (violations === 1) return high === 1 ? 'of high priority' : 'not of high priority';
  return `${high === 0 ? 'none' : high} of them high priority`;
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
