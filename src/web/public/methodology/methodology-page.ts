import { reasonName, verdictGroupText, verdictText } from '../../../decisions/decide/decision-words.ts';
import type { BacktestSummary } from '../../../judgment/methodology/backtest-summary.ts';
import { describeMethod, type Methodology } from '../../../judgment/methodology/describe-methodology.ts';
import { RULES } from '../../../judgment/policy/policy.ts';
import { riskTierOf, VERDICTS_OF_GRADES } from '../../../judgment/score/recommendation.ts';
import { SCORE_RULES } from '../../../judgment/score/rules.ts';
import type { Language } from '../../../lib/language/language.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { GRADE_TONES } from '../../kit/decisions/decision-names.ts';
import { renderVerdictMark } from '../../kit/decisions/verdict-stamp.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { linkTo, renderQuote, strong } from '../../kit/tags.ts';
import { renderBacktest } from './methodology-backtest.ts';
import { OUTCOMES, outcomeNames, percent, percentWithin } from './methodology-figures.ts';
import { METHOD_PAGE, METHOD_TABLES, TIERS_NAMED, VERDICTS_PAGE } from './methodology-page-messages.ts';
import { renderList, renderTable } from './methodology-parts.ts';

type Section = readonly [id: string, heading: string, body: Html];
type Verdicts = BacktestSummary['verdicts'];
type Results = Verdicts['next_inspection'];

/**
 * Renders the published method in words. Every number comes from the rules that make the decisions, so the
 * numbers are the same in each language.
 */
export function renderMethodology(options: {
  readonly baseUrl: string;
  readonly fictional: boolean | undefined;
  readonly language: Language;
}): Html {
  const { language } = options;
  const method = describeMethod(options.baseUrl, language);
  const t = METHOD_PAGE[language];
  const earlier = method.earlier_versions.map(({ score_version, changed }) => `${score_version}: ${changed}`);
  const steps = joinHtml(
    method.rule.map((step) => html`<li>${step}</li>`),
    '\n',
  );
  // The first questions that vendors and organizers ask come first. How well the method works, and its
  // history, come last.
  const sections: readonly Section[] = [
    ['steps', t.steps, html`<ol>${steps}</ol>\n<p>${t.age}</p>`],
    ['letters', t.letters, renderCutOffs(method, language)],
    ['example', t.example, renderExample(method, language)],
    ['decision', t.toDecision, renderPolicy(language)],
    ['limits', t.cannotSay, renderList(method.limits)],
    ['yours', t.yours, renderYours(method, language)],
    ['weights', t.weights, renderWeights(method.weights, language)],
    ['data', t.used, renderList(method.data_used)],
    ['unused', t.notUsed, renderList(method.data_not_used)],
    [
      'backtest',
      t.backtest,
      renderBacktest(method.backtest, renderVerdictBacktest(method.backtest, language), language),
    ],
    ['versions', t.earlier, renderList(earlier)],
  ];
  const main = html`<h1>${t.heading}</h1>
<p class="lead">${t.lead}</p>
<p>${t.version({ strong, version: method.score_version, link: linkTo('/api/v1/methodology') })}</p>
<nav class="no-print" aria-label="${t.contents}"><ul>${sections.map(([id, heading]) => html`<li><a href="#${id}">${heading}</a></li>`)}</ul></nav>
${joinHtml(
  sections.map(
    ([id, heading, body]) =>
      html`<section class="part" id="${id}"><h2>${heading}</h2><div>${body}</div></section>`,
  ),
  '\n',
)}
<p class="small">${t.more({ statistics: linkTo('/florida'), coverage: linkTo('/api/v1/coverage') })}</p>`;
  return renderPage({
    title: t.title,
    description: t.description({ state: REGULATOR.jurisdiction }),
    language,
    canonical: `${options.baseUrl}/methodology`,
    fictional: options.fictional,
    main,
  });
}

function renderYours(method: Methodology, language: Language): Html {
  const t = METHOD_PAGE[language];
  return html`<p>${t.yoursLead}</p>
<ul>
<li>${t.wrongThere({ strong, link: linkTo(method.links.regulator) })}</li>
<li>${t.wrongHere({ strong, link: linkTo('/claim') })}</li>
<li>${t.notWhole({ strong })}</li>
<li>${t.fixedIt({ strong, days: method.weights.half_life_days })}</li>
</ul>`;
}

