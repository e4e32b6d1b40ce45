import type { RequiredDocument } from '../../../decisions/decision/schemas.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';

/** How a document stands, where that is known. */
export interface KnownState {
  /** What ticks the box: nothing is left to do. */
  readonly isDone: boolean;
  readonly standing: string;
}

/** Documents with a box each, to tick on the screen or on paper. */
export function renderDocuments(
  documents: readonly (RequiredDocument & Partial<KnownState>)[],
  options: { lines: boolean },
): Html {
  return html`<ul class="documents">
${joinHtml(
  documents.map((document) => renderDocument(document, options.lines)),
  '\n',
)}
</ul>`;
}

function renderDocument(document: RequiredDocument & Partial<KnownState>, lines: boolean): Html {
  const { code, name, why, must_show, resource_url, isDone = false, standing } = document;
  return html`<li><input type="checkbox" id="doc-${code}"${isDone ? html` checked` : ''}><div>
<label for="doc-${code}">${name}</label>
${
  standing === undefined
    ? ''
    : html`<p><strong>${standing}</strong></p>
`
}<p class="why">${why}</p>
<p><strong>Must show:</strong> ${must_show}</p>
${renderLink(resource_url, name)}
${lines ? BY_HAND : ''}
</div></li>`;
}

/** Only an https address becomes a link. */
function renderLink(url: string | null, name: string): Html {
  if (url === null || !url.startsWith('https://')) return EMPTY_HTML;
  return html`<p class="link"><a href="${url}">Official page<span class="visually-hidden"> on: ${name}</span></a></p>`;
}

const BY_HAND = html`<p class="by-hand"><span>Valid until</span> <span>Seen by</span></p>`;
