import type { Fault } from '../fault.ts';
import { ACCIDENTS } from './accidents.ts';
import { EXPORTS } from './exports.ts';
import { MIX_UPS } from './mix-ups.ts';
import { SPREADSHEETS } from './spreadsheets.ts';

/**
 * Typical accidents in offices and exports. The import's checks were written without knowledge of these
 * classes, so do not read them before you change the checks. Add a new class at the end of the last file,
 * because a class's position is part of its seed.
 */
export const SECOND_FAULTS: readonly Fault[] = [...EXPORTS, ...SPREADSHEETS, ...MIX_UPS, ...ACCIDENTS];
