import type { BacktestOutcome } from '../judgment/methodology/backtest-report.ts';
import { type Case, knownCounts, toCases, type Visit } from '../judgment/score/cases.ts';
import { compareVisits } from '../judgment/score/visit-order.ts';
import { compareText } from '../lib/text/text.ts';
import type { IsoDate } from '../lib/time/dates.ts';
import { licenseKey } from '../regulator/licenses/number.ts';
import { REGULATOR } from '../regulator/source/regulator.ts';

/** A visit in the form that the back-test uses. */
export interface PastVisit extends Visit {
  readonly licenseType: string;
  readonly digits: string;
  readonly district: number;
  readonly categories: string;
}

/**
 * The day before a routine first visit: what was known about the business then, and what the visit found the
 * next day.
 */
export interface Moment {
  /** An identifier for one owner of one license. */
  readonly owner: string;
  readonly licenseType: string;
  readonly district: number;
  readonly visitedOn: IsoDate;
  readonly fiscalYear: string;
  /** Visits under the same owner before that day, in chronological order. */
  readonly visits: readonly PastVisit[];
  /** The same visits grouped into cases, each in its state at that time. Never empty. */
  readonly known: readonly Case[];
  readonly found: Readonly<Record<BacktestOutcome, boolean>>;
}

/**
 * Lists, in chronological order, every routine first visit that has a known result, known counts, and at
 * least one earlier case under the same owner. Only the findings come from the visit itself; everything else
 * comes from earlier days.
 */
export function listMoments(visits: readonly PastVisit[]): Moment[] {
  const moments: Moment[] = [];
  for (const [owner, own] of Map.groupBy(visits, ownerOf)) {
    const inOrder = own.sort(compareVisits);
    for (const visit of inOrder) {
      const moment = toMoment(owner, visit, inOrder);
      if (moment) moments.push(moment);
    }
  }
  return moments.sort((a, b) => compareText(a.visitedOn, b.visitedOn) || compareText(a.owner, b.owner));
}

/**
 * Returns an identifier for the license holder at that time. The regulator's License ID changes with the owner.
 */
export function ownerOf({ licenseType, digits, licenseId }: PastVisit): string {
  return `${licenseKey(licenseType, digits)}:${licenseId}`;
}

function toMoment(owner: string, visit: PastVisit, all: readonly PastVisit[]): Moment | undefined {
  const { result } = REGULATOR.dispositionOf(visit.disposition);
  const counts = knownCounts(visit);
  if (
    !counts ||
    visit.visitNumber !== 1 ||
    visit.inspectionType !== REGULATOR.inspectionTypes.routine ||
    result === 'unknown'
  )
    return undefined;
  const before = all.filter(
    ({ visitedOn, caseId }) => visitedOn < visit.visitedOn && caseId !== visit.caseId,
  );
  if (before.length === 0) return undefined;
  return {
    owner,
    licenseType: visit.licenseType,
    district: visit.district,
    visitedOn: visit.visitedOn,
    fiscalYear: REGULATOR.fiscalYearOf(visit.visitedOn),
    visits: before,
    known: toCases(before),
    found: {
      high_priority: counts.highPriority > 0,
      follow_up: result !== 'met',
      closure: result === 'closed',
    },
  };
}
