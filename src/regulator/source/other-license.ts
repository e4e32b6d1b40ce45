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

/** In the order in which a form offers them. */
export const OTHER_LICENSES = ['restaurant', 'temporary_event', 'food_permit', 'cottage_food'] as const;
export type OtherLicenseCode = (typeof OTHER_LICENSES)[number];

/** The code that a form or a row has; undefined for none. */
export function asOtherLicense(text: string): OtherLicenseCode | undefined {
  return OTHER_LICENSES.find((code) => code === text);
}