function renderWeights(weights: Methodology['weights'], language: Language): Html {
  const { high_priority, intermediate, basic } = weights.points_per_violation;
  const t = METHOD_TABLES[language];
  const violations = renderTable(
    t.violations,
    [t.violation, t.points],
    [
      [t.high, String(high_priority)],
      [t.intermediate, String(intermediate)],
      [t.basic, String(basic)],
    ],
  );
  const measures = renderTable(
    t.measures,
    [t.measure, t.words, t.points],
    weights.points_per_measure.map(({ measure, examples, points }) => [
      measure,
      joinHtml(
        examples.map((example) => renderQuote(example, language)),
        ', ',
      ),
      String(points),
    ]),
    true,
  );
  return html`${violations}
${measures}
<p>${t.most({ max: weights.case_points_max })}</p>`;
}

function renderCutOffs({ minimum_record, license_grace_days: days }: Methodology, language: Language): Html {
  const t = METHOD_TABLES[language];
  const { cutOffs } = SCORE_RULES;
  const table = renderTable(
    t.cutOffs,
    [t.letter, t.score, t.tier, t.byLetter],
    cutOffs.map(({ grade, least }, index) => [
      html`<span class="grade tone-${GRADE_TONES[grade]}">${grade}</span>`,
      index === cutOffs.length - 1
        ? t.below({ least: cutOffs[index - 1]?.least ?? '' })
        : t.orMore({ least }),
      TIERS_NAMED[language][riskTierOf({ status: 'graded', grade })],
      renderVerdictMark(VERDICTS_OF_GRADES[grade], null, language),
    ]),
    true,
  );
  const rule = RULES.findIndex(({ code }) => code === 'high_priority_at_last_inspection') + 1;
  return html`${table}
<p>${t.otherRules({ link: linkTo('#decision'), care: verdictText('CONDITIONAL', language), rule })}</p>
<p>${t.minimum({ strong, text: minimum_record.text })}</p>
<p>${t.noLetter({ strong, days })}</p>`;
}

function renderExample({ example, weights }: Methodology, language: Language): Html {
  const { cases, mean, with_average_cases, score, grade } = example;
  const t = METHOD_TABLES[language];
  const steps = cases.map(
    ({ date, high_priority: high, intermediate, basic, disposition, points, weight }) => {
      const { points_per_violation: each, points_per_measure: measures } = weights;
      const measure = measures.find(({ examples }) => examples.includes(disposition))?.points ?? 0;
      const sum = `${high} × ${each.high_priority} + ${intermediate} × ${each.intermediate} + ${basic} × ${each.basic} + ${measure}`;
      const told = { day: renderDay(date, language), quote: renderQuote(disposition, language) };
      return html`<li>${t.exampleCase({ strong, ...told, high, intermediate, basic, sum, points, weight })}</li>`;
    },
  );
  const result = t.exampleResult({
    strong,
    top: cases.map(({ weight, points }) => `${weight} × ${points}`).join(' + '),
    bottom: cases.map(({ weight }) => weight).join(' + '),
    mean: mean.toFixed(2),
    n: cases.length,
    cases: weights.mean_cases,
    average: weights.mean_points,
    together: with_average_cases.toFixed(2),
    factor: weights.score_per_point,
    score,
    grade,
  });
  return html`<p>${t.exampleLead}</p>
<ol>${joinHtml(steps, '\n')}</ol>
<p>${result}</p>`;
}

function renderPolicy(language: Language): Html {
  const t = METHOD_TABLES[language];
  const rules = RULES.map(({ code, verdict }, index) => [
    String(index + 1),
    reasonName(code, language),
    verdict === 'CLEAR'
      ? t.said
      : verdictText(code === 'insufficient_record' ? 'SHORT_RECORD' : verdict, language),
  ]);
  return html`<p>${t.policy}</p>
${renderTable(t.rules, [t.number, t.rule, t.verdict], rules)}
<p>${t.atWork({ link: linkTo('/check') })}</p>`;
}

/**
 * Renders what inspections found after each verdict. These are the same inspections that the grades'
 * back-test uses.
 */
function renderVerdictBacktest({ verdicts }: BacktestSummary, language: Language): Html {
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
