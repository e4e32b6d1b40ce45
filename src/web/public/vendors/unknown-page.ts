import { type Html, html } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { EMPTY_SEARCH, renderSearchForm } from './search-form.ts';

/** Shown for an id that no vendor has. `message` says how far the files reach. */
export function renderUnknownVendor(message: string, fictional: boolean | undefined): Html {
  const main = html`<p class="kicker">404</p>
<h1>No such vendor</h1>
<p class="lead">${message}</p>
<p>The address may be cut off. Find the vendor by name, or <a href="/check">check by license number</a>.</p>
${renderSearchForm(EMPTY_SEARCH)}`;
  return renderPage({
    title: 'No such vendor',
    description: 'No vendor has this address.',
    robots: 'noindex',
    fictional,
    main,
  });
}
