import { isWatchWorth } from '../../../decisions/self-check/monitoring-offer.ts';
import type { Factor, SelfCheck } from '../../../decisions/self-check/schemas.ts';
import { describeRecordsAge } from '../../../registry/published-state/records-age.ts';
import { renderDay } from '../../kit/dates.ts';
import { SEVERITIES } from '../../kit/decision-names.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { SNAPSHOT } from '../../kit/snapshot-texts.ts';
import { renderProse } from './prose.ts';
import { meaningOf } from './record-texts.ts';

/** The self-check as a page (contract 2.8): letter grade only. */
export function renderImprove(check: SelfCheck, baseUrl: string): Html {
  const { vendor, grade, limiting_factors: factors, strengths } = check;
  const { tone, text } = meaningOf(check);
  const main = html`<p class="kicker">Self-check</p>
<h1>${vendor.name}</h1>
<p class="under"><strong class="number">${vendor.license.number}</strong> · <a href="/vendor/${vendor.id}">public page</a></p>
${check.fictional ? html`<p class="fictional">Fictional vendor: demo data. No such business exists.</p>` : ''}
<section class="verdict tone-${tone}" aria-label="Grade">
<p class="stamp">${grade === null ? 'NO GRADE' : html`<span class="stamp-word">Grade</span><span class="stamp-letter">${grade}</span>`}</p>
<div>${check.records_old ? html`<p><strong>Old records.</strong> ${describeRecordsAge(check.records_old)}</p>` : ''}<p class="meaning">${text}</p>
<p class="small">As of ${renderDay(check.as_of)}, from files up to ${renderDay(check.data_as_of)}. ${SNAPSHOT}</p></div>
</section>
<section class="part"><h2>${outlookTitle(check)}</h2><div>${renderOutlook(check)}</div></section>
<section class="part"><h2>What holds it back</h2><div>${renderFactors(factors)}</div></section>
<section class="part"><h2>What speaks for it</h2><div>${renderStrengths(strengths)}</div></section>
<section class="part"><h2>Stay informed</h2><div>${renderOffer(check)}</div></section>`;
  return renderPage({
    title: `Self-check: ${vendor.name}`,
    description: `What holds the grade of ${vendor.name} back, and what to do about it.`,
    canonical: `${baseUrl}/improve/${vendor.id}`,
    robots: 'noindex',
    fictional: check.fictional,
    main,
  });
}

/** A finding, however small, is no check mark. */
const MINOR = { sign: '–', name: 'Minor' } as const;

function renderFactors(factors: readonly Factor[]): Html {
  if (factors.length === 0) return html`<p>Nothing on file does. Keep it up.</p>`;
  const items = factors.map(({ severity, issue, corrective_action: action, resource, evidence, ...rest }) => {
    const { sign, name } = severity === 'info' ? MINOR : SEVERITIES[severity];
    return html`<li${severity === 'info' ? '' : html` class="severity-${severity}"`}>
<p><span class="tag"><span aria-hidden="true">${sign}</span> ${name}<span class="visually-hidden">:</span></span> ${renderProse(issue)}</p>
<p><strong>What to do:</strong> ${renderProse(action)}</p>${renderQuotes(rest.quotes)}${rest.fades ? html`<p class="small">${renderProse(rest.fades.text)}</p>` : ''}
<p class="small"><a href="${resource.url}">${resource.title}</a> · On file: ${renderProse(evidence)}</p>
</li>`;
  });
  return html`<p class="small">Most severe first; of equal severity what decides by itself comes first, then what costs the grade most. Where an inspection only counts a category and its text is not on file, the category is weighed as the average of what that inspection found. Words in “quotation marks” are the regulator’s; names of violation categories are ours, for the numbers in its files.</p>
<ol class="factors">${joinHtml(items, '\n')}</ol>`;
}

function renderQuotes(quotes: Factor['quotes']): Html {
  if (quotes.length === 0) return EMPTY_HTML;
  return html`
<ul class="small">${joinHtml(
    quotes.map(({ text, on }) => html`<li>The inspector wrote on ${renderDay(on)}: “${text}”</li>`),
    '\n',
  )}</ul>`;
}

function outlookTitle({ grade, outlook }: SelfCheck): string {
  if (grade === null) return 'What a grade takes';
  return outlook.next_grade === null ? `How to keep the ${grade}` : 'What the next grade takes';
}

function renderOutlook({ grade, outlook, as_of: asOf }: SelfCheck): Html {
  const { missing, text } = outlook;
  if (grade !== null || missing.length === 0) return html`<p>${renderProse(text)}</p>`;
  return html`<p>There is no grade as of ${renderDay(asOf)}. What is missing:</p>
<ul>${joinHtml(
    missing.map((each) => html`<li>${renderProse(each.text)}</li>`),
    '\n',
  )}</ul>`;
}

function renderStrengths(strengths: SelfCheck['strengths']): Html {
  if (strengths.length === 0) return html`<p>Nothing yet. The next good inspection will stand here.</p>`;
  return html`<ul class="links">${joinHtml(
    strengths.map(({ text }) => html`<li>${renderProse(text)}</li>`),
    '\n',
  )}</ul>`;
}

function renderOffer({ vendor, claim_url: claim, monitoring }: SelfCheck): Html {
  const price = (monitoring.price_cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: monitoring.currency,
  });
  const buy = monitoring.checkout_url
    ? html`<a href="${monitoring.checkout_url}">Start monitoring</a>; it needs a free account that has claimed the license.`
    : 'It cannot be bought here yet.';
  const offer = html`<p><a href="${new URL(claim).pathname}${new URL(claim).search}">Claim this license</a>, free: reply on the public page, dispute an error, follow your standing.</p>`;
  if (!isWatchWorth(vendor.license.status)) return offer;
  return html`${offer}
<p><strong>Monitoring, ${price} a ${monitoring.interval}:</strong> ${monitoring.description} ${buy}</p>`;
}
