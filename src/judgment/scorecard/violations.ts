import type { IsoDate } from '../../lib/time/dates.ts';
import { parseCategories } from '../../regulator/source/categories.ts';
import { fitsCounts } from '../../regulator/source/observation-fit.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { FactVisit } from '../../regulator/source/vendor-facts.ts';
import type { Inspection } from './schemas.ts';

type Violation = Inspection['violations'][number];

/**
 * Lists a visit's violations by category, with the extract's counts. Violations whose text is on file are
 * listed individually. If a category has fewer texts than violations, the rest remain a count. The texts
 * never change the counts.
 */
export function toViolations(visit: FactVisit, asOf: IsoDate): Violation[] {
  const counted = parseCategories(visit.categories);
  const { observations: texts = [] } = visit;
  // If the texts cannot belong to this visit, only its counts are shown, which the score uses.
  const observations = fitsCounts(texts, visit) ? texts : [];
  return counted.flatMap(([category, count]): Violation[] => {
    const { title, reportingOnly } = REGULATOR.violationCategory(category);
    const entry = { category, title, reporting_only: reportingOnly };
    if (observations.length === 0) return count > 0 ? [{ ...entry, count }] : [];
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
