import { countNoun } from '../../../lib/text.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { renderDay } from '../../kit/dates.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderProse } from './prose.ts';
import { flagText, ownerText, resultOf, TIER_NAMES } from './record-texts.ts';
import {
  casesOf,
  type ShownCase,
  type ShownInspection,
  type ShownRecord,
  type ShownViolation,
} from './shown-record.ts';

/** Marks on visits that the vendor disputes, by visit id: plain text. */
type Disputes = ReadonlyMap<number, string>;

/** Every inspection of the current owner, newest first, callbacks under their case. */
export function renderInspections(
  { inspections, license }: Pick<ShownRecord, 'inspections' | 'license'>,
  disputes: Disputes,
): Html {
  const own = inspections.filter(({ owner }) => owner === 'current');
  if (own.length === 0)
    return html`<p>None on file under the ${ownerText({ license })}.</p>${renderNotes(inspections)}`;
  return html`${renderNotes(inspections)}
${joinHtml(
  casesOf(own).map((each, index) => renderCase(each, disputes, index === 0)),
  '\n',
)}`;
}

/** Inspections that may be another owner's, with the reason; empty where there is none. */
export function renderUncertainInspections(
  { inspections, uncertain_record: uncertain }: Pick<ShownRecord, 'inspections' | 'uncertain_record'>,
  disputes: Disputes,
): Html {
  if (!uncertain) return EMPTY_HTML;
  const cases = casesOf(inspections.filter(({ owner }) => owner === 'uncertain'));
  return html`<section class="part uncertain"><h2>Owner uncertain</h2><div>
<p>${uncertain.text}</p>
${joinHtml(
  cases.map((each) => renderCase(each, disputes)),
  '\n',
)}</div></section>`;
}

/** Inspections of earlier owners, folded; empty where there is none. */
export function renderPriorInspections(inspections: readonly ShownInspection[], disputes: Disputes): Html {
  const cases = casesOf(inspections.filter(({ owner }) => owner === 'prior'));
  if (cases.length === 0) return EMPTY_HTML;
  return html`<section class="part prior"><h2>Prior owner</h2><div>
<p>The license had another owner before. What was found then is neither scored nor counted for the present one.</p>
<details class="behind"><summary>Show ${countNoun(cases.length, 'inspection')} under a prior owner</summary>
${joinHtml(
  cases.map((each) => renderCase(each, disputes)),
  '\n',
)}
</details></div></section>`;
}

/** Said once, not at every visit. */
function renderNotes(inspections: readonly ShownInspection[]): Html {
  const cited = inspections.flatMap(({ violations }) => violations);
  const withText = cited.filter(({ text }) => text);
  if (withText.length === cited.length) return EMPTY_HTML;
  const missing =
    withText.length === 0
      ? 'The regulator’s files name the categories and count them; what the inspector wrote is not among them.'
      : 'Where a visit shows categories alone, what the inspector wrote is not among the regulator’s files.';
  const counted = cited.every(({ tier }) => tier)
    ? ''
    : ' They tell how many violations of a visit were high priority, not which ones.';
  return html`<p class="small">${missing}${counted} Full reports: <a href="${REGULATOR.pages.inspections.url}">${REGULATOR.pages.inspections.title}</a>.</p>`;
}

/** An inspection with what followed it, folded up but for its day and results; `isOpen` for the one that readers look for. */
function renderCase({ visits }: ShownCase, disputes: Disputes, isOpen = false): Html {
  const [first, ...later] = visits;
  if (!first) return EMPTY_HTML;
  const callbacks = later.map(
    (visit) =>
      html`<li><h4>Callback, ${renderDay(visit.date)}</h4><p class="outcome tone-${resultOf(visit).tone}">${renderOutcome(visit)}</p>
${renderVisit(visit, disputes)}</li>`,
  );
  const name = `${first.visit_number > 1 ? 'Callback; its first visit is not on file · ' : ''}“${first.type}”`;
  return html`<article class="case" id="visit-${first.visit_id}"><details${isOpen || isDisputed(visits, disputes) ? html` open` : ''}>
<summary><h3>${renderDay(first.date)} <span class="case-type">${name}</span></h3> <span class="outcome tone-${resultOf(first).tone}">${renderOutcome(first)}</span></summary>
${renderVisit(first, disputes)}
${callbacks.length > 0 ? html`<ol class="callbacks">${joinHtml(callbacks, '\n')}</ol>` : ''}
</details></article>`;
}

/** What is in dispute is not folded away. */
function isDisputed(visits: readonly ShownInspection[], disputes: Disputes): boolean {
  return visits.some(({ visit_id: id }) => disputes.has(id));
}

function renderOutcome(visit: ShownInspection): Html {
  const { sign, name } = resultOf(visit);
  return html`<span class="tag"><span aria-hidden="true">${sign}</span> ${name}</span> <span>“${visit.disposition}”</span>`;
}

function renderVisit(visit: ShownInspection, disputes: Disputes): Html {
  const disputed = disputes.get(visit.visit_id);
  return html`${disputed === undefined ? '' : html`<p class="flag">${renderProse(disputed)}</p>`}
<p class="found">${foundText(visit)}</p>
${visit.violations.length > 0 ? html`<ul class="violations">${joinHtml(visit.violations.map(renderViolation), '\n')}</ul>` : ''}`;
}

function foundText({ counts, result }: ShownInspection): string {
  const { total, high_priority: high, intermediate, basic } = counts;
  if (total === null)
    return 'How many violations were cited is not known: the file leaves a count blank, or its counts contradict each other.';
  if (total === 0)
    return result === 'unknown' ? 'No violation on file for this visit.' : 'No violation cited.';
  return `${countNoun(total, 'violation')}: ${high} high priority, ${intermediate} intermediate, ${basic} basic.`;
}

function renderViolation(violation: ShownViolation): Html {
  const { category, title, count: times, tier, code, text, flags, reporting_only: reporting } = violation;
  const severity = tier && isTier(tier) ? tier : undefined;
  const marks = [
    ...(severity ? [html`<span class="tier tier-${severity}">${TIER_NAMES[severity]}</span>`] : []),
    ...(times > 1 ? [html`<span class="times">${times} times</span>`] : []),
    ...(flags ?? []).map((flag) => html`<span class="marked">${flagText(flag)}</span>`),
  ];
  return html`<li>${title} <span class="small number">(${code ? code : `category ${category}`})</span>${marks.map((mark) => html` ${mark}`)}${reporting ? html`<br><span class="small">Reported to the fire authority; not in the counts.</span>` : ''}${
    text
      ? html`
<blockquote><p>“${text}”</p></blockquote>`
      : ''
  }</li>`;
}

function isTier(tier: string): tier is keyof typeof TIER_NAMES {
  return Object.hasOwn(TIER_NAMES, tier);
}
