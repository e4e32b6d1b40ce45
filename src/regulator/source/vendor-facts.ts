import type { IsoDate } from '../../lib/time/dates.ts';
import type { LicenseRow, ObservationRow, VisitRow } from './parsed-file.ts';
import type { LicenseType } from './regulator.ts';

/** Everything the records are made from, in the order of regulator keys. */
export type StoredLicense = Omit<LicenseRow, 'licenseType' | 'mailingAddress' | 'phone'> & {
  readonly licenseType: string;
  /** Names of the former holder whose row the same file has, one a line; empty when it has none. */
  readonly formerNames: string;
  readonly fileDistrict: number;
  readonly fileId: number;
};

/** What an inspector wrote to one citation, as it is stored. */
export type StoredObservation = Omit<ObservationRow, 'visitId' | 'position'>;

/** One inspection visit as the regulator's newest file shows it; its license is the one whose facts hold it. */
export type FactVisit = Omit<VisitRow, 'licenseType' | 'digits' | 'pda'> & {
  /** What the inspector wrote to its citations, in the regulator's order; absent where no file says. */
  readonly observations?: readonly FactObservation[];
};

export type FactObservation = StoredObservation;

/** The license row in use for a number. */
export interface FactLicense extends StoredLicense {
  /** Whether the newest file of its district still lists it. */
  readonly onFile: boolean;
}

/** Names under which license files list a license. */
export interface ListedNames {
  readonly licenseeName: string;
  readonly businessName: string;
  /** Dates of the first and the last file that has them. */
  readonly firstOn: IsoDate;
  readonly lastOn: IsoDate;
}

/** A closure as the regulator's weekly workbook reports it; it names a license by digits alone. */
export interface FactClosure {
  readonly closedOn: IsoDate;
  readonly businessName: string;
  readonly conditions: string;
  readonly reopenedOn: IsoDate | null;
}

/** A final order of a disciplinary case, as the regulator's monthly file reports it. */
export interface FactOrder {
  readonly caseNumber: string;
  readonly orderedOn: IsoDate;
  readonly violationOn: IsoDate | null;
  readonly violations: number;
  /** US cents. */
  readonly fineCents: number;
  /** The newest day of the file that lists it. */
  readonly fileDate: IsoDate;
}

/** Everything the regulator's files say about one license number. */
export interface VendorFacts {
  readonly licenseType: LicenseType;
  readonly digits: string;
  readonly license: FactLicense | undefined;
  readonly visits: readonly FactVisit[];
  /** All names that license files list it under, the present ones included. */
  readonly names: readonly ListedNames[];
  /** Days on which a change of owner was approved. */
  readonly ownershipChanges: readonly IsoDate[];
  readonly closures: readonly FactClosure[];
  /** The newest first. */
  readonly orders: readonly FactOrder[];
}
