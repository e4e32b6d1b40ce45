import type { Language } from '../../../lib/language/language.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import { OTHER_LICENSES } from '../search/search-messages.ts';

/** Renders advice about vendors whose license type is not in the records. */
export function renderOtherLicenses(
  fictional: boolean | undefined,
  baseUrl: string,
  language: Language = 'en',
): Html {
  const t = OTHER_LICENSES[language];
  const parts = REGULATOR.otherLicenses(language).map(
    ({ code, name, about, documents, link }) =>
      html`<section class="part" id="${code}"><h2>${name}</h2><div><p>${about}</p>
<p><strong>${t.collect}</strong></p><ul>${documents.map((text) => html`<li>${text}</li>`)}</ul>
<p><a href="${link.url}">${link.name}</a></p></div></section>`,
  );
  const main = html`<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<p>${t.covered({ link: linkTo('/check') })}</p>
${parts}`;
  return renderPage({
    title: t.title,
    description: t.lead,
    language,
    canonical: `${baseUrl}/other-licenses`,
    fictional,
    current: '/check',
    main,
  });
}
