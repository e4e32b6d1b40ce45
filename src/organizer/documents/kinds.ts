/**
 * Defines which documents have a last day and which ones a spot depends on. docs/documents.md has the same
 * table.
 */

/** The only document that prevents a spot from being confirmed if it ends before the event does. */
export const INSURANCE = 'insurance_certificate';

/** A copy of the license that is currently on record. */
export const LICENSE_COPY = 'license_copy';

/** Required only if the vendor's license on record ends before the event does. */
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

/** Returns `required` or `optional` for a document with a last day, and `none` for a document without one. */
export function expiryOf(code: string): Expiry {
  return EXPIRY[code] ?? 'optional';
}
