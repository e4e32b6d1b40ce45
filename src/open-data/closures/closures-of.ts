import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';

/** A closure of a business by the regulator. */
export interface Closure {
  readonly vendorId: string;
  readonly name: string;
  readonly licenseNumber: string;
  readonly city: string | null;
  /** Null if the files do not give the county. */
  readonly county: string | null;
  readonly closedOn: IsoDate;
  /** False if only a callback on this day is on file, which means that the closure happened earlier. */
  readonly isExact: boolean;
  /**
   * The date of the first later visit or report that allows the business to operate again; null if none is on
   * file.
   */
  readonly reopenedOn: IsoDate | null;
  /** True if the owner disputes a visit on that day. */
  readonly isDisputed: boolean;
}

/** Returns the current owner's closures after a day, as decisions count them, newest first. */
export function closuresOf(
  { vendor, concerns }: Pick<PublishedFacts, 'vendor' | 'concerns'>,
  after: IsoDate,
): Closure[] {
  const { id, name, license, city, county } = vendor;
  return concerns.closures
    .filter(({ on }) => on > after)
    .map(({ on, is_exact, reopened_on }) => ({
      vendorId: id,
      name,
      licenseNumber: license.number,
      city,
      county,
      closedOn: on,
      isExact: is_exact,
      reopenedOn: reopened_on,
      isDisputed: false,
    }));
}

/** Sorts the newest closures first, and those on the same day by name. */
export function compareClosures(a: Closure, b: Closure): number {
  return compareText(b.closedOn, a.closedOn) || compareText(a.name, b.name);
}
