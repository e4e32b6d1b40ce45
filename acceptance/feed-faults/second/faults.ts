import type { Fault } from '../fault.ts';
import { ACCIDENTS } from './accidents.ts';
import { EXPORTS } from './exports.ts';
import { MIX_UPS } from './mix-ups.ts';
import { SPREADSHEETS } from './spreadsheets.ts';

/**
 * Typical accidents in offices and exports. The import was not built against these, so do not read them
 * before changing its checks. Add a new one at the end of the last file, because a class's position is part
 * of its seed.
 */
export const SECOND_FAULTS: readonly Fault[] = [...EXPORTS, ...SPREADSHEETS, ...MIX_UPS, ...ACCIDENTS];
