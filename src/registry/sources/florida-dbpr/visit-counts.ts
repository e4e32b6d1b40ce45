import { formatCategories } from '../categories.ts';
import type { VisitRow } from '../parsed-file.ts';
import type { InspectionLayout } from './layouts.ts';
import { type RowContext, readCount, readOptional } from './row-parsing.ts';
import { CATEGORY_MAX, violationCategory } from './violation-categories.ts';

const VIOLATIONS_MAX = 999;

type Counts = Pick<VisitRow, 'total' | 'highPriority' | 'intermediate' | 'basic' | 'categories'>;
/** A count; undefined when its cell is blank. */
type Cell = number | undefined;

/**
 * What a visit counted. A blank is not zero, and counts that contradict each other are not known: then the four
 * counts are null, with a warning, and the categories stay as far as they can be read.
 */
export function readCounts(
  cells: readonly string[],
  { at, firstCategory }: InspectionLayout,
  context: RowContext,
): Counts {
  const unreadable = { total: null, highPriority: null, intermediate: null, basic: null };
  const tiers = readOptional(context, null, () =>
    [
      [at.total, 'total_violations'] as const,
      [at.highPriority, 'high_priority'] as const,
      [at.intermediate, 'intermediate'] as const,
      [at.basic, 'basic'] as const,
    ].map(([column, field]) => readCell(cells[column], field)),
  );
  const categories = readOptional(context, null, () => readCategories(cells, firstCategory));
  const cited = categories?.flatMap(([category, count]) => (count ? [[category, count] as const] : [])) ?? [];
  const known = tiers && categories ? agreeing(tiers, categories, context) : undefined;
  return { ...(known ?? unreadable), categories: formatCategories(cited) };
}

function readCell(cell: string | undefined, field: string): Cell {
  return (cell ?? '').trim() === '' ? undefined : readCount(cell, field, VIOLATIONS_MAX);
}

function readCategories(cells: readonly string[], firstCategory: number): [category: number, count: Cell][] {
  return Array.from({ length: CATEGORY_MAX }, (_, index) => {
    const cell = cells[firstCategory + index];
    return [index + 1, cell === '0' ? 0 : readCell(cell, 'violation_category')];
  });
}

/** The four counts when none is blank and they agree; what is reported only is in no total. */
function agreeing(
  [total, highPriority, intermediate, basic]: readonly Cell[],
  categories: readonly (readonly [category: number, count: Cell])[],
  context: RowContext,
) {
  if (
    total === undefined ||
    highPriority === undefined ||
    intermediate === undefined ||
    basic === undefined ||
    categories.some(([, count]) => count === undefined)
  ) {
    context.warn('counts_blank');
    return undefined;
  }
  const inTotal = categories.reduce(
    (sum, [category, count]) => sum + (count && !violationCategory(category).reportingOnly ? count : 0),
    0,
  );
  if (total !== highPriority + intermediate + basic || total !== inTotal) {
    context.warn('counts_contradict');
    return undefined;
  }
  return { total, highPriority, intermediate, basic };
}
