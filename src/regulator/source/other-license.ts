/**
 * A license to serve food that is not in this service's records, and the documents that an organizer can
 * request instead.
 */
export interface OtherLicense {
  readonly code: OtherLicenseCode;
  readonly name: string;
  /** A description of the license: its purpose, who issues it, and what it means for an organizer. */
  readonly about: string;
  readonly documents: readonly string[];
  /** An official page about the license. */
  readonly link: { readonly name: string; readonly url: string };
}

/** The codes of these licenses, in the order used in forms. */
export const OTHER_LICENSES = ['restaurant', 'temporary_event', 'food_permit', 'cottage_food'] as const;
export type OtherLicenseCode = (typeof OTHER_LICENSES)[number];

/** Parses a code from a form or a row. Returns undefined if it is unknown. */
export function asOtherLicense(text: string): OtherLicenseCode | undefined {
  return OTHER_LICENSES.find((code) => code === text);
}
