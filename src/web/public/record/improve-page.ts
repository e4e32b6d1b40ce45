import { SEVERITIES_NAMED } from '../../../decisions/decide/messages.ts';
import { CAUSES } from '../../../decisions/self-check/cause-messages.ts';
import { isWatchWorth } from '../../../decisions/self-check/monitoring-offer.ts';
import type { Factor, Outlook, SelfCheck } from '../../../decisions/self-check/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { describeRecordsAge } from '../../../published-state/records-age.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { SEVERITIES } from '../../kit/decisions/decision-names.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { linkTo, renderQuote, strong } from '../../kit/tags.ts';
import { IMPROVE } from './improve-messages.ts';
import { renderProse } from './prose.ts';
import { meaningOf } from './record-texts.ts';

/**
 * Renders the self-check, which shows only the letter grade (contract 2.8). The sentences in `check` must be
 * in the same language as the page.
 */
export function renderImprove(check: SelfCheck, baseUrl: string, language: Language = 'en'): Html {
  const { vendor, grade, limiting_factors: factors } = check;
  const t = IMPROVE[language];
  const name = displayName(vendor.name);
  const { tone, text } = meaningOf(check, language, isNothingRead(check));
  const days = { day: renderDay(check.as_of, language), upTo: renderDay(check.data_as_of, language) };
  const main = html`<p class="kicker">${t.kicker}</p>
<h1>${name}</h1>
<p class="under"><strong class="number">${vendor.license.number}</strong> · <a href="/vendor/${vendor.id}">${t.publicPage}</a></p>
${
  factors.length === 0
    ? ''
    : html`<p class="small no-print">${t.printHint}</p>
`
}${check.fictional ? html`<p class="fictional">${t.fictional}</p>` : ''}
<section class="verdict tone-${tone}" aria-label="${t.grade}">
<p class="stamp">${grade === null ? t.noGrade : html`<span class="stamp-word">${t.grade}</span><span class="stamp-letter">${grade}</span>`}</p>
<div>${check.records_old ? html`<p>${t.recordsOld({ strong, age: describeRecordsAge(check.records_old, language) })}</p>` : ''}<p class="meaning">${text}</p>
<p class="small">${t.asOf({ ...days, regulator: REGULATOR.shortName })}</p></div>
</section>
<section class="part"><h2>${outlookTitle(check, language)}</h2><div>${renderOutlook(check, language)}</div></section>
${renderChecklist(factors, language)}
${factors.length === 0 ? html`<p>${t.nothingAgainst}</p>` : renderFold(t.all({ count: factors.length }), renderFactors(factors, language))}
${renderFold(t.inFavor, renderStrengths(check, language))}
${renderFold(t.informed, renderOffer(check, language))}`;
  return renderPage({
    title: t.title({ name }),
    description: t.description({ name }),
    language,
    canonical: `${baseUrl}/improve/${vendor.id}`,
    robots: 'noindex',
    fictional: check.fictional,
    main,
  });
}

function isNothingRead({ outlook }: SelfCheck): boolean {
  return outlook.missing.some(({ code }) => code === 'inspection_file');
}

/** The symbol for a minor finding, which does not get a check mark. */
const MINOR_SIGN = '–';

const FIRST_MAX = 3;

/** Renders the first steps as a checklist that can be printed. A low grade by itself is not a step. */
function renderChecklist(factors: readonly Factor[], language: Language): Html {
  const t = IMPROVE[language];
  const first = factors.filter(({ code }) => !/^grade_\w$/.test(code)).slice(0, FIRST_MAX);
  if (first.length === 0) return EMPTY_HTML;
  const steps = first.map(({ issue, corrective_action: text }) => ({ issue, ...splitMet(text, language) }));
  // The steps often share this sentence, so it comes first and only once.
  const met = [...new Set(steps.map((each) => each.met))].filter((text) => text !== '');
  const items = steps.map(
    ({ issue, action }) =>
      html`<li><p>${renderProse(action, language)}</p><p class="small">${renderProse(issue, language)}</p></li>`,
  );
  return html`<section class="part"><h2>${t.fixFirst({ count: first.length })}</h2><div>
${met.map((text) => html`<p>${renderProse(text, language)}</p>`)}
<ol class="to-fix">${joinHtml(items, '\n')}</ol>
</div></section>`;
}

/** Splits the sentence about a visit that met standards off the end of a step. */
function splitMet(text: string, language: Language): { readonly action: string; readonly met: string } {
  const [before = '', after = ''] = CAUSES[language].met({ action: '', day: '\n' }).split('\n');
  const from = text.endsWith(after) ? text.lastIndexOf(before) : -1;
  return from < 0 ? { action: text, met: '' } : { action: text.slice(0, from), met: text.slice(from).trim() };
}

function renderFold(title: string, content: Html): Html {
  return html`<details class="part-fold"><summary><h2>${title}</h2></summary>${content}</details>`;
}

function renderFactors(factors: readonly Factor[], language: Language): Html {
  const t = IMPROVE[language];
  return html`<p class="small">${t.order}</p>
<ol class="factors">${joinHtml(
    factors.map((each) => renderFactor(each, language)),
    '\n',
  )}</ol>`;
}

