import { REGULATOR } from '../../registry/sources/regulator.ts';

/** Stands under every grade and verdict. */
export const SNAPSHOT = `Independent, not a ${REGULATOR.shortName} rating; each inspection is a snapshot of one day.`;
