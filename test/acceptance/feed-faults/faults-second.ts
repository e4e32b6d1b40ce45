import type { Fault } from './fault.ts';
export const SECOND_FAULTS: readonly Fault[] = [];
