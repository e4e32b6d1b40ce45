import { qrCodeOf } from '../../../decisions/receipts/qr.ts';
import type { Language } from '../../../lib/language/language.ts';
import { type Html, html } from '../html.ts';
import { EVIDENCE } from './decision-messages.ts';

/** Renders a receipt's number and address, and the QR code of the address, for the screen and for paper. */
export function renderReceiptNumber({
  number,
  url,
  language = 'en',
}: {
  readonly number: string;
  readonly url: string;
  readonly language?: Language;
}): Html {
  const t = EVIDENCE[language];
  const { size, path } = qrCodeOf(url);
  return html`<div class="receipt-number"><svg viewBox="0 0 ${size} ${size}" width="116" height="116" role="img" aria-label="${t.qrCode({ number })}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#ffffff"/><path d="${path}" fill="#000000"/></svg>
<p>${t.receiptNumber}<br><strong class="number">${number}</strong><br><a href="/v/${number}">${url}</a></p></div>`;
}
