import type { BacktestOutcome } from '../judgment/methodology/backtest-report.ts';
import { concernsOf } from '../judgment/policy/concerns.ts';
import { holdOf } from '../judgment/policy/hold.ts';
import { decideOn } from '../judgment/policy/policy.ts';
import { type Case, knownCounts, toCases } from '../judgment/score/cases.ts';
import { standingOf, type Verdict } from '../judgment/score/recommendation.ts';
import { scoreCases } from '../judgment/score/score.ts';
import type { ScoreRules } from '../judgment/score/score-rules.ts';
import { compareVisits } from '../judgment/score/visit-order.ts';
import { compareText } from '../lib/text/text.ts';
import { addDays, addMonths, type IsoDate } from '../lib/time/dates.ts';
import { REGULATOR } from '../regulator/source/regulator.ts';
import { type Moment, ownerOf, type PastVisit } from './moments.ts';

/** The policy's verdict on an owner on one day, along with what was found later. */
export interface PastVerdict {
  readonly owner: string;
  readonly asOf: IsoDate;
  readonly verdict: Verdict;
  /** The codes of all reasons that applied. */
  readonly reasons: readonly string[];
  /** True if there was any visit. */
  readonly visited: boolean;
  readonly found: Readonly<Record<BacktestOutcome, boolean>>;
}

export const WINDOW_DAYS = 90;

/** Returns the verdict on the day before each moment, with that visit's findings. */
export function verdictsBefore(moments: readonly Moment[], rules: ScoreRules): PastVerdict[] {
  return moments.map(({ owner, visits, known, visitedOn, found }) => {
    const asOf = addDays(visitedOn, -1);
    return { owner, asOf, ...verdictOn(visits, known, asOf, rules), visited: true, found };
  });
}

/**
 * Returns the verdicts on the first day of each quarter in these years, for each license's owner on that day,
 * with the findings of visits in the next 90 days. The days follow the calendar because inspectors do not
 * choose theirs at random. A day is skipped if its 90 days extend beyond the newest visit on file.
 */
export function verdictsOnQuarters(
  visits: readonly PastVisit[],
  years: readonly string[],
  rules: ScoreRules,
): PastVerdict[] {
  const days = quartersOf(visits).filter((day) => years.includes(REGULATOR.fiscalYearOf(day)));
  const byOwner = [...Map.groupBy(visits, ownerOf)]
    .map(([owner, own]) => [owner, own.toSorted(compareVisits)] as const)
    .sort(([a], [b]) => compareText(a, b));
  return days.flatMap((day) => {
    const holders = lastOwners(byOwner, day);
    return byOwner
      .filter(([owner]) => holders.has(owner))
      .map(([owner, own]) => ({
        owner,
        asOf: day,
        ...verdictOn(...seenOn(own, day), day, rules),
        ...whatCame(own.filter(({ visitedOn }) => visitedOn > day && visitedOn <= addDays(day, WINDOW_DAYS))),
      }));
  });
}

/** Returns the first day of each quarter whose 90 days are all on file. */
function quartersOf(visits: readonly PastVisit[]): IsoDate[] {
  const on = visits.map(({ visitedOn }) => visitedOn).sort();
  const [oldest = '', newest = ''] = [on.at(0), on.at(-1)];
  const days: IsoDate[] = [];
  for (let day = `${oldest.slice(0, 4)}-01-01`; addDays(day, WINDOW_DAYS) <= newest; day = addMonths(day, 3))
    days.push(day);
  return days;
}

type OwnVisits = readonly (readonly [owner: string, visits: readonly PastVisit[]])[];

/** Returns the owner of each license as of its most recent visit on or before that day. */
function lastOwners(byOwner: OwnVisits, day: IsoDate): Set<string> {
  const last = new Map<string, { readonly owner: string; readonly visit: PastVisit }>();
  for (const [owner, own] of byOwner) {
    const visit = own.findLast(({ visitedOn }) => visitedOn <= day);
    if (!visit) continue;
    const license = owner.slice(0, owner.lastIndexOf(':'));
    const before = last.get(license);
    if (!before || compareVisits(before.visit, visit) < 0) last.set(license, { owner, visit });
  }
  return new Set([...last.values()].map(({ owner }) => owner));
}

function seenOn(own: readonly PastVisit[], day: IsoDate): [readonly PastVisit[], readonly Case[]] {
  const seen = own.filter(({ visitedOn }) => visitedOn <= day);
  return [seen, toCases(seen)];
}

function whatCame(later: readonly PastVisit[]): Pick<PastVerdict, 'visited' | 'found'> {
  const results = later.map(({ disposition }) => REGULATOR.dispositionOf(disposition).result);
  return {
    visited: later.length > 0,
    found: {
      // Callbacks repeat the first visit's findings, so they are left out.
      high_priority: later.some(
        (visit) => visit.visitNumber === 1 && (knownCounts(visit)?.highPriority ?? 0) > 0,
      ),
      follow_up: results.some((result) => result === 'follow_up' || result === 'closed'),
      closure: results.includes('closed'),
    },
  };
}

/**
 * Returns the policy's verdict. It takes the license, its owner, and the year as known, because no license
 * file from those days is available and the visits come from all files.
 */
function verdictOn(visits: readonly PastVisit[], known: readonly Case[], asOf: IsoDate, rules: ScoreRules) {
  const hold = holdOf(visits, [], asOf);
  const score = scoreCases(known, asOf, rules);
  const grade = score.scored ? score.grade : undefined;
  const standing = standingOf({ hold: hold.active, confirmed: true, grade });
  const { verdict, reasons } = decideOn(
    {
      vendor: { license: CONFIRMED },
      evidence: {
        hold,
        grade: standing.grade,
        grade_status: standing.status,
        last_disposition: lastDisposition(visits),
        rollup_12m: { whole_year: true },
      },
      concerns: concernsOf(known, [], { asOf, isYearWhole: true, orders: [] }),
      has_minimum_record: score.scored,
      uncertain_record: null,
      as_of: asOf,
      records_reach_to: asOf,
      inspections_loading_before: null,
      inspections_from: addMonths(asOf, -12),
    },
    { today: asOf },
  );
  return { verdict, reasons: reasons.map(({ code }) => code) };
}

const CONFIRMED = {
  number: '',
  type: 'food_truck',
  status: 'current',
  expires_on: null,
  confirmed: true,
} as const;

function lastDisposition(visits: readonly PastVisit[]) {
  const last = visits.toSorted(compareVisits).at(-1);
  if (!last) return null;
  const { disposition, visitedOn } = last;
  return { text: disposition, date: visitedOn, result: REGULATOR.dispositionOf(disposition).result };
}
