import type { IsoDate } from '../../lib/time/dates.ts';
import type { Case } from './cases.ts';
import { newestVisit } from './visit-order.ts';

interface Ownership {
  /** Cases of the current holder of the license. These are scored. */
  readonly current: readonly Case[];
  /** Cases of earlier holders: labeled as such, neither scored nor rolled up. */
  readonly prior: readonly Case[];
}

/**
 * Splits a license's history at its change of owner. A license number survives the change; the regulator's
 * internal License ID does not. The current owner is the License ID of the newest visit. After an approved
 * change of owner without a visit since, the current owner has no record.
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
