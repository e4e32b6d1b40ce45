import type { Language } from '../../../lib/language/language.ts';
import { SHARE_FROM } from '../../../records/statistics/count-statistics.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { percent } from '../../kit/counties/county-table.ts';
import { NO_LETTERS } from './messages.ts';

const LETTERS = ['A', 'B', 'C', 'D', 'F'] as const;
const WITHOUT = ['withheld', 'insufficient_record', 'hold'] as const;

/** Returns the rows of a chart: vendors by letter, and vendors without one by the reason. */
export function gradeRows(
  grades: StoredStatistics['grades'],
  total: number,
  language: Language = 'en',
): { readonly label: string; readonly value: number; readonly text: string }[] {
  const named = [
    ...LETTERS.map((each) => [each, each] as const),
    ...WITHOUT.map((each) => [each, NO_LETTERS[language][each]] as const),
  ];
  const graded = LETTERS.reduce((sum, each) => sum + grades[each], 0);
  return named.map(([grade, label]) => {
    // Only vendors with a confirmed license get a letter; the others would make its share smaller.
    const base = label === grade ? graded : total;
    const share = percent(base >= SHARE_FROM ? grades[grade] / base : null);
    return {
      label,
      value: grades[grade],
      text: `${grades[grade].toLocaleString('en-US')}${base >= SHARE_FROM ? ` (${share})` : ''}`,
    };
  });
}
