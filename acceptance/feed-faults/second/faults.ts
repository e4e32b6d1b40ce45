import type { Fault } from '../fault.ts';
import { ACCIDENTS } from './accidents.ts';
import { EXPORTS } from './exports.ts';
import { MIX_UPS } from './mix-ups.ts';
import { SPREADSHEETS } from './spreadsheets.ts';

/**
 * What goes wrong in offices and exports. The import was not built against these: whoever changes its checks reads none of
 * them. A new one goes to the end of the last file, as a class's place is part of its seed.
 */
export const SECOND_FAULTS: readonly Fault[] = [...EXPORTS, ...SPREADSHEETS, ...MIX_UPS, ...ACCIDENTS];
