import { uncertainTextIn } from '../../../../judgment/scorecard/uncertain-record.ts';
import type { Language } from '../../../../lib/language/language.ts';
import { REGULATOR } from '../../../../regulator/source/regulator.ts';
import { EVIDENCE } from '../../../kit/decisions/decision-messages.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../../kit/html.ts';
import { renderDay } from '../../../kit/render-dates.ts';
import { linkTo, renderQuote } from '../../../kit/tags.ts';
import {
  casesOf,
  type ShownCase,
  type ShownInspection,
  type ShownRecord,
  type ShownViolation,
} from '../parse-record.ts';
import { renderProse } from '../prose.ts';
import { flagText, isNothingRead, ownerText, resultOf, tierName } from '../record-texts.ts';
import { INSPECTIONS } from './inspection-messages.ts';

/** The values needed to render a visit. */
interface Shown {
  /** Marks for disputed visits as plain text, keyed by visit id. */
  readonly disputes: ReadonlyMap<number, string>;
  readonly language: Language;
}

/** Renders all inspections under the current owner, newest first. Callbacks are listed under their case. */
export function renderInspections(
  record: Pick<ShownRecord, 'inspections' | 'license'> &
    Partial<Pick<ShownRecord, 'rollup_12m' | 'last_disposition'>>,
  shown: Shown,
): Html {
  const { inspections, license } = record;
  const { language } = shown;
  const own = inspections.filter(({ owner }) => owner === 'current');
  if (own.length === 0) {
    const none = INSPECTIONS[language].none({ owner: ownerText({ license }, language) });
    return html`<p>${isNothingRead(record) ? html`${EVIDENCE[language].notKnown}.` : none}</p>${renderNotes(inspections, language)}`;
  }
  return html`${renderNotes(inspections, language)}
${joinHtml(
  casesOf(own).map((each, index) => renderCase(each, shown, index === 0)),
  '\n',
)}`;
}

/**
 * Renders inspections that may belong to another owner, with the reason. Renders nothing if there are none.
 */
export function renderUncertainInspections(
  { inspections, uncertain_record: uncertain }: Pick<ShownRecord, 'inspections' | 'uncertain_record'>,
  shown: Shown,
): Html {
  if (!uncertain) return EMPTY_HTML;
  const { language } = shown;
  const cases = casesOf(inspections.filter(({ owner }) => owner === 'uncertain'));
  return html`<section class="part uncertain"><h2>${INSPECTIONS[language].uncertain}</h2><div>
<p>${renderProse(uncertainTextIn(uncertain, language), language)}</p>
${joinHtml(
  cases.map((each) => renderCase(each, shown)),
  '\n',
)}</div></section>`;
}

/** Renders inspections under earlier owners, collapsed. Renders nothing if there are none. */
export function renderPriorInspections(inspections: readonly ShownInspection[], shown: Shown): Html {
  const t = INSPECTIONS[shown.language];
  const cases = casesOf(inspections.filter(({ owner }) => owner === 'prior'));
  if (cases.length === 0) return EMPTY_HTML;
  return html`<section class="part prior"><h2>${t.prior}</h2><div>
<p>${t.priorTold}</p>
<details class="behind"><summary>${t.showPrior({ count: cases.length })}</summary>
${joinHtml(
  cases.map((each) => renderCase(each, shown)),
  '\n',
)}
</details></div></section>`;
}

/** Renders the note about missing text once for all visits instead of once per visit. */
function renderNotes(inspections: readonly ShownInspection[], language: Language): Html {
  const t = INSPECTIONS[language];
  const cited = inspections.flatMap(({ violations }) => violations);
  const withText = cited.filter(({ text }) => text);
  if (withText.length === cited.length) return EMPTY_HTML;
  const missing = withText.length === 0 ? t.onlyCategories : t.someCategories;
  const counted = cited.every(({ tier }) => tier) ? '' : ` ${t.countedByTier}`;
  const { url, title } = REGULATOR.pageIn('inspections', language);
  return html`<p class="small">${missing}${counted} ${t.fullReports({ link: linkTo(url), page: title })}</p>`;
}

