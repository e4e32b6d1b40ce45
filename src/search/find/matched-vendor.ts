import type { Confidence, MatchReason } from '../../matching/matchable.ts';

/** A published vendor that may be a match. */
export interface MatchedVendor {
  readonly vendorId: string;
  readonly name: string;
  readonly formerName: string | null;
  /** In the regulator's format, or only the digits if the license is not in a license file. */
  readonly licenseNumber: string;
  readonly city: string | null;
  readonly county: string | null;
  /** The score of the match, from 0 to 1. */
  readonly score: number;
  readonly confidence: Confidence;
  readonly reasons: readonly MatchReason[];
}

/** The number of vendors to return, and the city given for the vendor. */
export interface MatchOptions {
  readonly limit: number;
  readonly city?: string | undefined;
}
