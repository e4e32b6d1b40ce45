import type { MatchReason, Sureness } from '../../matching/matchable.ts';

/** A published vendor that may be meant. */
export interface MeantVendor {
  readonly vendorId: string;
  readonly name: string;
  readonly formerName: string | null;
  /** As the regulator writes it; digits alone when no license file lists it. */
  readonly licenseNumber: string;
  readonly city: string | null;
  readonly county: string | null;
  /** 0 to 1. */
  readonly score: number;
  readonly sureness: Sureness;
  readonly reasons: readonly MatchReason[];
}

/** How many vendors are wanted, and in which city. */
export interface MeantOptions {
  readonly limit: number;
  readonly city?: string | undefined;
}
