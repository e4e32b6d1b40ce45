import type { StoredStatistics } from '../../../registry/statistics/schemas.ts';
import { percent } from '../../kit/counties.ts';

const GRADE_NAMES: readonly (readonly [grade: keyof StoredStatistics['grades'], name: string])[] = [
  ['A', 'A'],
  ['B', 'B'],
  ['C', 'C'],
  ['D', 'D'],
  ['F', 'F'],
  ['withheld', 'Withheld: license not confirmed'],
  ['insufficient_record', 'None: too few recent inspections'],
  ['hold', 'None: on hold by the regulator'],
];

/** Vendors by letter, and those without one by the reason: the rows of a chart. */
export function gradeRows(
  grades: StoredStatistics['grades'],
  total: number,
): { readonly label: string; readonly value: number; readonly text: string }[] {
  return GRADE_NAMES.map(([grade, label]) => {
    const share = percent(total > 0 ? grades[grade] / total : null);
    return { label, value: grades[grade], text: `${grades[grade].toLocaleString('en-US')} (${share})` };
  });
}
