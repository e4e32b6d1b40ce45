import type { IsoDate } from '../../lib/time/dates.ts';
import type { Case } from './cases.ts';
import { newestVisit } from './visit-order.ts';

interface Ownership {
  /** The current license holder's cases, which are scored. */
  readonly current: readonly Case[];
  /** Earlier holders' cases. They are labeled as such and are neither scored nor rolled up. */
  readonly prior: readonly Case[];
}

/**
 * Splits a license's history at its change of owner. The license number survives the change, but the
 * regulator's internal License ID does not. The License ID of the newest visit identifies the current owner.
 * If there has been no visit since an approved change of owner, the current owner has no record.
 */
export function splitByOwner(cases: readonly Case[], ownershipChanges: readonly IsoDate[]): Ownership {
  const newest = newestVisit(cases.flatMap(({ visits }) => visits));
  if (!newest || ownershipChanges.some((approvedOn) => approvedOn > newest.visitedOn))
    return { current: [], prior: cases };
  return {
    current: cases.filter(({ licenseId }) => licenseId === newest.licenseId),
    prior: cases.filter(({ licenseId }) => licenseId !== newest.licenseId),
  };
}
