import { FLORIDA_DBPR } from '../florida/florida-source.ts';
import type { Source } from './source.ts';

export type { LicenseType } from './license-type.ts';

/** The regulator whose records this service reads. */
export const REGULATOR: Source = FLORIDA_DBPR;
