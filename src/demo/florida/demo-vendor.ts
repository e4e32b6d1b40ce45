import type { IsoDate } from '../../lib/time/dates.ts';
import type { County } from '../../regulator/source/source.ts';

/** The kind of license in a demo record. `SEAT` and `VEND` are unrelated rows that the import must ignore. */
export type DemoRank = 'MFDV' | 'HTDG' | 'CATR' | 'SEAT' | 'VEND';
export type DemoInspectionType = 'Routine - Food' | 'Food-Licensing Inspection' | 'Complaint Full';

export interface DemoVisit {
  readonly visitId: number;
  readonly visitNumber: number;
  readonly disposition: string;
  readonly daysAgo: number;
  readonly high: number;
  readonly intermediate: number;
  readonly basic: number;
  /** True for PDA status Y: the visit was recorded on the inspector's handheld device. */
  readonly handheld: boolean;
  /** Violation categories 1–58, with one entry per citation. */
  readonly categories: readonly number[];
}

export interface DemoCase {
  readonly inspectionNumber: number;
  readonly inspectionType: DemoInspectionType;
  readonly licenseId: number;
  readonly businessName: string;
  readonly visits: readonly DemoVisit[];
}

/** One row of the license file. */
export interface DemoLicense {
  readonly businessName: string;
  readonly licenseeName: string;
  readonly primaryStatus: string;
  readonly secondaryStatus: string;
  readonly expiryDate: IsoDate;
  /** The number of days since the most recent visit; undefined if there was none. */
  readonly lastInspection: number | undefined;
}

/** One row of the new-license or change-of-owner file. */
export interface DemoApplication {
  readonly kind: 'new-license' | 'change-of-owner';
  readonly applicationNumber: number;
  readonly approvedDaysAgo: number;
}

export interface DemoIdentity {
  readonly rank: DemoRank;
  /** The seven digits of the license number, without the prefix letters. */
  readonly digits: string;
  /** The first of the 100 ids that are reserved for this vendor in each of the regulator's number series. */
  readonly firstId: number;
  /**
   * The county where the vendor is now. The first two digits of the license number show where it was issued.
   */
  readonly county: County;
  readonly city: string;
  readonly zip: string;
  readonly address: string;
  readonly phone: string;
  readonly region: string;
  readonly riskLevel: string;
}

export interface DemoVendor extends DemoIdentity {
  readonly cases: readonly DemoCase[];
  readonly licenses: readonly DemoLicense[];
  readonly applications: readonly DemoApplication[];
}

/** Returns the number of days since the newest visit in these cases. */
export function newestVisit(cases: readonly DemoCase[]): number | undefined {
  const days = cases.flatMap((one) => one.visits.map((visit) => visit.daysAgo));
  return days.length === 0 ? undefined : Math.min(...days);
}