/**
 * Renders an inspection and its callbacks, collapsed to the dates and results. `isOpen` expands the
 * inspection that readers are looking for.
 */
function renderCase({ visits }: ShownCase, shown: Shown, isOpen = false): Html {
  const { disputes, language } = shown;
  const t = INSPECTIONS[language];
  const [first, ...later] = visits;
  if (!first) return EMPTY_HTML;
  const callbacks = later.map(
    (visit) =>
      html`<li><h4>${t.callback({ day: renderDay(visit.date, language) })}</h4><p class="outcome tone-${resultOf(visit).tone}">${renderOutcome(visit, language)}</p>
${renderVisit(visit, shown)}</li>`,
  );
  const kind = renderQuote(first.type, language);
  const name = first.visit_number > 1 ? t.firstNotOnFile({ kind }) : kind;
  return html`<article class="case" id="visit-${first.visit_id}"><details${isOpen || isDisputed(visits, disputes) ? html` open` : ''}>
<summary><h3>${renderDay(first.date, language)} <span class="case-type">${name}</span></h3> <span class="outcome tone-${resultOf(first).tone}">${renderOutcome(first, language)}</span></summary>
${renderVisit(first, shown)}
${callbacks.length > 0 ? html`<ol class="callbacks">${joinHtml(callbacks, '\n')}</ol>` : ''}
</details></article>`;
}

/** Returns true if any of the visits is disputed. Disputed visits are not collapsed. */
function isDisputed(visits: readonly ShownInspection[], disputes: Shown['disputes']): boolean {
  return visits.some(({ visit_id: id }) => disputes.has(id));
}

function renderOutcome(visit: ShownInspection, language: Language): Html {
  const { sign, name } = resultOf(visit, language);
  return html`<span class="tag"><span aria-hidden="true">${sign}</span> ${name}</span> <span>${renderQuote(visit.disposition, language)}</span>`;
}

function renderVisit(visit: ShownInspection, { disputes, language }: Shown): Html {
  const disputed = disputes.get(visit.visit_id);
  const violations = visit.violations.map((each) => renderViolation(each, language));
  return html`${disputed === undefined ? '' : html`<p class="flag">${renderProse(disputed, language)}</p>`}
<p class="found">${foundText(visit, language)}</p>
${violations.length > 0 ? html`<ul class="violations">${joinHtml(violations, '\n')}</ul>` : ''}`;
}

function foundText({ counts, result }: ShownInspection, language: Language): string {
  const t = INSPECTIONS[language];
  const { total: count, high_priority: high, intermediate, basic } = counts;
  if (count === null || high === null || intermediate === null || basic === null) return t.countsUnknown;
  if (count === 0) return result === 'unknown' ? t.noneOnFile : t.noneCited;
  return t.cited({ count, high, intermediate, basic });
}

function renderViolation(violation: ShownViolation, language: Language): Html {
  const { category, count: times, tier, code, text, flags, reporting_only: reporting } = violation;
  const t = INSPECTIONS[language];
  // The record already has our English title.
  const title = language === 'en' ? violation.title : REGULATOR.categoryTitle(category, language);
  const severity = tier ? tierName(tier, language) : undefined;
  const marks = [
    ...(severity === undefined ? [] : [html`<span class="tier tier-${tier}">${severity}</span>`]),
    ...(times > 1 ? [html`<span class="times">${t.times({ count: times })}</span>`] : []),
    ...(flags ?? []).map((flag) => html`<span class="marked">${flagText(flag, language)}</span>`),
  ];
  return html`<li>${title} <span class="small number">(${code ? code : t.category({ category })})</span>${marks.map((mark) => html` ${mark}`)}${reporting ? html`<br><span class="small">${t.fireAuthority}</span>` : ''}${
    text
      ? html`
<blockquote${language === 'en' ? '' : html` lang="en"`}><p>“${text}”</p></blockquote>`
      : ''
  }</li>`;
}
