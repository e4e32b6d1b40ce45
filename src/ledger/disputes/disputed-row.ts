import { parseCategories } from '../../registry/sources/categories.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';

/** A row of the regulator's record, reduced to what a dispute can be about. */
export interface DisputedRow {
  readonly visited_on: string;
  readonly inspection_type: string;
  readonly disposition: string;
  /** All four are null when they are unknown. */
  readonly total: number | null;
  readonly high_priority: number | null;
  readonly intermediate: number | null;
  readonly basic: number | null;
  /** Citations by category, `8:2,35:1`. */
  readonly categories: string;
}

interface CitedCategory {
  readonly category: number;
  readonly title: string;
  readonly count: number;
}

/** The row as it is stored with a dispute; equal rows give equal text. */
export function rowText(row: DisputedRow): string {
  const { visited_on, inspection_type, disposition, total, high_priority, intermediate, basic, categories } =
    row;
  return JSON.stringify({
    ...{ visited_on, inspection_type, disposition, total, high_priority, intermediate, basic, categories },
  });
}

/** The inverse of {@link rowText}. */
export function parseRow(text: string): DisputedRow {
  return JSON.parse(text) as DisputedRow;
}

/**
 * Whether the regulator's row differs from the disputed one: removed, another disposition, or other counts. Counts that are
 * unknown on either side correct nothing.
 */
export function isCorrected(disputed: DisputedRow, now: DisputedRow | undefined): boolean {
  if (now === undefined) return true;
  const isCounted = disputed.total !== null && now.total !== null;
  const compared = isCounted ? now : { ...now, ...countsOf(disputed) };
  return substance(disputed) !== substance(compared);
}

function countsOf({ total, high_priority, intermediate, basic, categories }: DisputedRow) {
  return { total, high_priority, intermediate, basic, categories };
}

/** The categories cited on a row. */
export function citedCategories({ categories }: DisputedRow): CitedCategory[] {
  return parseCategories(categories).map(([category, count]) => ({
    category,
    count,
    title: REGULATOR.violationCategory(category).title,
  }));
}

/** The visit's day and kind belong to the row: a visit moved to another day is a different row. */
function substance(row: DisputedRow): string {
  const categories = parseCategories(row.categories).sort(([a], [b]) => a - b);
  return rowText({ ...row, categories: categories.map((pair) => pair.join(':')).join(',') });
}
