/** The fields of a vendor that typed text can match. */
export interface Matchable {
  readonly id: string;
  readonly name: string;
  readonly formerName: string | null;
  readonly city: string | null;
  readonly county?: string | null;
  readonly licenseType: string;
  /** The digits of the license number. */
  readonly digits: string;
}

/** The reasons for and against a match, in the order in which they are listed. */
export const MATCH_REASONS = [
  'same_name',
  'same_number',
  'number_alike',
  'digits_exchanged',
  'digit_missing',
  'digit_extra',
  'number_misread',
  'former_name',
  'spelled_alike',
  'other_order',
  'words_missing',
  'words_more',
  'city',
  'other_letters',
  'other_number',
  'other_name',
  'other_city',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

/**
 * How certain a match is. "sure" means that no other vendor is similar, so it is never used if several
 * vendors have the same name.
 */
export const CONFIDENCES = ['sure', 'likely', 'possible'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export interface VendorMatch<Vendor extends Matchable = Matchable> {
  readonly vendor: Vendor;
  /** The score from 0 to 1. */
  readonly score: number;
  readonly confidence: Confidence;
  readonly reasons: readonly MatchReason[];
}
