import { reasonName } from '../../decisions/decision/words.ts';
import { countNoun } from '../../lib/text.ts';
import { describeMethod, type Methodology } from '../../registry/scoring/methodology.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { RULES } from '../../registry/vendors/policy.ts';
import { renderDay } from '../kit/dates.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import { renderPage } from '../kit/page.ts';
import { renderBacktest } from './methodology-backtest.ts';
import { renderList, renderTable } from './methodology-parts.ts';
import { renderVerdictBacktest } from './methodology-verdicts.ts';

const DESCRIPTION = `How grades of ${REGULATOR.jurisdiction} food trucks and caterers are made: what counts, how much, what does not, and what a grade cannot say.`;

/** The published method in words, every number from the rules that decide. */
export function renderMethodology(options: {
  readonly baseUrl: string;
  readonly fictional: boolean | undefined;
}): Html {
  const method = describeMethod(options.baseUrl);
  const main = html`<h1>How a grade is made</h1>
<p class="lead">One method for everybody, made from public inspection records alone. A vendor can check it with a pencil; a statistician will find its limits written down.</p>
<p>Version <strong>${method.score_version}</strong>. A change of any number on this page is a new version. The same as data: <a href="/api/v1/methodology">/api/v1/methodology</a>.</p>
<section class="part"><h2>What a grade cannot say</h2><div>${renderList(method.limits)}</div></section>
<section class="part"><h2>What is used</h2><div>${renderList(method.data_used)}</div></section>
<section class="part"><h2>What is not used, ever</h2><div>${renderList(method.data_not_used)}</div></section>
<section class="part"><h2>Step by step</h2><div><ol>${joinHtml(
    method.rule.map((step) => html`<li>${step}</li>`),
    '\n',
  )}</ol>
<p>Age is counted from the newest inspection and not from today. So waiting neither heals a bad record nor spoils a good one; a record that grows too old loses its letter instead.</p></div></section>
<section class="part"><h2>Weights</h2><div>${renderWeights(method.weights)}</div></section>
<section class="part"><h2>Letters</h2><div>${renderCutOffs(method)}</div></section>
<section class="part" id="example"><h2>Worked out</h2><div>${renderExample(method)}</div></section>
<section class="part" id="backtest"><h2>What it foretold</h2><div>${renderBacktest(method.backtest)}</div></section>
<section class="part"><h2>Earlier versions</h2><div>${renderList(method.earlier_versions.map(({ score_version, changed }) => `${score_version}: ${changed}`))}</div></section>
<section class="part"><h2>From record to decision</h2><div>${renderPolicy()}
${renderVerdictBacktest(method.backtest)}</div></section>
<section class="part"><h2>If it is your record</h2><div>
<p>Nobody can pay for a better grade, and nobody can take a record away. What you can do:</p>
<ul>
<li><strong>Something is wrong in the regulator’s record.</strong> Have the regulator correct it: the grade follows with the next file that we read. <a href="${method.links.regulator}">The regulator’s inspection pages</a>.</li>
<li><strong>We read it wrongly, or it is another business’s.</strong> <a href="/claim">Claim your license</a>; a verified owner can dispute a row, and gets an answer.</li>
<li><strong>The record is right and not the whole story.</strong> A verified owner can reply, and the reply stands beside the record.</li>
<li><strong>You put things right.</strong> The next inspection counts most: an older case counts half for each ${method.weights.half_life_days} days.</li>
</ul></div></section>
<p class="small"><a href="/florida">Statewide statistics</a> · <a href="/api/v1/coverage">Which files the records rest on, and how old they are</a></p>`;
  return renderPage({
    title: 'Methodology',
    description: DESCRIPTION,
    canonical: `${options.baseUrl}/methodology`,
    fictional: options.fictional,
    main,
  });
}

