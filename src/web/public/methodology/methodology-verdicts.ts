import { reasonName, verdictGroupText } from '../../../decisions/decide/decision-words.ts';
import type { BacktestSummary } from '../../../judgment/methodology/backtest-summary.ts';
import type { Language } from '../../../lib/language/language.ts';
import { type Html, html } from '../../kit/html.ts';
import { OUTCOMES, outcomeNames, percent, percentWithin } from './methodology-figures.ts';
import { VERDICTS_PAGE } from './methodology-page-messages.ts';
import { renderTable } from './methodology-parts.ts';

type Verdicts = BacktestSummary['verdicts'];
type Results = Verdicts['next_inspection'];

/** Renders the inspections that followed each verdict, the same inspections as for the letters. */
export function renderVerdictBacktest({ verdicts }: BacktestSummary, language: Language): Html {
  const { next_inspection: next, next_days: later } = verdicts;
  const t = VERDICTS_PAGE[language];
  const found = (verdict: string) =>
    percent(next.by_verdict.find((each) => each.verdict === verdict)?.rates.high_priority);
  const after = {
    clear: found('CLEAR'),
    conditional: found('CONDITIONAL'),
    review: found('REVIEW'),
    decline: found('DECLINE'),
  };
  return html`<h3>${t.heading}</h3>
<p>${t.lead({ version: verdicts.policy_version, ...after })}</p>
${renderTable(t.next, [t.verdictOrReason, t.inspections, ...outcomeNames(language)], rowsOf(next, false, language))}
<p>${t.quarters({ count: later.quarters.length, days: later.days })}</p>
${renderTable(
  t.later({ days: later.days }),
  [t.verdictOrReason, t.decisions, t.visited, ...outcomeNames(language)],
  rowsOf(later, true, language),
)}
<p>${t.brackets}</p>`;
}

function rowsOf({ by_verdict, by_reason }: Results, isVisitShown: boolean, language: Language): string[][] {
  const verdicts = by_verdict.map(({ verdict, ...result }) => ({
    name: verdictGroupText(verdict, language),
    ...result,
  }));
  const reasons = by_reason
    .filter(({ reason }) => reason !== 'record_in_order')
    .map(({ reason, ...result }) => ({ name: reasonName(reason, language), ...result }));
  return [...verdicts, ...reasons].map(({ name, decisions, visited, rates }) => [
    name,
    String(decisions),
    ...(isVisitShown ? [percentWithin(visited)] : []),
    ...OUTCOMES.map((outcome) => percentWithin(rates[outcome])),
  ]);
}
