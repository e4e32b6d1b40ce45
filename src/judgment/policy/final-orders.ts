import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import type { FactOrder, VendorFacts } from '../../regulator/source/vendor-facts.ts';
import { type Attribution, dividedNames } from '../scorecard/attribution.ts';
import type { FinalOrder } from '../scorecard/schemas.ts';

/** The number of days after an order within which it is a reason in decisions about events. */
export const ORDER_DAYS = 365;
/**
 * The maximum number of orders on a scorecard, newest first. If one license has more than a few orders, the
 * file must contain an error.
 */
const ORDERS_MAX = 50;

/** The fields of a final order against the current holder that a decision uses. */
export type CountedOrder = Pick<FinalOrder, 'case_number' | 'final_order_on' | 'violations' | 'fine_cents'>;

/**
 * Returns the final orders for a license number up to the given date, newest first. Each states whether it is
 * against the current holder.
 */
export function finalOrdersOf(
  facts: Pick<VendorFacts, 'license' | 'names' | 'ownershipChanges' | 'orders'>,
  owners: Attribution,
  asOf: IsoDate,
): FinalOrder[] {
  const orders = facts.orders.filter(({ orderedOn }) => orderedOn <= asOf);
  if (orders.length === 0) return [];
  const holders = holdersOf(facts, owners, asOf);
  return orders.slice(0, ORDERS_MAX).map((order) => ({
    case_number: order.caseNumber,
    final_order_on: order.orderedOn,
    violation_on: order.violationOn,
    violations: order.violations,
    fine_cents: order.fineCents,
    currency: 'USD',
    of_current_holder: isOfCurrentHolder(order, holders),
    file_date: order.fileDate,
  }));
}

/** Returns the newest order that is known to be against the current holder, or null if there is none. */
export function newestOwnOrder(orders: readonly FinalOrder[]): CountedOrder | null {
  const own = orders.find((order) => order.of_current_holder === true);
  if (!own) return null;
  const { case_number, final_order_on, violations, fine_cents } = own;
  return { case_number, final_order_on, violations, fine_cents };
}

/** Returns true if there is an order and it is less than a year old on the given date. */
export function isRecentOrder(order: Pick<FinalOrder, 'final_order_on'> | null, day: IsoDate): boolean {
  return order !== null && addDays(order.final_order_on, ORDER_DAYS) > day;
}

/** The dates in the files that show when the current holder took over the license. */
interface Holders {
  /** The last date that is known to belong to a former holder. */
  readonly formerTo: IsoDate | undefined;
  /** The first date that is known to belong to the current holder. */
  readonly currentFrom: IsoDate | undefined;
  /** True if anything shows that there was a former holder, even without a date. */
  readonly isAnyFormer: boolean;
}

/**
 * Determines when the current holder took over the license. Uses the same evidence as for inspections
 * (docs/ownership.md), but by date, because orders do not have a License ID.
 */
function holdersOf(
  { license, names, ownershipChanges }: Pick<VendorFacts, 'license' | 'names' | 'ownershipChanges'>,
  owners: Attribution,
  asOf: IsoDate,
): Holders {
  const ownFirst = firstOf(daysOf(owners.current));
  // Approvals after the current owner's first inspection are ignored, because they approve that owner's
  // opening.
  const approved = ownershipChanges.filter(
    (day) => day <= asOf && (ownFirst === undefined || day <= ownFirst),
  );
  const listed = license ? dividedNames(license, names) : { present: [], before: [] };
  const formerTo = lastOf([
    ...daysOf(owners.prior),
    ...listed.before.map(({ lastOn }) => lastOn),
    ...approved.map((day) => addDays(day, -1)),
  ]);
  const current = [
    ...(ownFirst === undefined ? [] : [ownFirst]),
    ...listed.present.flatMap((each) => ('firstOn' in each ? [each.firstOn] : [])),
    ...approved,
  ];
  return {
    formerTo,
    currentFrom: firstOf(current.filter((day) => formerTo === undefined || day > formerTo)),
    isAnyFormer: formerTo !== undefined || owners.doubt !== null || (license?.formerNames ?? '') !== '',
  };
}

/**
 * Returns whether a case is against the current holder, or null if the files do not show it. The holder on
 * the date of the violation is responsible. The order may come months after a change of owner.
 */
function isOfCurrentHolder(
  { violationOn, orderedOn }: FactOrder,
  { formerTo, currentFrom, isAnyFormer }: Holders,
): boolean | null {
  if (!isAnyFormer) return true;
  const day = violationOn ?? orderedOn;
  if (formerTo !== undefined && day <= formerTo) return false;
  return violationOn !== null && currentFrom !== undefined && day >= currentFrom ? true : null;
}

function daysOf(cases: Attribution['current']): IsoDate[] {
  return cases.flatMap(({ visits }) => visits.map(({ visitedOn }) => visitedOn));
}

function firstOf(days: readonly IsoDate[]): IsoDate | undefined {
  return days.toSorted()[0];
}

function lastOf(days: readonly IsoDate[]): IsoDate | undefined {
  return days.toSorted().at(-1);
}
