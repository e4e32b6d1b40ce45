import type { IsoDate } from '../../lib/time/dates.ts';
import type { LicenseRow, ObservationRow, VisitRow } from './parsed-file.ts';
import type { LicenseType } from './regulator.ts';

/** The data from which vendor records are built. */
type StoredLicense = Omit<LicenseRow, 'licenseType' | 'mailingAddress' | 'phone'> & {
  readonly licenseType: string;
  /** The names of the former holder whose row is in the same file, one per line. Empty if there is none. */
  readonly formerNames: string;
  readonly fileDistrict: number;
  readonly fileId: number;
};

/** An inspector's text for one citation, as stored. */
type StoredObservation = Omit<ObservationRow, 'visitId' | 'position'>;

/** One inspection visit in the regulator's newest file. It belongs to the license whose facts contain it. */
export type FactVisit = Omit<VisitRow, 'licenseType' | 'digits' | 'pda'> & {
  /** The inspector's texts for its citations, in the regulator's order. Missing if no file has any. */
  readonly observations?: readonly FactObservation[];
};

export type FactObservation = StoredObservation;

/** The license row that is in use for a number. */
export interface FactLicense extends StoredLicense {
  /** True if the newest file for its district still lists the license. */
  readonly onFile: boolean;
}

/** The names that license files list for a license during some period. */
export interface ListedNames {
  readonly licenseeName: string;
  readonly businessName: string;
  /** The dates of the first and last files with these names. */
  readonly firstOn: IsoDate;
  readonly lastOn: IsoDate;
}

/** A closure in the regulator's weekly workbook. It identifies the license only by its digits. */
export interface FactClosure {
  readonly closedOn: IsoDate;
  readonly businessName: string;
  readonly conditions: string;
  readonly reopenedOn: IsoDate | null;
}

/** A final order in a disciplinary case, from the regulator's monthly file. */
export interface FactOrder {
  readonly caseNumber: string;
  readonly orderedOn: IsoDate;
  readonly violationOn: IsoDate | null;
  readonly violations: number;
  /** In US cents. */
  readonly fineCents: number;
  /** The newest date in the file that lists the order. */
  readonly fileDate: IsoDate;
}

/** Everything that the regulator's files contain about one license number. */
export interface VendorFacts {
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly license: FactLicense | undefined;
  readonly visits: readonly FactVisit[];
  /** All names that license files have listed for the license, including the current ones. */
  readonly names: readonly ListedNames[];
  /** The dates on which ownership changes were approved. */
  readonly ownershipChanges: readonly IsoDate[];
  readonly closures: readonly FactClosure[];
  /** Final orders, newest first. */
  readonly orders: readonly FactOrder[];
}
