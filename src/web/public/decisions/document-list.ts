import type { RequiredDocument } from '../../../decisions/decide/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { DOCUMENT_LIST } from '../../kit/decisions/decision-messages.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { hidden, strong } from '../../kit/tags.ts';

/** The state of a document, if it is known. */
export interface KnownState {
  /** True if nothing is left to do. The document's box is then checked. */
  readonly isDone: boolean;
  readonly standing: string;
}

interface ListOptions {
  /** True to add lines that readers fill in by hand on paper. */
  readonly lines: boolean;
  /** Controls whether the reason and the requirements for each document are shown. */
  readonly requirements: 'open' | 'left out';
  readonly language?: Language;
}

/** Renders documents with a check box for each, on screen or on paper. */
export function renderDocuments(
  documents: readonly (RequiredDocument & Partial<KnownState>)[],
  options: ListOptions,
): Html {
  return html`<ul class="documents">
${joinHtml(
  documents.map((document) => renderDocument(document, options)),
  '\n',
)}
</ul>`;
}

/** Renders what each document must show, without check boxes. */
export function renderRequirements(documents: readonly RequiredDocument[], language: Language = 'en'): Html {
  const items = documents.map(
    (document) => html`<dt>${document.name}</dt><dd>${renderRequirement(document, language)}</dd>`,
  );
  return html`<dl class="requirements">${joinHtml(items, '\n')}</dl>`;
}

function renderRequirement(
  { name, why, must_show, resource_url }: RequiredDocument,
  language: Language,
): Html {
  const t = DOCUMENT_LIST[language];
  return html`<p class="why">${why}</p>
<p>${t.mustShow({ strong, text: must_show })}</p>
${renderLink(resource_url, name, language)}`;
}

function renderDocument(
  document: RequiredDocument & Partial<KnownState>,
  { lines, requirements, language = 'en' }: ListOptions,
): Html {
  const t = DOCUMENT_LIST[language];
  const { code, name, isDone = false, standing } = document;
  const requirement = requirements === 'open' ? renderRequirement(document, language) : EMPTY_HTML;
  return html`<li><input type="checkbox" id="doc-${code}"${isDone ? html` checked` : ''}><div>
<label for="doc-${code}">${name}</label>
${standing === undefined ? '' : html`<p><strong>${standing}</strong></p>`}
${requirement}
${lines ? html`<p class="by-hand"><span>${t.validUntil}</span> <span>${t.seenBy}</span></p>` : ''}
</div></li>`;
}

/** Renders a link if its address is an https URL. */
function renderLink(url: string | null, name: string, language: Language): Html {
  if (url === null || !url.startsWith('https://')) return EMPTY_HTML;
  return html`<p class="link"><a href="${url}">${DOCUMENT_LIST[language].official({ hidden, name })}</a></p>`;
}