function renderFactor(factor: Factor, language: Language): Html {
  const t = IMPROVE[language];
  const { severity, issue, corrective_action, resource, evidence, fades } = factor;
  const isMinor = severity === 'info';
  const sign = isMinor ? MINOR_SIGN : SEVERITIES[severity].sign;
  const name = isMinor ? t.minor : SEVERITIES_NAMED[language][severity];
  const told = { link: linkTo(resource.url), page: resource.title };
  return html`<li${isMinor ? '' : html` class="severity-${severity}"`}>
<p><span class="tag"><span aria-hidden="true">${sign}</span> ${name}<span class="visually-hidden">:</span></span> ${renderProse(issue, language)}</p>
<p>${t.whatToDo({ strong, action: renderProse(corrective_action, language) })}</p>${renderQuotes(factor, language)}${fades ? html`<p class="small">${renderProse(fades.text, language)}</p>` : ''}
<p class="small">${t.source({ ...told, evidence: renderProse(evidence, language) })}</p>
</li>`;
}

/** Renders the inspector's newest remark. Older remarks are collapsed, because each may fill a screen. */
function renderQuotes({ code, quotes }: Factor, language: Language): Html {
  const t = IMPROVE[language];
  const [first, ...others] = quotes.map(({ text, on }) => {
    const day = renderDay(on, language);
    const quote = html`${renderQuote(text, language)}${renderCategory(code, text, language)}`;
    return html`<li>${t.wrote({ day, quote })}</li>`;
  });
  if (!first) return EMPTY_HTML;
  const folded = html`
<details class="behind small"><summary>${t.moreWrote({ count: others.length })}</summary><ul>${joinHtml(others, '\n')}</ul></details>`;
  return html`
<ul class="small">${first}</ul>${others.length === 0 ? EMPTY_HTML : folded}`;
}

/**
 * Returns the explanation for a category on a page that is not in English. Empty if the factor is not a
 * category, or if its text already contains an explanation.
 */
function renderCategory(code: string, text: string, language: Language): string {
  const category = /^category_(\d+)$/.exec(code)?.[1];
  if (language === 'en' || category === undefined || REGULATOR.glossOf(text, language)) return '';
  return ` (${IMPROVE[language].about({ title: REGULATOR.categoryTitle(Number(category), language) })})`;
}

function outlookTitle({ grade, outlook }: SelfCheck, language: Language): string {
  const t = IMPROVE[language];
  if (grade === null) return t.outlookNone;
  return outlook.next_grade === null ? t.outlookKeep({ grade }) : t.outlookNext;
}

function renderOutlook({ grade, outlook, as_of: asOf }: SelfCheck, language: Language): Html {
  const t = IMPROVE[language];
  const { missing, text, letter_until: until } = outlook;
  if (grade !== null || missing.length === 0) {
    const lead = leadOf(grade, outlook, language);
    if (lead === undefined) return html`<p>${renderProse(text, language)}</p>`;
    return html`<p class="meaning">${lead}</p>
${until === null ? '' : html`<p>${t.until({ day: renderDay(until, language) })}</p>`}
<details><summary>${t.howCounted}</summary><p>${renderProse(text, language)}</p></details>`;
  }
  return html`<p>${t.missing({ day: renderDay(asOf, language) })}</p>
<ul>${joinHtml(
    missing.map((each) => html`<li>${renderProse(each.text, language)}</li>`),
    '\n',
  )}</ul>`;
}

/**
 * Returns the next grade and the steps to reach it in one sentence. Returns undefined if there are too many
 * steps to count.
 */
function leadOf(
  grade: SelfCheck['grade'],
  { next_grade, ways }: Outlook,
  language: Language,
): Html | undefined {
  const t = IMPROVE[language];
  if (next_grade === null) return grade === null ? undefined : html`${t.keep({ strong, grade })}`;
  const [way] = ways;
  if (!way || way.inspections === null || way.earliest_on === null || way.grade === null) return undefined;
  const day = renderDay(way.earliest_on, language);
  return html`${t.next({ strong, grade: way.grade, count: way.inspections, day })}`;
}

function renderStrengths({ strengths, limiting_factors: factors }: SelfCheck, language: Language): Html {
  const t = IMPROVE[language];
  const isNotKnown = factors.some(({ code }) => code === 'coverage_too_short');
  if (strengths.length === 0) return html`<p>${isNotKnown ? t.notKnownInFavor : t.nothingInFavor}</p>`;
  return html`<ul class="links">${joinHtml(
    strengths.map(({ text }) => html`<li>${renderProse(text, language)}</li>`),
    '\n',
  )}</ul>`;
}

function renderOffer({ vendor, claim_url, monitoring }: SelfCheck, language: Language): Html {
  const t = IMPROVE[language];
  const offer = html`<p>${t.claim({ claim: linkTo(localPart(claim_url)) })}</p>`;
  if (!isWatchWorth(vendor.license.status)) return offer;
  const price = (monitoring.price_cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: monitoring.currency,
  });
  const { checkout_url: checkout, description } = monitoring;
  const buy = checkout ? html`${t.start({ start: linkTo(localPart(checkout)) })}` : t.notForSale;
  return html`${offer}
<p>${t.offer({ strong, price, description, buy })}</p>`;
}

/** Returns the path of a URL on this site. Unlike a full URL, a path gets the page's language prefix. */
function localPart(full: string): string {
  const { pathname, search } = new URL(full);
  return `${pathname}${search}`;
}
