import type { ReceiptOnFile } from '../../../decisions/receipts/schemas.ts';
import { JURISDICTION_ZONE, jurisdictionDay } from '../../../lib/dates.ts';
import { renderDay, renderZoned } from '../../kit/dates.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { eventTypeText } from './receipt-claims.ts';
import { renderOutcome } from './verify-outcome.ts';

/** The receipt with a short number, for whoever holds the paper: the same finding as on the page that verifies a text. */
export function renderReceiptPage(receipt: ReceiptOnFile, fictional: boolean | undefined): Html {
  const { receipt_number: number, verification } = receipt;
  const title = `Receipt ${number}`;
  const main = html`<p class="kicker">Receipt of a decision</p>
<h1>Receipt <span class="number">${number}</span></h1>
<p class="lead">Somebody asked this service whether to book a food vendor, and kept this receipt of the answer. Below: whether the receipt is genuine, what the answer was, and what it would be today. It says what the public records showed. It is no license, no permit and no inspection.</p>
${verification ? html`${renderOutcome(verification)}${renderText(number)}` : renderLittle(receipt)}
<p class="no-print"><a href="/verify">Verify another receipt</a></p>`;
  return renderPage({
    title,
    description: 'What was decided, whether the receipt is genuine, and what has changed since.',
    robots: 'noindex',
    fictional,
    current: '/verify',
    main,
  });
}

function renderText(number: string): Html {
  return html`<section class="part no-print"><h2>Keep it</h2><div>
<p><a href="/v/${number}.txt" download>Download the receipt as text</a>. With it anyone can verify this decision without us, for as long as they keep our public keys.</p>
<p><a href="/v/${number}.pdf">Download as PDF</a>, to print and file. It holds what was signed; what has changed since stands on this page alone.</p>
</div></section>`;
}

/** Of a receipt of before they had numbers: what is known, and how to learn the rest. */
function renderLittle(receipt: ReceiptOnFile): Html {
  const { vendor_id, event_type, verdict, issued_at, record_sha256 } = receipt;
  const rows: readonly (readonly [name: string, value: Html])[] = [
    ['Verdict', html`<strong>${verdict}</strong>`],
    ['Event', html`${eventTypeText(event_type)}`],
    ['Decided', renderZoned(issued_at, JURISDICTION_ZONE)],
    ['Vendor', html`<a href="/vendor/${vendor_id}">The vendor’s page today</a>`],
    ['Record', html`<span class="code">SHA-256 ${record_sha256}</span>`],
  ];
  return html`<section class="verdict tone-care" aria-label="Finding">
<p class="stamp"><span aria-hidden="true">!</span>ON RECORD</p>
<div><p class="meaning">This service issued a receipt with this number on ${renderDay(jurisdictionDay(new Date(issued_at)))}. Receipts had no numbers then, and their text was not kept, so its signatures cannot be checked here. <a href="/verify">Paste the whole receipt</a> to see all it says and whether it is genuine.</p></div>
</section>
<section class="part"><h2>What is on file</h2><div><dl class="ledger">
${joinHtml(
  rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`),
  '\n',
)}
</dl></div></section>
<section class="part"><h2>Since then</h2><div>${renderVerdictToday(receipt)}</div></section>`;
}

function renderVerdictToday({ current }: ReceiptOnFile): Html {
  if (!current) return html`<p>This vendor is not on record today, so nothing can be compared.</p>`;
  return html`<p>${current.changed ? 'The verdict has changed' : 'The verdict is the same'}: by the records on file today it is <strong>${current.verdict}</strong>.</p>`;
}
