import type { IsoDate } from '../../lib/dates.ts';
import type { FactObservation, FactVisit } from '../intake/facts.ts';
import { parseCategories } from '../sources/categories.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { Inspection } from './schemas.ts';

type Violation = Inspection['violations'][number];

/**
 * The violations of a visit by category, as the extract counts them; one by one where the regulator's texts are
 * there. Categories that fewer texts speak of than were counted keep the rest as a count. The counts stay the extract's.
 */
export function toViolations(visit: FactVisit, asOf: IsoDate): Violation[] {
  const counted = parseCategories(visit.categories);
  const observations = fits(visit, counted) ? (visit.observations ?? []) : [];
  return counted.flatMap(([category, count]) => {
    const { title, reportingOnly } = REGULATOR.violationCategory(category);
    const entry = { category, title, reporting_only: reportingOnly };
    const items = observations
      .filter((observation) => observation.category === category)
      .map(({ code, tier, text, flags }) => {
        return {
          ...entry,
          count: 1,
          code,
          tier,
          text: REGULATOR.observationAsOf(text, asOf),
          flags: [...flags],
        };
      });
    const rest = count - items.length;
    return rest > 0 ? [...items, { ...entry, count: rest }] : items;
  });
}

/**
 * Whether the texts can be those of this visit as it is counted: no category and no tier has more texts than
 * citations. A visit of which that is not so is shown by its counts alone, they are what the score rests on.
 */
function fits(visit: FactVisit, counted: readonly (readonly [category: number, count: number])[]): boolean {
  const { observations = [] } = visit;
  if (observations.length === 0) return true;
  const left = new Map<number | FactObservation['tier'], number>([
    ...counted,
    // Tiers that are unknown allow any number of texts; their categories still have to fit.
    ['high_priority', visit.highPriority ?? Number.POSITIVE_INFINITY],
    ['intermediate', visit.intermediate ?? Number.POSITIVE_INFINITY],
    ['basic', visit.basic ?? Number.POSITIVE_INFINITY],
    ['unknown', Number.POSITIVE_INFINITY],
  ]);
  const take = (counter: number | FactObservation['tier']) => {
    const rest = (left.get(counter) ?? 0) - 1;
    left.set(counter, rest);
    return rest >= 0;
  };
  return observations.every(({ category, tier }) => take(category) && take(tier));
}
