import { plusDays } from './days.ts';
import { ORDER } from './dispositions.ts';
import type { RawClosure } from './raw-files.ts';
import type { RawVendor } from './raw-world.ts';
import type { Case, HoldReason, Visit } from './truth.ts';

/** Combines what visits and weekly reports state about closures, according to docs/decisions/0005. */

/**
 * An enforcement action against the business. Its text is a visit's disposition or the reason for a reported
 * closure.
 */
export interface Measure {
  readonly disposition: string;
  readonly day: string;
  readonly result: Visit['result'];
  readonly gravity: number;
}

/**
 * Returns the closure reports about the current owner, which are after the last visit under an earlier owner.
 * The same digits belong to at most one food truck. A caterer may share its digits with another license, so
 * reports about the caterer must name it.
 */
export function countedClosures(
  { type, closures }: RawVendor,
  { name, visits, prior }: { name: string; visits: readonly Visit[]; prior: ReadonlySet<number> },
  asOf: string,
): RawClosure[] {
  const priorEnd = visits.findLast(({ licenseId }) => prior.has(licenseId))?.day ?? '';
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const names = new Set([name, ...visits.map((visit) => visit.name)].map(letters));
  return closures
    .filter(({ closedOn }) => closedOn <= asOf && closedOn > priorEnd)
    .filter((report) => type === '2014' || names.has(letters(report.name)))
    .sort((a, b) => (a.closedOn < b.closedOn ? -1 : 1));
}

/**
 * Adds reported closures to the hold. A reported closure remains in force until its report or a later visit
 * shows the business open. The same applies to earlier enforcement actions.
 */
export function withReports(
  fromVisits: readonly HoldReason[],
  held: readonly Visit[],
  closures: readonly RawClosure[],
  asOf: string,
): HoldReason[] {
  const reopened = closures.flatMap(({ reopenedOn }) =>
    reopenedOn && reopenedOn <= asOf ? [reopenedOn] : [],
  );
  const openSince = reopened.sort().at(-1) ?? '';
  const reported = closures.flatMap(({ closedOn, reopenedOn, conditions }): HoldReason[] => {
    if (reopenedOn && reopenedOn <= asOf) return [];
    return shownOpen(held, closedOn)
      ? []
      : [{ code: 'emergency_closure', text: conditions || 'Emergency closure', since: closedOn }];
  });
  return [...fromVisits, ...reported].filter(({ since }) => since > openSince);
}

/**
 * Returns true if a visit shows the business open. On the day of the closure, only a visit after the order
 * counts.
 */
function shownOpen(held: readonly Visit[], closedOn: string): boolean {
  const order = held.findIndex(({ day, result }) => day === closedOn && result === 'closed');
  return held.some(({ day, reopens }, index) => reopens && (order === -1 ? day > closedOn : index > order));
}

export function gravestOf(cases: readonly Case[], closures: readonly RawClosure[]): Measure | undefined {
  const measures: Measure[] = [
    ...cases.flatMap(({ first, visits }) =>
      visits.flatMap((visit) => {
        if (visit.result === 'follow_up' || visit.result === 'closed') return [visit];
        if (visit.result === 'unknown' || first.visitNumber === 1) return [];
        const proven = visit.isEmergency ? 6 : visit.isComplaint ? 4 : 2;
        return [{ ...visit, gravity: proven }];
      }),
    ),
    ...closures.map(({ conditions, closedOn }) => ({
      disposition: conditions === '' ? 'Emergency closure' : `Emergency closure: ${conditions}`,
      day: closedOn,
      result: 'closed' as const,
      gravity: 6,
    })),
  ];
  return measures.toSorted(
    (a, b) => b.gravity - a.gravity || (a.day < b.day ? 1 : a.day > b.day ? -1 : 0),
  )[0];
}

export interface ClosedDay {
  readonly day: string;
  readonly isExact: boolean;
}

/**
 * Returns orders after the day, and reports of other closures. A report dated on the day of the order or in
 * the next two days is about the same closure. A case with neither counts from the first callback that proves
 * a closure.
 */
export function closuresSince(
  cases: readonly Case[],
  closures: readonly RawClosure[],
  after: string,
): ClosedDay[] {
  const orders = cases.flatMap(({ visits }) =>
    visits.flatMap(({ disposition, day }) => (disposition === ORDER ? [day] : [])),
  );
  const others = closures.filter(
    ({ closedOn }) => !orders.some((day) => day <= closedOn && closedOn <= plusDays(day, 2)),
  );
  const days = new Map([...orders, ...others.map(({ closedOn }) => closedOn)].map((day) => [day, true]));
  const isReported = (day: string) =>
    closures.some(({ closedOn }) => closedOn <= day && plusDays(closedOn, 90) > day);
  for (const { visits } of cases) {
    if (visits.some(({ disposition }) => disposition === ORDER)) continue;
    const first = visits.find(({ isEmergency }) => isEmergency);
    if (first && !isReported(first.day) && !days.has(first.day)) days.set(first.day, false);
  }
  return [...days]
    .filter(([day]) => day > after)
    .map(([day, isExact]) => ({ day, isExact }))
    .sort((x, y) => (x.day < y.day ? 1 : -1));
}
