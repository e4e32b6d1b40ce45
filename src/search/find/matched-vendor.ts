import type { Confidence, MatchReason } from '../../matching/matchable.ts';

/** A published vendor that may be a match. */
export interface MatchedVendor {
  readonly vendorId: string;
  readonly name: string;
  readonly formerName: string | null;
  /** In the regulator's format; only digits if it is not in a license file. */
  readonly licenseNumber: string;
  readonly city: string | null;
  readonly county: string | null;
  /** 0 to 1. */
  readonly score: number;
  readonly confidence: Confidence;
  readonly reasons: readonly MatchReason[];
}

/** The number of vendors to return and their city. */
export interface MatchOptions {
  readonly limit: number;
  readonly city?: string | undefined;
}
