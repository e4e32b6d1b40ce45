import type { Language } from '../../../lib/language/language.ts';
import { SHARE_FROM } from '../../../records/statistics/count-statistics.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { percent } from '../../kit/counties/county-table.ts';
import { NO_LETTERS } from './messages.ts';

const LETTERS = ['A', 'B', 'C', 'D', 'F'] as const;
const WITHOUT = ['withheld', 'insufficient_record', 'hold'] as const;

/**
 * Returns the rows of a chart: first graded vendors by letter, with each letter's percentage of graded
 * vendors, then ungraded vendors by reason. Ungraded rows have no percentage. With two bases in one chart, a
 * longer bar could have a smaller percentage.
 */
export function gradeRows(
  grades: StoredStatistics['grades'],
  language: Language = 'en',
): { readonly label: string; readonly value: number; readonly text: string; readonly isQuiet: boolean }[] {
  const graded = LETTERS.reduce((sum, each) => sum + grades[each], 0);
  const row = (grade: (typeof LETTERS | typeof WITHOUT)[number], label: string, share: string) => ({
    label,
    value: grades[grade],
    text: `${grades[grade].toLocaleString('en-US')}${share}`,
    isQuiet: grade.length > 1,
  });
  return [
    ...LETTERS.map((each) =>
      row(each, each, graded >= SHARE_FROM ? ` (${percent(grades[each] / graded)})` : ''),
    ),
    ...WITHOUT.map((each) => row(each, NO_LETTERS[language][each], '')),
  ];
}
