import { ORDER } from './dispositions.ts';
import type { RawClosure } from './raw-files.ts';
import type { RawVendor } from './raw-world.ts';
import type { HoldReason, Visit } from './truth.ts';

/** What visits and weekly reports together say of closures, by docs/decisions/0005. */

/** A measure against the business: a visit's disposition, or the reason of a reported closure. */
export interface Measure {
  readonly disposition: string;
  readonly day: string;
  readonly result: Visit['result'];
  readonly gravity: number;
}

/**
 * The reports that are about the present owner: after the last visit of an owner before. Digits are a food truck's own; a
 * caterer may share them, and its reports must name it.
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

/** A reported closure stands until its report, or a visit after it, shows the business open; so does what came before it. */
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

/** On the day itself a visit shows it open only after the order. */
function shownOpen(held: readonly Visit[], closedOn: string): boolean {
  const order = held.findIndex(({ day, result }) => day === closedOn && result === 'closed');
  return held.some(({ day, reopens }, index) => reopens && (order === -1 ? day > closedOn : index > order));
}

export function gravestOf(own: readonly Visit[], closures: readonly RawClosure[]): Measure | undefined {
  const measures: Measure[] = [
    ...own.filter(({ result }) => result === 'follow_up' || result === 'closed'),
    ...closures.map(({ conditions, closedOn }) => ({
      ...{ disposition: conditions === '' ? 'Emergency closure' : `Emergency closure: ${conditions}` },
      ...{ day: closedOn, result: 'closed' as const, gravity: 6 },
    })),
  ];
  return measures.toSorted(
    (a, b) => b.gravity - a.gravity || (a.day < b.day ? 1 : a.day > b.day ? -1 : 0),
  )[0];
}

/** An order or a report after the day; a callback that found it closed where there is neither. */
export function closedSince(
  own: readonly Visit[],
  closures: readonly RawClosure[],
  after: string,
): string | undefined {
  const newest = (days: readonly string[]) =>
    days
      .filter((day) => day > after)
      .sort()
      .at(-1);
  const closing = own.filter(({ result, isEmergency }) => result === 'closed' && isEmergency);
  const orders = closing.filter(({ disposition }) => disposition === ORDER);
  return (
    newest([...orders.map(({ day }) => day), ...closures.map(({ closedOn }) => closedOn)]) ??
    newest(closing.map(({ day }) => day))
  );
}

/** Whether the regulator closed the business on the day, by a visit of this owner or a report. */
export function wasClosedOn(
  { own, closures }: { readonly own: readonly Visit[]; readonly closures: readonly RawClosure[] },
  on: string,
): boolean {
  return (
    own.some(({ day, result, isEmergency }) => day === on && result === 'closed' && isEmergency) ||
    closures.some(({ closedOn }) => closedOn === on)
  );
}
