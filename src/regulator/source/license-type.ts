import type { LicenseTypeCode } from '../florida/vocabulary/license-type-codes.ts';

/** The regulator's codes for the license types that this service covers. */
export type LicenseType = LicenseTypeCode;
