import { reasonName } from '../../decisions/decision/words.ts';
import type { BacktestSummary } from '../../registry/scoring/backtest-summary.ts';
import { type Html, html } from '../kit/html.ts';
import { OUTCOMES, percent, percentWithin } from './methodology-figures.ts';
import { renderTable } from './methodology-parts.ts';

type Verdicts = BacktestSummary['verdicts'];
type Results = Verdicts['next_inspection'];

/** What came after each verdict, on the same inspections as the letters. */
export function renderVerdictBacktest({ verdicts }: BacktestSummary): Html {
  const { next_inspection: next, next_days: later } = verdicts;
  const found = (verdict: string) =>
    percent(next.by_verdict.find((each) => each.verdict === verdict)?.rates.high_priority);
  return html`<h3>What came after each verdict</h3>
<p>Policy ${verdicts.policy_version} on the inspections of the back-test above, with every license taken as confirmed, because no license file of those years is at hand. The next inspection found a high-priority violation after ${found('CLEAR')} of the CLEAR, ${found('CONDITIONAL')} of the CONDITIONAL, ${found('REVIEW')} of the REVIEW and ${found('DECLINE')} of the DECLINE verdicts. Most REVIEW verdicts stand for a short record, not for a bad one.</p>
${renderTable(
  'The verdict on the day before a routine inspection, and what that inspection found',
  ['Verdict or reason', 'Inspections', ...OUTCOMES.map(([, name]) => name)],
  rowsOf(next, false),
)}
<p>Inspectors come to an event’s vendor only now and then. So the second table starts from ${later.quarters.length} days of the calendar, the first of each quarter, and counts what any visit of the next ${later.days} days found. Where nobody came, nothing was found.</p>
${renderTable(
  `The verdict on the first day of a quarter, and the next ${later.days} days`,
  ['Verdict or reason', 'Decisions', 'Visited', ...OUTCOMES.map(([, name]) => name)],
  rowsOf(later, true),
)}
<p>A decision can have several reasons. Brackets are 95 % intervals over owners; where a line rests on few decisions they are wide, and the line says little.</p>`;
}

function rowsOf({ by_verdict, by_reason }: Results, isVisitShown: boolean): string[][] {
  const verdicts = by_verdict.map(({ verdict, ...result }) => ({ name: verdict, ...result }));
  const reasons = by_reason
    .filter(({ reason }) => reason !== 'record_in_order')
    .map(({ reason, ...result }) => ({ name: reasonName(reason), ...result }));
  return [...verdicts, ...reasons].map(({ name, decisions, visited, rates }) => [
    name,
    String(decisions),
    ...(isVisitShown ? [percentWithin(visited)] : []),
    ...OUTCOMES.map(([outcome]) => percentWithin(rates[outcome])),
  ]);
}
