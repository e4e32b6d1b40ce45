import type { Source } from '../intake/source.ts';
import { FLORIDA_DBPR } from './florida-dbpr/source.ts';

/** The one regulator whose records this service reads. */
export const REGULATOR: Source = FLORIDA_DBPR;
