import type { IsoDate } from '../../lib/time/dates.ts';

/** A closure as the list of closures shows it. */
export interface ClosedBusiness {
  readonly name: string;
  readonly licenseNumber: string;
  readonly city: string | null;
  readonly county: string | null;
  readonly closedOn: IsoDate;
  /** False if the closure happened on an earlier, unknown day. */
  readonly isExact: boolean;
  readonly reopenedOn: IsoDate | null;
}

/** The closures in the last three months, newest first, along with the coverage of the files. */
export interface ListedClosures {
  readonly closures: readonly ClosedBusiness[];
  readonly countiesRead: ReadonlySet<string>;
  /** The latest day that any inspection file covers. */
  readonly through: IsoDate;
  readonly fictional: boolean;
}
