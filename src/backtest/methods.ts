import { type Case, knownCounts, type Visit } from '../judgment/score/cases.ts';
import { casePoints, scoreValue } from '../judgment/score/score.ts';
import type { ScoreRules } from '../judgment/score/score-rules.ts';
import { daysBetween } from '../lib/time/dates.ts';
import { REGULATOR } from '../regulator/source/regulator.ts';
import type { Moment } from './moments.ts';

/** A method for ranking vendors by what is known about them. */
export interface Method {
  readonly id: string;
  readonly name: string;
  /**
   * A description of the method. For another organization's method, it also lists which of the method's
   * numbers are assumed.
   */
  readonly about: string;
  /** Returns the risk. A higher value means a worse record; only the order matters. */
  readonly risk: (known: Moment) => number;
}

/** Returns our score under these rules, applied to records of any length. */
export function ourMethod(rules: ScoreRules): Method {
  return {
    id: 'score',
    name: `Score ${rules.version}`,
    about: 'The published rule, also for records too short for a letter.',
    risk: ({ known }) => 100 - scoreValue(known, rules),
  };
}

export const FLAG_ID = 'last_high_priority';

/** Returns simpler methods, and methods that other organizations have published. */
export function baselines(rules: ScoreRules): readonly Method[] {
  return [
    {
      id: FLAG_ID,
      name: 'Last inspection: high priority or not',
      about: 'The newest case had a high-priority violation, or not.',
      risk: ({ known }) => Number((known.at(-1)?.highPriority ?? 0) > 0),
    },
    {
      id: 'last_points',
      name: 'Last inspection: points',
      about: 'The points of the newest case under the same rules.',
      risk: ({ known }) => known.slice(-1).reduce((sum, single) => sum + casePoints(single, rules), 0),
    },
    {
      id: 'cycles',
      name: 'Last four cycles in 36 months',
      about:
        `As another ${REGULATOR.jurisdiction} site describes its score: callbacks merged into their cycle by highest counts and worst ` +
        'disposition, the last four cycles of 36 months, newer ones weighing more. Assumed, as we found them nowhere: ' +
        'points 3/2/1, 10 for a follow-up and 25 for a closure, weights 40/30/20/10.',
      risk: cyclesRisk,
    },
    {
      id: 'severity_points',
      name: 'Severity points, graded recency',
      about:
        `As another ${REGULATOR.jurisdiction} site describes its score: 3/2/1 points a violation, every visit by itself, older ones ` +
        'counting less. Assumed: full weight for six months, ¾ for a year, ½ for two, ¼ beyond; their weighted mean.',
      risk: severityRisk,
    },
  ];
}

const CYCLE_WEIGHTS = [0.4, 0.3, 0.2, 0.1];
const CYCLE_WINDOW_DAYS = 1_096;

function cyclesRisk({ known, visitedOn }: Moment): number {
  const recent = known.filter(({ openedOn }) => daysBetween(openedOn, visitedOn) <= CYCLE_WINDOW_DAYS);
  const cycles = recent.slice(-CYCLE_WEIGHTS.length).reverse();
  return weightedMean(
    cycles.map((cycle, index) => ({ weight: CYCLE_WEIGHTS[index] ?? 0, value: cyclePoints(cycle) })),
  );
}

function cyclePoints({ visits, worst }: Case): number {
  const highest = (count: (visit: Visit) => number | null) =>
    Math.max(...visits.map((visit) => count(visit) ?? 0));
  const { result } = REGULATOR.dispositionOf(worst);
  return (
    3 * highest(({ highPriority }) => highPriority) +
    2 * highest(({ intermediate }) => intermediate) +
    highest(({ basic }) => basic) +
    (result === 'closed' ? 25 : result === 'follow_up' ? 10 : 0)
  );
}

function severityRisk({ visits, visitedOn }: Moment): number {
  return weightedMean(
    visits.map((visit) => ({
      weight: recencyWeight(daysBetween(visit.visitedOn, visitedOn)),
      value: severityPoints(visit),
    })),
  );
}

/**
 * Returns severity points. Other methods do not define how to treat unknown counts, so they count as zero
 * here.
 */
function severityPoints(visit: Visit): number {
  const { highPriority, intermediate, basic } = knownCounts(visit) ?? NOTHING;
  return 3 * highPriority + 2 * intermediate + basic;
}

const NOTHING = { highPriority: 0, intermediate: 0, basic: 0 };

function recencyWeight(days: number): number {
  if (days <= 183) return 1;
  if (days <= 365) return 0.75;
  return days <= 730 ? 0.5 : 0.25;
}

function weightedMean(parts: readonly { readonly weight: number; readonly value: number }[]): number {
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0) return 0;
  return parts.reduce((sum, { weight, value }) => sum + weight * value, 0) / weights;
}
