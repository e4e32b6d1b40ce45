import type { RequiredDocument } from '../../../decisions/decide/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { DOCUMENT_LIST } from '../../kit/decisions/decision-messages.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { hidden, strong } from '../../kit/tags.ts';

/** The state of a document, if it is known. */
export interface KnownState {
  /** True if nothing is left to do; this ticks the box. */
  readonly isDone: boolean;
  readonly standing: string;
}

/** Renders documents with a box each, to tick on the screen or on paper. */
export function renderDocuments(
  documents: readonly (RequiredDocument & Partial<KnownState>)[],
  options: { lines: boolean; language?: Language },
): Html {
  return html`<ul class="documents">
${joinHtml(
  documents.map((document) => renderDocument(document, options.lines, options.language ?? 'en')),
  '\n',
)}
</ul>`;
}

function renderDocument(
  document: RequiredDocument & Partial<KnownState>,
  lines: boolean,
  language: Language,
): Html {
  const t = DOCUMENT_LIST[language];
  const { code, name, why, must_show, resource_url, isDone = false, standing } = document;
  return html`<li><input type="checkbox" id="doc-${code}"${isDone ? html` checked` : ''}><div>
<label for="doc-${code}">${name}</label>
${
  standing === undefined
    ? ''
    : html`<p><strong>${standing}</strong></p>
`
}<p class="why">${why}</p>
<p>${t.mustShow({ strong, text: must_show })}</p>
${renderLink(resource_url, name, language)}
${lines ? html`<p class="by-hand"><span>${t.validUntil}</span> <span>${t.seenBy}</span></p>` : ''}
</div></li>`;
}

/** Renders a link. Only an https address becomes one. */
function renderLink(url: string | null, name: string, language: Language): Html {
  if (url === null || !url.startsWith('https://')) return EMPTY_HTML;
  return html`<p class="link"><a href="${url}">${DOCUMENT_LIST[language].official({ hidden, name })}</a></p>`;
}
