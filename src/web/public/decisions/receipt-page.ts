import { verdictText } from '../../../decisions/decide/decision-words.ts';
import type { ReceiptOnFile, VerificationOutcome } from '../../../decisions/receipts/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { JURISDICTION_ZONE, jurisdictionDay } from '../../../lib/time/dates.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay, renderZoned } from '../../kit/render-dates.ts';
import { linkTo } from '../../kit/tags.ts';
import { eventTypeText } from './receipt-claims.ts';
import { CLAIMS, FINDING, RECEIPT_PAGE } from './verify-messages.ts';
import { renderOutcome } from './verify-outcome.ts';

/**
 * Renders a receipt for a reader who has its short number on paper. Shows the same result as the page that
 * verifies pasted text.
 */
export function renderReceiptPage(
  receipt: ReceiptOnFile,
  fictional: boolean | undefined,
  language: Language,
): Html {
  const t = RECEIPT_PAGE[language];
  const { receipt_number: number, verification } = receipt;
  const shown = html`<span class="number">${number}</span>`;
  const claims = verification?.valid ? verification.receipt : null;
  const heading = claims
    ? html`<h1>${t.titleFor({ name: displayName(claims.name) })}</h1>
<p class="under"><strong>${shown}</strong></p>`
    : html`<h1>${t.heading({ number: shown })}</h1>`;
  const main = html`<p class="kicker">${t.kicker}</p>
${heading}
<p class="small">${t.lead}</p>
${verification ? html`${renderOutcome(verification, language, false)}${renderText(receipt, verification, language)}` : renderLittle(receipt, language)}
<p class="no-print"><a href="/verify">${t.another}</a></p>`;
  return renderPage({
    title: t.title({ number }),
    description: t.description,
    language,
    robots: 'noindex',
    fictional,
    current: '/verify',
    main,
  });
}

function renderText(
  { receipt_number: number }: ReceiptOnFile,
  { log, issued }: VerificationOutcome,
  language: Language,
): Html {
  const t = RECEIPT_PAGE[language];
  const logged = log && {
    moment: renderZoned(log.logged_at, JURISDICTION_ZONE, language),
    index: String(log.index),
    link: linkTo(`/v/${number}.tlog-proof`),
  };
  const proof = logged ? t.logged(logged) : issued ? t.notLogged : '';
  const text = html`<a href="/v/${number}.txt" download>${t.asTextLink}</a>`;
  return html`<section class="part no-print"><h2>${t.keep}</h2><div>
<p>${t.asText({ link: text })}</p>
<p>${t.asPdf({ link: linkTo(`/v/${number}.pdf`) })}</p>
<p>${proof}</p>
</div></section>`;
}

/**
 * Renders a receipt that was issued before receipts had numbers, with the known facts and how to get the
 * rest.
 */
function renderLittle(receipt: ReceiptOnFile, language: Language): Html {
  const t = RECEIPT_PAGE[language];
  const names = CLAIMS[language];
  const finding = FINDING[language];
  const { vendor_id, event_type, verdict, issued_at, record_sha256 } = receipt;
  const rows: readonly (readonly [name: string, value: Html])[] = [
    [
      names.verdict,
      html`<strong>${verdictText(verdict, language)}</strong> <span class="code">${verdict}</span>`,
    ],
    [names.event, html`${eventTypeText(event_type, language)}`],
    [names.decided, renderZoned(issued_at, JURISDICTION_ZONE, language)],
    [names.vendor, html`<a href="/vendor/${vendor_id}">${t.vendorToday}</a>`],
    [t.record, html`<span class="code">SHA-256 ${record_sha256}</span>`],
  ];
  const day = renderDay(jurisdictionDay(new Date(issued_at)), language);
  return html`<section class="verdict tone-care" aria-label="${finding.label}">
<p class="stamp"><span aria-hidden="true">!</span>${t.onRecord}</p>
<div><p class="meaning">${t.onRecordTold({ day, link: linkTo('/verify') })}</p></div>
</section>
<section class="part"><h2>${t.onFile}</h2><div><dl class="ledger">
${joinHtml(
  rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`),
  '\n',
)}
</dl></div></section>
<section class="part"><h2>${finding.since}</h2><div>${renderVerdictToday(receipt, language)}</div></section>`;
}

function renderVerdictToday({ current }: ReceiptOnFile, language: Language): Html {
  const t = RECEIPT_PAGE[language];
  if (!current) return html`<p>${FINDING[language].gone}</p>`;
  const verdict = html`<strong>${verdictText(current.verdict, language)}</strong>`;
  return html`<p>${current.changed ? t.verdictChanged({ verdict }) : t.verdictSame({ verdict })}</p>`;
}
