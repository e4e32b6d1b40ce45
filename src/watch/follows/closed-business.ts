import type { IsoDate } from '../../lib/time/dates.ts';

/** A closure as shown in the list of closures. */
export interface ClosedBusiness {
  readonly name: string;
  readonly licenseNumber: string;
  readonly city: string | null;
  readonly county: string | null;
  readonly closedOn: IsoDate;
  /** False if the closure happened before that day. */
  readonly isExact: boolean;
  readonly reopenedOn: IsoDate | null;
}

/** The closures of the last three months, newest first, and what the files cover. */
export interface ListedClosures {
  readonly closures: readonly ClosedBusiness[];
  readonly countiesRead: ReadonlySet<string>;
  /** The latest day that any inspection file covers. */
  readonly through: IsoDate;
  readonly fictional: boolean;
}
