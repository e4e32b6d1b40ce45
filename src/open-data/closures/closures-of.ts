import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';

/** A business that the regulator closed. */
export interface Closure {
  readonly vendorId: string;
  readonly name: string;
  readonly licenseNumber: string;
  readonly city: string | null;
  /** Null if it is not in the files. */
  readonly county: string | null;
  readonly closedOn: IsoDate;
  /** False if only a callback on this day is on file, which means that the closure was before it. */
  readonly isExact: boolean;
  /**
   * The date of the first later visit or report that lets it operate again; null if there is none on file.
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

/** Sorts newest first, and by name within a day. */
export function compareClosures(a: Closure, b: Closure): number {
  return compareText(b.closedOn, a.closedOn) || compareText(a.name, b.name);
}
