import type { BacktestSummary } from '../../../judgment/methodology/backtest-summary.ts';
import { joinWords, type Language } from '../../../lib/language/language.ts';
import { renderBars } from '../../kit/charts/bars.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { linkTo, strong } from '../../kit/tags.ts';
import {
  OUTCOMES,
  outcomeNames,
  percent,
  percentOf,
  percentWithin,
  times,
  within,
} from './methodology-figures.ts';
import { BACKTEST_PAGE } from './methodology-page-messages.ts';
import { inCode, renderList, renderTable } from './methodology-parts.ts';

/**
 * Renders the latest back-test of the grade in words and a chart, including the limits of the back-test. Its
 * tables, and the back-test of the verdicts, are collapsed.
 */
export function renderBacktest(backtest: BacktestSummary, ofVerdicts: Html, language: Language): Html {
  const { grades, years, stability, vendors } = backtest;
  const evaluated = years.filter(({ use }) => use === 'evaluation').map((year) => year.fiscal_year);
  const t = BACKTEST_PAGE[language];
  const ran = {
    version: backtest.score_version,
    moments: backtest.moments,
    owners: backtest.owners,
    years: joinWords(evaluated, language),
    region: backtest.region,
    day: renderDay(backtest.ran_on, language),
  };
  const stayed = {
    same: percentOf(stability.same),
    one: percentOf(stability.one_letter),
    more: percentOf(stability.more),
    pairs: stability.pairs,
    day: renderDay(vendors.as_of, language),
    below: vendors.below_minimum,
    all: vendors.on_record,
  };
  return html`<p>${t.lead(ran)}</p>
<p>${renderBestAndWorst(backtest, language)}</p>
${renderBars(
  grades.map(({ grade, moments: count, rates }) => ({
    label: t.bar({ grade, count }),
    value: rates.high_priority.value ?? 0,
    text: percentWithin(rates.high_priority),
  })),
  { id: 'backtest-grades', title: t.bars, description: t.barsTold, max: 1 },
)}
<p>${t.stability(stayed)}</p>
<h3>${t.weakest}</h3>
<p>${backtest.weakest}</p>
${renderList(backtest.limits)}
<details class="behind"><summary>${t.tables}</summary>
${renderLetters(backtest, language)}
<h3>${t.beside}</h3>
<p>${t.auc}</p>
${renderMethods(backtest, language)}
${renderDifferences(backtest, language)}
${ofVerdicts}
<h3>${t.again}</h3>
<p>${t.command({ code: inCode, json: inCode, command: backtest.command, link: linkTo('/api/v1/methodology') })}</p></details>
<details class="behind"><summary>${t.steps}</summary>${renderList(backtest.what)}
${renderList(backtest.methods.map(({ name, about }) => t.method({ name, about })))}</details>`;
}

function renderBestAndWorst({ grades, worst_to_best: ratio }: BacktestSummary, language: Language): Html {
  const best = grades[0];
  const worst = grades.at(-1);
  return html`${BACKTEST_PAGE[language].bestAndWorst({
    strong,
    best: best?.grade ?? '',
    bestShare: percent(best?.rates.high_priority),
    worst: worst?.grade ?? '',
    worstShare: percent(worst?.rates.high_priority),
    times: times(ratio.high_priority, language),
    spared: percentOf(1 - (worst?.rates.high_priority.value ?? 1)),
  })}`;
}

function renderLetters(
  { grades, without_letter: none, worst_to_best: ratio }: BacktestSummary,
  language: Language,
): Html {
  const t = BACKTEST_PAGE[language];
  return renderTable(
    t.letters,
    [t.letter, t.inspections, t.share, ...outcomeNames(language)],
    [
      ...grades.map(({ grade, moments, share, rates }) => [
        grade,
        String(moments),
        percentOf(share),
        ...OUTCOMES.map((outcome) => percentWithin(rates[outcome])),
      ]),
      [
        t.none,
        String(none.moments),
        t.ofAll({ share: percentOf(none.share) }),
        ...OUTCOMES.map((outcome) => percentWithin(none.rates[outcome])),
      ],
      [t.worstAgainstBest, '', '', ...OUTCOMES.map((outcome) => within(ratio[outcome], 1, language))],
    ],
  );
}

function renderMethods({ methods }: BacktestSummary, language: Language): Html {
  const t = BACKTEST_PAGE[language];
  return renderTable(
    t.aucOfEach,
    [t.methodName, ...outcomeNames(language)],
    methods.map(({ name, auc }) => [name, ...OUTCOMES.map((outcome) => within(auc[outcome], 2, language))]),
  );
}

function renderDifferences({ differences, methods }: BacktestSummary, language: Language): Html {
  const t = BACKTEST_PAGE[language];
  return renderTable(
    t.difference,
    [t.less, ...outcomeNames(language)],
    differences.map(({ than, auc }) => [
      methods.find(({ id }) => id === than)?.name ?? than,
      ...OUTCOMES.map((outcome) => within(auc[outcome], 2, language)),
    ]),
  );
}
