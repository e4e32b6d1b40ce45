import type { Language } from '../../../lib/language/language.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html } from '../../kit/html.ts';
import { linkTo } from '../../kit/tags.ts';
import { EMPTY_SEARCH, renderSearchForm } from './search-form.ts';
import { UNKNOWN_VENDOR } from './search-messages.ts';

/** Renders the page for an id that no vendor has. `message` says how far the files reach. */
export function renderUnknownVendor(
  message: string,
  fictional: boolean | undefined,
  language: Language = 'en',
): Html {
  const t = UNKNOWN_VENDOR[language];
  const main = html`<p class="kicker">404</p>
<h1>${t.title}</h1>
<p class="lead">${message}</p>
<p>${t.cutOff({ link: linkTo('/check') })}</p>
${renderSearchForm(EMPTY_SEARCH, language)}`;
  return renderPage({
    title: t.title,
    description: t.description,
    language,
    robots: 'noindex',
    fictional,
    main,
  });
}
