import type { IsoDate } from '../../lib/dates.ts';
import { compareText } from '../../lib/text.ts';
import type { FactClosure } from '../intake/facts.ts';
import type { Visit } from '../scoring/cases.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { Scorecard } from './schemas.ts';

/** The newest of the gravest measures in these visits and closure reports up to the day; null when there is none. Pure. */
export function gravestEvent(
  visits: readonly Visit[],
  closures: readonly FactClosure[],
  asOf: IsoDate,
): Scorecard['gravest_event'] {
  const events = [
    ...visits.flatMap(({ disposition, visitedOn }) => {
      const { gravity, result } = REGULATOR.dispositionOf(disposition);
      return result === 'met' || result === 'unknown'
        ? []
        : [{ text: disposition, date: visitedOn, gravity }];
    }),
    ...closures
      .filter(({ closedOn }) => closedOn <= asOf)
      .map(({ conditions, closedOn }) => ({
        ...{ text: closureText(conditions), date: closedOn },
        gravity: REGULATOR.dispositionOf(REGULATOR.emergencyOrder).gravity,
      })),
  ];
  const [gravest] = events.sort((a, b) => b.gravity - a.gravity || compareText(b.date, a.date));
  return gravest ? { text: gravest.text, date: gravest.date } : null;
}

/** "Sewage" alone does not say that the business was closed, and a report may give no reason. */
function closureText(conditions: string): string {
  return [REGULATOR.emergencyClosure, conditions].filter(Boolean).join(': ');
}
