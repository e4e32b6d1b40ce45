import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedFacts } from '../../records/record/decision-facts.ts';

/** A business that the regulator closed. */
export interface Closure {
  readonly vendorId: string;
  readonly name: string;
  readonly licenseNumber: string;
  readonly city: string | null;
  /** Null where the files do not say. */
  readonly county: string | null;
  readonly closedOn: IsoDate;
  /** False if only a callback of this day is on file, so that the closure was before it. */
  readonly isExact: boolean;
  /** The first later visit or report after which it may operate again; null if the files have none. */
  readonly reopenedOn: IsoDate | null;
  /** The owner disputes a visit of the day. */
  readonly isDisputed: boolean;
}

/** Returns the closures of the present owner after a day, as decisions count them, the newest first. */
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

/** The newest first, of one day by name. */
export function compareClosures(a: Closure, b: Closure): number {
  return compareText(b.closedOn, a.closedOn) || compareText(a.name, b.name);
}