function renderWeights(weights: Methodology['weights']): Html {
  const { high_priority, intermediate, basic } = weights.points_per_violation;
  const violations = renderTable(
    'Points for each violation found at the first visit',
    ['Violation', 'Points'],
    [
      ['High priority', String(high_priority)],
      ['Intermediate', String(intermediate)],
      ['Basic', String(basic)],
    ],
  );
  const measures = renderTable(
    'Points for the gravest measure of a case',
    ['Measure', 'In the regulator’s words, for example', 'Points'],
    weights.points_per_measure.map(({ measure, examples, points }) => [
      measure,
      examples.map((example) => `“${example}”`).join(', '),
      String(points),
    ]),
  );
  return html`${violations}
${measures}
<p>At most ${weights.case_points_max} points a case: one disastrous day does not decide everything.</p>`;
}

function renderCutOffs({ cut_offs, minimum_record, license_grace_days }: Methodology): Html {
  const table = renderTable(
    'Lowest score of each letter',
    ['Letter', 'Score', 'Risk tier', 'What we recommend'],
    cut_offs.map(({ grade, least, risk_tier, recommendation }, index) => [
      grade,
      index === cut_offs.length - 1 ? `below ${cut_offs[index - 1]?.least ?? ''}` : `${least} or more`,
      risk_tier,
      recommendation.text,
    ]),
  );
  return html`${table}
<p><strong>Minimum record.</strong> ${minimum_record.text}</p>
<p><strong>No letter is shown</strong> while the regulator’s license is not confirmed, or while a hold of the regulator is in force: it closed the business, or found it operating without a license, and nothing on file lifts that. A license is confirmed when the newest license file lists it as current and it has not expired more than ${license_grace_days} days ago.</p>`;
}

function renderExample({ example, weights }: Methodology): Html {
  const { cases, mean, with_average_cases, score, grade } = example;
  const steps = cases.map(({ date, high_priority, intermediate, basic, disposition, points, weight }) => {
    const { points_per_violation: each, points_per_measure: measures } = weights;
    const measure = measures.find(({ examples }) => examples.includes(disposition))?.points ?? 0;
    const sum = `${high_priority} × ${each.high_priority} + ${intermediate} × ${each.intermediate} + ${basic} × ${each.basic} + ${measure}`;
    return html`<li>${renderDay(date)}, “${disposition}”, with ${high_priority} high-priority, ${intermediate} intermediate and ${basic} basic violations: ${sum} = <strong>${countNoun(points, 'point')}</strong>. It counts ${weight}.</li>`;
  });
  const n = cases.length;
  const { mean_cases: k, mean_points: average, score_per_point: factor } = weights;
  const top = cases.map(({ weight, points }) => `${weight} × ${points}`).join(' + ');
  const bottom = cases.map(({ weight }) => weight).join(' + ');
  return html`<p>A made-up truck with two inspections:</p>
<ol>${joinHtml(steps, '\n')}</ol>
<p>Mean: (${top}) / (${bottom}) = ${mean.toFixed(2)}. With ${k} average cases: (${n} × ${mean.toFixed(2)} + ${k} × ${average}) / (${n} + ${k}) = ${with_average_cases.toFixed(2)}. Score: 100 − ${factor} × ${with_average_cases.toFixed(2)} = <strong>${score}</strong>, a <strong>${grade}</strong>.</p>`;
}

function renderPolicy(): Html {
  const rules = RULES.map(({ code, verdict }, index) => [
    String(index + 1),
    reasonName(code),
    verdict === 'CLEAR' ? 'Decides nothing, and is said' : verdict,
  ]);
  return html`<p>A decision for an event looks at the license, at holds, at the letter and at enforcement. The score never enters it. The rules are asked in this order: the first that applies decides, all that apply are reasons, and who passes them all is CLEAR.</p>
${renderTable('Rules in their order', ['No.', 'Rule', 'Verdict'], rules)}
<p><a href="/check">Check a vendor</a> to see it at work. The event’s organizer decides; ours is advice with its reasons.</p>`;
}
