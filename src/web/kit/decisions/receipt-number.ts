import type { Language } from '../../../lib/language/language.ts';
import { type Html, html } from '../html.ts';
import { EVIDENCE } from './decision-messages.ts';
import { renderQrPicture } from './qr-picture.ts';

/** Renders a receipt's number, its address, and a QR code for the address, on screen and on paper. */
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
  return html`<div class="receipt-number">${renderQrPicture(url, t.qrCode({ number }), 116)}
<p>${t.receiptNumber}<br><strong class="number">${number}</strong><br><a href="/v/${number}">${url}</a></p></div>`;
}
