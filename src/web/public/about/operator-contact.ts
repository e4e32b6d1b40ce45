import type { Language } from '../../../lib/language/language.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { strong } from '../../kit/tags.ts';
import { OPERATOR } from './messages.ts';

/** The operator's details from the settings. Details that are not configured are empty. */
export interface ServiceOperator {
  readonly name: string;
  readonly email: string;
  readonly address: string;
}

/** Renders the operator's contact details, or a note that there are none. */
export function renderOperator({ name, email, address }: ServiceOperator, language: Language): Html {
  const t = OPERATOR[language];
  if (name === '' && email === '' && address === '') return html`<p>${t.unknown({ strong })}</p>`;
  return html`<dl class="ledger">
${name === '' ? EMPTY_HTML : html`<div><dt>${t.runBy}</dt><dd>${name}</dd></div>`}
${email === '' ? EMPTY_HTML : html`<div><dt>${t.email}</dt><dd><a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a></dd></div>`}
${address === '' ? EMPTY_HTML : html`<div><dt>${t.address}</dt><dd>${address}</dd></div>`}
</dl>`;
}
