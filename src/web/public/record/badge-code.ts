import type { Language } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import { type Html, html } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import { cardCode } from '../embeds/card-page.ts';
import { BADGE } from './vendor-messages.ts';

/**
 * The alternative text is always in English, regardless of the page's language, to match the badge itself.
 */
const ALTERNATIVE = 'Inspection record';

/**
 * Renders the badge, and the HTML that embeds the badge on another site with a link back to the vendor's page
 * (contract 4.2).
 */
export function renderBadgeCode(
  { id, name }: { readonly id: string; readonly name: string },
  baseUrl: string,
  language: Language = 'en',
): Html {
  const t = BADGE[language];
  // The link opens the page in this language, because the site's owner and most of its visitors read it.
  const page = `${baseUrl}${inLanguage(`/vendor/${id}`, language)}`;
  const image = `${baseUrl}/api/badge/${id}`;
  const badge = html`<a href="${page}"><img src="${image}" alt="${ALTERNATIVE}"></a>`;
  return html`<p><img class="badge" src="/api/badge/${id}" alt="${t.alternative}" height="20"></p>
<p>${t.shows}</p>
<p>${t.orCard({ link: linkTo(`/embed/${id}`) })}</p>
<details class="behind"><summary>${t.code}</summary>
${renderCode('badge-html', t.toCopy({ name: 'HTML' }), badge.toString(), language)}
${renderCode('badge-markdown', t.toCopy({ name: 'Markdown' }), `[![${ALTERNATIVE}](${image})](${page})`, language)}
${renderCode('card-html', t.toCopy({ name: t.card }), cardCode(id, name, baseUrl).toString(), language)}</details>`;
}

function renderCode(id: string, label: string, code: string, language: Language): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<textarea class="copyable" id="${id}" readonly rows="3" spellcheck="false"${language === 'en' ? '' : html` lang="en"`}>${code}</textarea></div>`;
}
