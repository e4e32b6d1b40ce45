import { plusDays } from './days.ts';
import { sameHolder } from './names.ts';
import type { RawVendor } from './raw-world.ts';
import type { Visit } from './truth.ts';

/** Facts about final orders, according to docs/ownership.md and docs/decisions.md. */

/** A row in a monthly file of disciplinary activity, for any license. */
export interface RawOrder {
  readonly license: string;
  readonly caseNumber: string;
  readonly violations: number;
  readonly cents: number;
  readonly orderedOn: string;
  /** Null if the row does not have a date of violation. */
  readonly violationOn: string | null;
}

export interface Order extends RawOrder {
  readonly whose: 'current' | 'former' | 'unknown';
}

interface Owned {
  readonly vendor: RawVendor;
  readonly visits: readonly Visit[];
  readonly prior: ReadonlySet<number>;
  readonly current: ReadonlySet<number>;
  readonly isDoubtful: boolean;
}

/** Returns a license's orders up to the day, newest first. */
export function ordersOf(owned: Owned, asOf: string): Order[] {
  return owned.vendor.orders
    .filter(({ orderedOn }) => orderedOn <= asOf)
    .map((order) => ({ ...order, whose: whoseOrder(order, owned, asOf) }))
    .sort((a, b) => (a.orderedOn + a.caseNumber < b.orderedOn + b.caseNumber ? 1 : -1));
}

/**
 * Returns the current holder's newest order. The caller checks if it is recent enough to count (less than 365
 * days before a date).
 */
export function newestOwn(orders: readonly Order[]): Order | undefined {
  return orders.find(({ whose }) => whose === 'current');
}

export function isWithinYear({ orderedOn }: RawOrder, day: string): boolean {
  return plusDays(day, -365) < orderedOn;
}

function whoseOrder(
  { orderedOn, violationOn }: RawOrder,
  { vendor, visits, prior, current, isDoubtful }: Owned,
  asOf: string,
): Order['whose'] {
  const { license, names, approvals } = vendor;
  const own = visits.filter(({ licenseId }) => current.has(licenseId)).map(({ day }) => day);
  const opened = own[0];
  const counted = approvals.filter((day) => day <= asOf && !(opened && day > opened));
  const present = names.filter(({ licensee }) => license && sameHolder(licensee, license.licensee));
  const since = present.map(({ firstOn }) => firstOn).sort()[0] ?? '9999';
  const others = names.filter(
    (each) => license?.licensee && each.licensee && !present.includes(each) && each.lastOn < since,
  );
  const former = [
    ...visits.filter(({ licenseId }) => prior.has(licenseId)).map(({ day }) => day),
    ...others.map(({ lastOn }) => lastOn),
    ...counted.map((day) => plusDays(day, -1)),
  ].sort();
  const isAlwaysOne = former.length === 0 && !isDoubtful && (license?.former ?? []).length === 0;
  if (isAlwaysOne) return 'current';
  const lastFormer = former.at(-1) ?? '';
  const day = violationOn ?? orderedOn;
  if (day <= lastFormer) return 'former';
  const signs = [...own, ...counted, ...present.map(({ firstOn }) => firstOn)];
  const isOwn = violationOn !== null && signs.some((sign) => sign > lastFormer && sign <= violationOn);
  return isOwn ? 'current' : 'unknown';
}
