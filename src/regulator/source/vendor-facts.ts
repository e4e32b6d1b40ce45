import type { IsoDate } from '../../lib/time/dates.ts';
import type { LicenseRow, ObservationRow, VisitRow } from './parsed-file.ts';
import type { LicenseType } from './regulator.ts';

/** The types of the data that records are built from. */
type StoredLicense = Omit<LicenseRow, 'licenseType' | 'mailingAddress' | 'phone'> & {
  readonly licenseType: string;
  /** The names of the former holder whose row is in the same file, one per line; empty if there is none. */
  readonly formerNames: string;
  readonly fileDistrict: number;
  readonly fileId: number;
};

/** An inspector's text about one citation, as stored. */
type StoredObservation = Omit<ObservationRow, 'visitId' | 'position'>;

/** One inspection visit in the regulator's newest file. Its license is the one whose facts include it. */
export type FactVisit = Omit<VisitRow, 'licenseType' | 'digits' | 'pda'> & {
  /** The inspector's texts about its citations, in the regulator's order; missing if no file has any. */
  readonly observations?: readonly FactObservation[];
};

export type FactObservation = StoredObservation;

/** The license row that is in use for a number. */
export interface FactLicense extends StoredLicense {
  /** True if its district's newest file still lists it. */
  readonly onFile: boolean;
}

/** The names under which license files list a license. */
export interface ListedNames {
  readonly licenseeName: string;
  readonly businessName: string;
  /** The dates of the first and last files with these names. */
  readonly firstOn: IsoDate;
  readonly lastOn: IsoDate;
}

/** A closure in the regulator's weekly workbook. It identifies a license only by digits. */
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
  /** The newest day in the file that lists it. */
  readonly fileDate: IsoDate;
}

/** All data in the regulator's files about one license number. */
export interface VendorFacts {
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly license: FactLicense | undefined;
  readonly visits: readonly FactVisit[];
  /** All names under which license files list it, including the current ones. */
  readonly names: readonly ListedNames[];
  /** The days on which changes of owner were approved. */
  readonly ownershipChanges: readonly IsoDate[];
  readonly closures: readonly FactClosure[];
  /** Final orders, newest first. */
  readonly orders: readonly FactOrder[];
}
