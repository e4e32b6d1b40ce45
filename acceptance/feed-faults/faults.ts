import type { Fault } from './fault.ts';
import { BYTE_FAULTS } from './faults-bytes.ts';
import { COLUMN_FAULTS } from './faults-columns.ts';
import { DATE_FAULTS } from './faults-dates.ts';
import { FILE_FAULTS } from './faults-files.ts';
import { ROW_FAULTS } from './faults-rows.ts';
import { VALUE_FAULTS } from './faults-values.ts';
import { SECOND_FAULTS } from './second/faults.ts';

/**
 * Every class of damage in the first set. Add a new class at the end, because a class's position is part of
 * its seed.
 */
export const FAULTS: readonly Fault[] = [
  ...COLUMN_FAULTS,
  ...ROW_FAULTS,
  ...DATE_FAULTS,
  ...VALUE_FAULTS,
  ...BYTE_FAULTS,
  ...FILE_FAULTS,
];

/** The two sets of classes, by name. */
export const SETS = { first: FAULTS, second: SECOND_FAULTS } as const;
export type SetName = keyof typeof SETS;

/** The position of the second set's first class. It leaves room for the first set to grow. */
const SECOND_PLACE = 1_000;

/** Returns a class's position, which is the same in every run, or -1 if the class is not in either set. */
export function placeOf(fault: Fault): number {
  const second = SECOND_FAULTS.indexOf(fault);
  return second < 0 ? FAULTS.indexOf(fault) : SECOND_PLACE + second;
}

export function findFault(name: string): Fault | undefined {
  return Object.values(SETS)
    .flat()
    .find((fault) => fault.name === name);
}
