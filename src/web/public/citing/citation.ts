import type { Language } from '../../../lib/language/language.ts';
import { type Html, html } from '../../kit/html.ts';
import { CITE } from './messages.ts';

/**
 * Renders how to cite a page's numbers, with links to downloads. The citation is in English, like every file
 * that contains the numbers.
 */
export function renderCitation(options: {
  /** The citation line for exactly the numbers on the page. */
  readonly line: string;
  readonly fictional: boolean;
  readonly language: Language;
  /** The rest of the paragraph about terms of use. */
  readonly next: Html;
  readonly links?: Html;
}): Html {
  const { line, fictional, language, next, links = '' } = options;
  const t = CITE[language];
  return html`<section class="part" id="cite"><h2>${t.title}</h2><div>
<label for="citation">${t.line}</label>
<textarea class="copyable" id="citation" readonly rows="3"${language === 'en' ? '' : html` lang="en"`}>${line}</textarea>
<p>${t.free} ${fictional ? html`<strong>${t.invented}</strong> ` : ''}${next}</p>${links}</div></section>`;
}
