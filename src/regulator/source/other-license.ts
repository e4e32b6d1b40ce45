/** A license to serve food that this service has no records of; what an organizer asks for instead. */
export interface OtherLicense {
  readonly code: OtherLicenseCode;
  readonly name: string;
  /** What it is, who gives it, and what that means for an organizer. */
  readonly about: string;
  readonly documents: readonly string[];
  /** An official page. */
  readonly link: { readonly name: string; readonly url: string };
}

export type OtherLicenseCode = 'restaurant' | 'temporary_event' | 'food_permit' | 'cottage_food';
