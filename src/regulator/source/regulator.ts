import { FLORIDA_DBPR } from '../florida/florida-source.ts';
import type { LicenseType as Code } from '../florida/vocabulary/license-codes.ts';
import type { Source } from './source.ts';

/** The one regulator whose records this service reads. */
export const REGULATOR: Source = FLORIDA_DBPR;

/** Its codes for the license types that this service is about. */
export type LicenseType = Code;
