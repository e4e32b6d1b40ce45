import { parseCategories } from './categories.ts';
import type { ObservationTier } from './observation.ts';
import type { VisitRow } from './parsed-file.ts';

type Counted = Pick<VisitRow, 'categories' | 'highPriority' | 'intermediate' | 'basic'>;
interface Cited {
  readonly category: number;
  readonly tier: ObservationTier;
}

/**
 * Returns true if the texts are consistent with a visit's counts: no category or severity has more texts than
 * violations. Otherwise, the texts belong to another visit or are damaged.
 */
export function fitsCounts(texts: readonly Cited[], visit: Counted): boolean {
  if (texts.length === 0) return true;
  const ofCategories = new Map(parseCategories(visit.categories));
  // If the count for a severity is unknown, any number of texts is allowed for it, but the categories must
  // still match.
  const ofTiers: Record<ObservationTier, number> = {
    high_priority: visit.highPriority ?? Number.POSITIVE_INFINITY,
    intermediate: visit.intermediate ?? Number.POSITIVE_INFINITY,
    basic: visit.basic ?? Number.POSITIVE_INFINITY,
    unknown: Number.POSITIVE_INFINITY,
  };
  return texts.every(({ category, tier }) => {
    const left = (ofCategories.get(category) ?? 0) - 1;
    ofCategories.set(category, left);
    ofTiers[tier] -= 1;
    return left >= 0 && ofTiers[tier] >= 0;
  });
}
