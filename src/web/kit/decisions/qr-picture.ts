import { qrCodeOf } from '../../../decisions/receipts/qr.ts';
import { type Html, html } from '../html.ts';

/** Renders an address as a QR code, black on white in every color scheme. `side` is in CSS pixels. */
export function renderQrPicture(url: string, label: string, side: number): Html {
  const { size, path } = qrCodeOf(url);
  return html`<svg viewBox="0 0 ${size} ${size}" width="${side}" height="${side}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#ffffff"/><path d="${path}" fill="#000000"/></svg>`;
}
