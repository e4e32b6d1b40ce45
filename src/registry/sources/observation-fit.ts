import { parseCategories } from './categories.ts';
import type { ObservationTier } from './observation.ts';
import type { VisitRow } from './parsed-file.ts';

type Counted = Pick<VisitRow, 'categories' | 'highPriority' | 'intermediate' | 'basic'>;
interface Cited {
  readonly category: number;
  readonly tier: ObservationTier;
}

/**
 * Whether texts can be those of a visit as it is counted: no category and no severity has more texts than violations. If
 * not, they are another visit's, or damaged.
 */
export function fitsCounts(texts: readonly Cited[], visit: Counted): boolean {
  const left = new Map<number | ObservationTier, number>([
    ...parseCategories(visit.categories),
    // Severities whose counts are unknown allow any number of texts; their categories still have to fit.
    ['high_priority', visit.highPriority ?? Number.POSITIVE_INFINITY],
    ['intermediate', visit.intermediate ?? Number.POSITIVE_INFINITY],
    ['basic', visit.basic ?? Number.POSITIVE_INFINITY],
    ['unknown', Number.POSITIVE_INFINITY],
  ]);
  const take = (counter: number | ObservationTier) => {
    const rest = (left.get(counter) ?? 0) - 1;
    left.set(counter, rest);
    return rest >= 0;
  };
  return texts.every(({ category, tier }) => take(category) && take(tier));
}
