/** Documents that have a last day, and those that a spot depends on. docs/documents.md has the same table. */

/** The one document that blocks the confirmation of a spot when it ends before the event. */
export const INSURANCE = 'insurance_certificate';

/** The license currently on record. */
export const LICENSE_COPY = 'license_copy';

/** Required only from a vendor whose license on record ends before the event. */
export const RENEWED_LICENSE = 'renewed_license';

export type Expiry = 'required' | 'optional' | 'none';

const EXPIRY: Readonly<Record<string, Expiry>> = {
  license_copy: 'required',
  [RENEWED_LICENSE]: 'required',
  [INSURANCE]: 'required',
  food_manager_certificate: 'required',
  fire_extinguisher_tag: 'optional',
  hood_suppression_certificate: 'optional',
  city_permit: 'optional',
  business_tax_receipt: 'optional',
  propane_declaration: 'none',
  generator_details: 'none',
  employee_training_records: 'none',
  water_sewer_location: 'none',
  fire_marshal_walk_through: 'none',
};

/** Returns if the last day of a document is required, optional or not applicable. */
export function expiryOf(code: string): Expiry {
  return EXPIRY[code] ?? 'optional';
}
