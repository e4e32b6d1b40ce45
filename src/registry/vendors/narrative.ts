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
  readonly priorCases: number;
  readonly rollup: Rollup;
  readonly trend: Scorecard['trend'];
  readonly gravest: Scorecard['gravest_event'];
  readonly asOf: IsoDate;
}): string | null {
  if (record.standing.status === 'insufficient_record' || record.cases.length === 0) return null;
  const { rollup, cases, trend, priorCases, gravest } = record;
  const sentences = [
    ...yearSentences(record),
    `${countNoun(cases.length, 'inspection')} ${cases.length === 1 ? 'is' : 'are'} on file under the ${record.confirmed ? 'current' : 'last known'} owner.`,
  ];
  const serious = [
    rollup.emergency_orders > 0 ? countNoun(rollup.emergency_orders, 'emergency order') : '',
    rollup.admin_complaints > 0 ? countNoun(rollup.admin_complaints, 'administrative complaint') : '',
    rollup.warnings > 0 ? countNoun(rollup.warnings, 'warning') : '',
  ].filter((part) => part !== '');
  if (serious.length > 0) sentences.push(`The same year saw ${serious.join(', ')}.`);
  if (gravest)
    sentences.push(
      `The gravest result on file: “${gravest.text}” (${describeDay(gravest.date)}, ${describeAge(gravest.date, record.asOf)}).`,
    );
  if (trend.direction !== 'unknown') sentences.push(TREND_SENTENCES[trend.direction]);
  if (priorCases > 0)
    sentences.push(
      `${countNoun(priorCases, 'earlier inspection')} under a prior owner ${priorCases === 1 ? 'is' : 'are'} not counted.`,
    );
  return sentences.join(' ');
}

/** The last twelve months; only of a year that the files cover in full is it said what the regulator did in it. */
function yearSentences({
  name,
  rollup,
  asOf,
}: {
  readonly name: string;
  readonly rollup: Rollup;
  readonly asOf: IsoDate;
}): string[] {
  const { inspections, whole_year: isWhole } = rollup;
  const day = describeDay(asOf);
  if (isWhole && inspections > 0)
    return [
      `In the year to ${day} the regulator inspected ${name} ${times(inspections)}${foundText(rollup)}`,
    ];
  const partly = isWhole ? [] : [`The files read here do not cover the whole year to ${day}.`];
  if (inspections === 0) return [...partly, noneText({ name, rollup, asOf })];
  return [
    ...partly,
    `In what they cover of it, the regulator inspected ${name} ${times(inspections)}${foundText(rollup)}`,
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
function noneText({ name, rollup, asOf }: { name: string; rollup: Rollup; asOf: IsoDate }): string {
  const year = `is on file for the year to ${describeDay(asOf)}`;
  const last = rollup.last_inspected_on;
  if (last === null || last <= addMonths(asOf, -12)) return `No inspection of ${name} ${year}.`;
  return `No new inspection of ${name} ${year}, only callbacks of an earlier one.`;
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
