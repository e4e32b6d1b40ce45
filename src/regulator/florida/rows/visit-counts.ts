import { formatCategories } from '../../source/categories.ts';
import type { VisitRow } from '../../source/parsed-file.ts';
import { CATEGORY_MAX, violationCategory } from '../vocabulary/violation-categories.ts';
import type { InspectionLayout } from './layouts.ts';
import { type RowContext, readCount, readOptional } from './parse-row.ts';

const VIOLATIONS_MAX = 999;

type Counts = Pick<VisitRow, 'total' | 'highPriority' | 'intermediate' | 'basic' | 'categories'>;
/** A count; undefined if its cell is blank. */
type Cell = number | undefined;

interface Categories {
  readonly cited: readonly (readonly [category: number, count: number])[];
  /** Citations except report-only ones, which are not in any total. */
  readonly inTotal: number;
  readonly hasBlank: boolean;
}

/**
 * Reads the counts of a visit. A blank is not zero, and contradicting counts are unknown. In both cases the
 * four counts are null, with a warning, and the categories stay as far as they are readable.
 */
export function readCounts(
  cells: readonly string[],
  { at, firstCategory }: InspectionLayout,
  context: RowContext,
): Counts {
  const unreadable = { total: null, highPriority: null, intermediate: null, basic: null };
  const tiers = readOptional(context, null, () => [
    readCell(cells[at.total], 'total_violations'),
    readCell(cells[at.highPriority], 'high_priority'),
    readCell(cells[at.intermediate], 'intermediate'),
    readCell(cells[at.basic], 'basic'),
  ]);
  const categories = readOptional(context, null, () => readCategories(cells, firstCategory));
  const known = tiers && categories ? agreeing(tiers, categories, context) : undefined;
  return { ...(known ?? unreadable), categories: formatCategories(categories?.cited ?? []) };
}

function readCell(cell: string | undefined, field: string): Cell {
  return (cell ?? '').trim() === '' ? undefined : readCount(cell, field, VIOLATIONS_MAX);
}

/** Nearly all 58 cells of a row are zeros, so zeros create no entry. */
function readCategories(cells: readonly string[], firstCategory: number): Categories {
  const cited: [category: number, count: number][] = [];
  let inTotal = 0;
  let hasBlank = false;
  for (let category = 1; category <= CATEGORY_MAX; category++) {
    const cell = cells[firstCategory + category - 1];
    if (cell === '0') continue;
    const count = readCell(cell, 'violation_category');
    if (count === undefined) hasBlank = true;
    if (!count) continue;
    cited.push([category, count]);
    if (!violationCategory(category).reportingOnly) inTotal += count;
  }
  return { cited, inTotal, hasBlank };
}

/** Returns the four counts if none is blank and they agree. */
function agreeing(
  [total, highPriority, intermediate, basic]: readonly Cell[],
  { inTotal, hasBlank }: Categories,
  context: RowContext,
) {
  if (
    total === undefined ||
    highPriority === undefined ||
    intermediate === undefined ||
    basic === undefined ||
    hasBlank
  ) {
    context.warn('counts_blank');
    return undefined;
  }
  if (total !== highPriority + intermediate + basic || total !== inTotal) {
    context.warn('counts_contradict');
    return undefined;
  }
  return { total, highPriority, intermediate, basic };
}
