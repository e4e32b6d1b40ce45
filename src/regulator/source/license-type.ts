import type { LicenseTypeCode } from '../florida/vocabulary/license-type-codes.ts';

/** The regulator's codes for the license types that this service is about. */
export type LicenseType = LicenseTypeCode;
