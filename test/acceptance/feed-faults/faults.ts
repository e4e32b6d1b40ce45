import type { Fault } from './fault.ts';
import { BYTE_FAULTS } from './faults-bytes.ts';
import { COLUMN_FAULTS } from './faults-columns.ts';
import { DATE_FAULTS } from './faults-dates.ts';
import { FILE_FAULTS } from './faults-files.ts';
import { ROW_FAULTS } from './faults-rows.ts';
import { VALUE_FAULTS } from './faults-values.ts';

/** Every way in which a file is damaged here. A new one goes to the end: a class's place is part of its seed. */
export const FAULTS: readonly Fault[] = [
  ...COLUMN_FAULTS,
  ...ROW_FAULTS,
  ...DATE_FAULTS,
  ...VALUE_FAULTS,
  ...BYTE_FAULTS,
  ...FILE_FAULTS,
];
