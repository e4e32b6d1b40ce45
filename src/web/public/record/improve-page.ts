import { SEVERITIES_NAMED } from '../../../decisions/decide/messages.ts';
import { isWatchWorth } from '../../../decisions/self-check/monitoring-offer.ts';
import type { Factor, SelfCheck } from '../../../decisions/self-check/schemas.ts';
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

/** The self-check as a page (contract 2.8): letter grade only. `check` has its sentences in the same language. */
export function renderImprove(check: SelfCheck, baseUrl: string, language: Language = 'en'): Html {
  const { vendor, grade, limiting_factors: factors } = check;
  const t = IMPROVE[language];
  const name = displayName(vendor.name);
  const { tone, text } = meaningOf(check, language, isNothingRead(check));
  const days = { day: renderDay(check.as_of, language), upTo: renderDay(check.data_as_of, language) };
  const main = html`<p class="kicker">${t.kicker}</p>
<h1>${name}</h1>
<p class="under"><strong class="number">${vendor.license.number}</strong> · <a href="/vendor/${vendor.id}">${t.publicPage}</a></p>
${check.fictional ? html`<p class="fictional">${t.fictional}</p>` : ''}
<section class="verdict tone-${tone}" aria-label="${t.grade}">
<p class="stamp">${grade === null ? t.noGrade : html`<span class="stamp-word">${t.grade}</span><span class="stamp-letter">${grade}</span>`}</p>
<div>${check.records_old ? html`<p>${t.recordsOld({ strong, age: describeRecordsAge(check.records_old, language) })}</p>` : ''}<p class="meaning">${text}</p>
<p class="small">${t.asOf({ ...days, regulator: REGULATOR.shortName })}</p></div>
</section>
<section class="part"><h2>${outlookTitle(check, language)}</h2><div>${renderOutlook(check, language)}</div></section>
<section class="part"><h2>${t.against}</h2><div>${renderFactors(factors, language)}</div></section>
<section class="part"><h2>${t.inFavor}</h2><div>${renderStrengths(check, language)}</div></section>
<section class="part"><h2>${t.informed}</h2><div>${renderOffer(check, language)}</div></section>`;
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

/** A finding, however small, is no check mark. */
const MINOR_SIGN = '–';

function renderFactors(factors: readonly Factor[], language: Language): Html {
  const t = IMPROVE[language];
  if (factors.length === 0) return html`<p>${t.nothingAgainst}</p>`;
  return html`<p class="small">${t.order}</p>
<ol class="factors">${joinHtml(
    factors.map((each) => renderFactor(each, language)),
    '\n',
  )}</ol>`;
}

function renderFactor(factor: Factor, language: Language): Html {
  const t = IMPROVE[language];
  const { severity, issue, corrective_action, resource, evidence, quotes, fades } = factor;
  const isMinor = severity === 'info';
  const sign = isMinor ? MINOR_SIGN : SEVERITIES[severity].sign;
  const name = isMinor ? t.minor : SEVERITIES_NAMED[language][severity];
  const told = { link: linkTo(resource.url), page: resource.title };
  return html`<li${isMinor ? '' : html` class="severity-${severity}"`}>
<p><span class="tag"><span aria-hidden="true">${sign}</span> ${name}<span class="visually-hidden">:</span></span> ${renderProse(issue, language)}</p>
<p>${t.whatToDo({ strong, action: renderProse(corrective_action, language) })}</p>${renderQuotes(quotes, language)}${fades ? html`<p class="small">${renderProse(fades.text, language)}</p>` : ''}
<p class="small">${t.source({ ...told, evidence: renderProse(evidence, language) })}</p>
</li>`;
}

/** The newest remark; more of them, which may fill a screen each, fold. */
function renderQuotes(quotes: Factor['quotes'], language: Language): Html {
  const t = IMPROVE[language];
  const [first, ...others] = quotes.map(({ text, on }) => {
    const day = renderDay(on, language);
    return html`<li>${t.wrote({ day, quote: renderQuote(text, language) })}</li>`;
  });
  if (!first) return EMPTY_HTML;
  const folded = html`
<details class="behind small"><summary>${t.moreWrote({ count: others.length })}</summary><ul>${joinHtml(others, '\n')}</ul></details>`;
  return html`
<ul class="small">${first}</ul>${others.length === 0 ? EMPTY_HTML : folded}`;
}

function outlookTitle({ grade, outlook }: SelfCheck, language: Language): string {
  const t = IMPROVE[language];
  if (grade === null) return t.outlookNone;
  return outlook.next_grade === null ? t.outlookKeep({ grade }) : t.outlookNext;
}

function renderOutlook({ grade, outlook, as_of: asOf }: SelfCheck, language: Language): Html {
  const { missing, text } = outlook;
  if (grade !== null || missing.length === 0) return html`<p>${renderProse(text, language)}</p>`;
  return html`<p>${IMPROVE[language].missing({ day: renderDay(asOf, language) })}</p>
<ul>${joinHtml(
    missing.map((each) => html`<li>${renderProse(each.text, language)}</li>`),
    '\n',
  )}</ul>`;
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

/** An address on this site as a template writes it, so that the page's language goes before it. */
function localPart(full: string): string {
  const { pathname, search } = new URL(full);
  return `${pathname}${search}`;
}
