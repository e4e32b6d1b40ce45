import type { BacktestSummary } from '../../registry/scoring/backtest-summary.ts';
import { renderBars } from '../kit/charts/bars.ts';
import { renderDay } from '../kit/dates.ts';
import { type Html, html } from '../kit/html.ts';
import { OUTCOMES, percent, percentOf, percentWithin, times, within } from './methodology-figures.ts';
import { renderList, renderTable } from './methodology-parts.ts';

/** What the grade foretold: the latest back-test in words and tables, its limits beside it. */
export function renderBacktest(backtest: BacktestSummary): Html {
  const { grades, years, moments, owners, worst_to_best: ratio, stability, vendors } = backtest;
  const evaluated = years.filter(({ use }) => use === 'evaluation').map((year) => year.fiscal_year);
  const best = grades[0];
  const worst = grades.at(-1);
  return html`<p>A grade that does not tell what the next inspection will find is decoration. So version ${backtest.score_version} was held against inspections that are over: ${moments} routine inspections of ${owners} owners in the fiscal years ${evaluated.join(' and ')}, each seen from the day before. Where: ${backtest.region}. Run on ${renderDay(backtest.ran_on)}.</p>
<p>After an ${best?.grade}, <strong>${percent(best?.rates.high_priority)}</strong> of the inspections found a high-priority violation; after an ${worst?.grade}, <strong>${percent(worst?.rates.high_priority)}</strong>: ${times(ratio.high_priority)} as many. Turned around: ${percentOf(1 - (worst?.rates.high_priority.value ?? 1))} of those after an ${worst?.grade} found none, and a vendor without a letter did about as well as one between A and B.</p>
${renderBars(
  grades.map(({ grade, moments: count, rates }) => ({
    label: `Letter ${grade} the day before (${count} inspections)`,
    value: rates.high_priority.value ?? 0,
    text: percentWithin(rates.high_priority),
  })),
  {
    id: 'backtest-grades',
    title: 'High-priority violation found, by the letter of the day before',
    description:
      'The share of routine inspections that found a high-priority violation, with 95 % intervals in brackets.',
    max: 1,
  },
)}
${renderLetters(backtest)}
<p>From one inspection to the next ${percentOf(stability.same)} of the letters stayed, ${percentOf(stability.one_letter)} moved by one, ${percentOf(stability.more)} by more (${stability.pairs} pairs). On ${renderDay(vendors.as_of)}, ${vendors.below_minimum} of ${vendors.on_record} vendors with any inspection had too short a record for a letter.</p>
<h3>Beside other methods</h3>
<p>AUC is the chance that, of two inspections of which one went badly, the method had ranked that vendor as the worse. One half is a coin, one is an oracle; 95 % intervals in brackets.</p>
${renderMethods(backtest)}
${renderDifferences(backtest)}
<h3>Where it is weakest</h3>
<p>${backtest.weakest}</p>
${renderList(backtest.limits)}
<h3>Do it again</h3>
<p>With the regulator’s files of these years: <code>${backtest.command}</code>. The figures are in <a href="/api/v1/methodology">the data</a>, for each year, license type and length of record the score’s AUC; the command with <code>--json</code> has the rest.</p>
<details><summary>What was done, step by step</summary>${renderList(backtest.what)}
${renderList(backtest.methods.map(({ name, about }) => `${name}: ${about}`))}</details>`;
}

function renderLetters({ grades, without_letter: none, worst_to_best: ratio }: BacktestSummary): Html {
  return renderTable(
    'What the next routine inspection found, by letter (none: the record was too short)',
    ['Letter', 'Inspections', 'Share', ...OUTCOMES.map(([, name]) => name)],
    [
      ...grades.map(({ grade, moments, share, rates }) => [
        grade,
        String(moments),
        percentOf(share),
        ...OUTCOMES.map(([outcome]) => percentWithin(rates[outcome])),
      ]),
      [
        'None',
        String(none.moments),
        `${percentOf(none.share)} of all`,
        ...OUTCOMES.map(([outcome]) => percentWithin(none.rates[outcome])),
      ],
      ['F against A', '', '', ...OUTCOMES.map(([outcome]) => within(ratio[outcome], 1))],
    ],
  );
}

function renderMethods({ methods }: BacktestSummary): Html {
  return renderTable(
    'AUC of each method',
    ['Method', ...OUTCOMES.map(([, name]) => name)],
    methods.map(({ name, auc }) => [name, ...OUTCOMES.map(([outcome]) => within(auc[outcome], 2))]),
  );
}

function renderDifferences({ differences, methods }: BacktestSummary): Html {
  return renderTable(
    'AUC of the score less that of another method',
    ['Less', ...OUTCOMES.map(([, name]) => name)],
    differences.map(({ than, auc }) => [
      methods.find(({ id }) => id === than)?.name ?? than,
      ...OUTCOMES.map(([outcome]) => within(auc[outcome], 2)),
    ]),
  );
}
