import { type Html, html } from '../../kit/html.ts';
import { cardCode } from '../embeds/card-page.ts';

const ALTERNATIVE = 'Inspection record';

/** The badge, and the code that puts it on another site with a link back to the vendor's page (contract 4.2). */
export function renderBadgeCode(
  { id, name }: { readonly id: string; readonly name: string },
  baseUrl: string,
): Html {
  const [image, page] = [`${baseUrl}/api/badge/${id}`, `${baseUrl}/vendor/${id}`];
  return html`<p><img class="badge" src="/api/badge/${id}" alt="Badge with the vendor’s standing" height="20"></p>
<p>Shows the letter of the newest records here, or why there is none. Put it on a web page with a link to this one.</p>
${renderCode('badge-html', 'HTML', html`<a href="${page}"><img src="${image}" alt="${ALTERNATIVE}"></a>`.toString())}
${renderCode('badge-markdown', 'Markdown', `[![${ALTERNATIVE}](${image})](${page})`)}
<p>Or a card with name, grade, and the day that the records reach to: <a href="/embed/${id}">see the card</a>. It follows the record, so it can lose its letter.</p>
${renderCode('card-html', 'Card', cardCode(id, name, baseUrl).toString())}`;
}

function renderCode(id: string, name: string, code: string): Html {
  return html`<div class="field"><label for="${id}">${name}, to copy</label>
<textarea id="${id}" readonly rows="3" spellcheck="false">${code}</textarea></div>`;
}
