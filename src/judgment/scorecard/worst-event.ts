import { compareText } from '../../lib/text/text.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { FactClosure } from '../../regulator/source/vendor-facts.ts';
import type { Case } from '../score/cases.ts';
import { provenSeverity } from '../score/score.ts';
import type { Scorecard } from './schemas.ts';

/**
 * Returns the most severe enforcement action in these cases and closure reports up to the as-of date, the
 * newest if there are several. Returns null if there is none. If a case's first visit is missing, a callback
 * with the result "complied" proves that there was an action.
 */
export function worstEvent(
  cases: readonly Case[],
  closures: readonly FactClosure[],
  asOf: IsoDate,
): Scorecard['gravest_event'] {
  const events = [
    ...cases.flatMap((single) =>
      single.visits.flatMap((visit) => {
        const { severity, result } = REGULATOR.dispositionOf(visit.disposition);
        const shown = result === 'met' ? provenSeverity({ ...single, visits: [visit] }) : severity;
        return result === 'unknown' || shown === 0
          ? []
          : [{ text: visit.disposition, date: visit.visitedOn, severity: shown }];
      }),
    ),
    ...closures
      .filter(({ closedOn }) => closedOn <= asOf)
      .map(({ conditions, closedOn }) => ({
        text: closureText(conditions),
        date: closedOn,
        severity: REGULATOR.dispositionOf(REGULATOR.emergencyOrder).severity,
      })),
  ];
  const [gravest] = events.sort((a, b) => b.severity - a.severity || compareText(b.date, a.date));
  return gravest ? { text: gravest.text, date: gravest.date } : null;
}

/**
 * Describes a closure in full. The conditions are not enough, because "Sewage" by itself does not mean that
 * the business was closed, and a report may give no reason.
 */
function closureText(conditions: string): string {
  return [REGULATOR.emergencyClosure, conditions].filter(Boolean).join(': ');
}
