/**
 * A license to serve food that this service has no records of, and the documents that an organizer requests
 * instead.
 */
export interface OtherLicense {
  readonly code: OtherLicenseCode;
  readonly name: string;
  /** Its purpose, its issuer, and the consequence for an organizer. */
  readonly about: string;
  readonly documents: readonly string[];
  /** An official page. */
  readonly link: { readonly name: string; readonly url: string };
}

/** In the order of a form. */
export const OTHER_LICENSES = ['restaurant', 'temporary_event', 'food_permit', 'cottage_food'] as const;
export type OtherLicenseCode = (typeof OTHER_LICENSES)[number];

/** Returns the code that a form or a row has; undefined if it is unknown. */
export function asOtherLicense(text: string): OtherLicenseCode | undefined {
  return OTHER_LICENSES.find((code) => code === text);
}
