import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';

/** The facts about the service that every page of the guide needs. */
export interface GuideContext {
  readonly baseUrl: string;
  readonly fictional: boolean | undefined;
}

const PAGES: readonly (readonly [address: string, name: string])[] = [
  ['/docs', 'Overview'],
  ['/docs/start', 'Start in five minutes'],
  ['/docs/concepts', 'Concepts'],
  ['/docs/endpoints', 'Endpoints'],
  ['/docs/errors', 'Errors'],
  ['/docs/receipts', 'Verify receipts'],
  ['/docs/changes', 'Follow changes'],
  ['/docs/webhooks', 'Webhooks'],
  ['/docs/agents', 'Tools for agents'],
  ['/docs/limits', 'Limits and caching'],
  ['/docs/changelog', 'Changelog'],
  ['/docs/try', 'Try it'],
];

/** The addresses of the guide's fixed pages. */
export const GUIDE_ADDRESSES: readonly string[] = PAGES.map(([address]) => address);

interface GuidePage {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly body: Html;
  /** Keeps a page that is meant for a single visitor out of search engines. */
  readonly robots?: 'noindex';
}

/** Renders a page of the guide in the site's frame, with links to the other pages. */
export function renderGuide(page: GuidePage, { baseUrl, fictional }: GuideContext): Html {
  const { address, title, description, body, robots } = page;
  const links = PAGES.map(([href, name]) => {
    const here = href === address || (href === '/docs/endpoints' && address.startsWith('/docs/endpoints/'));
    const current = !here ? '' : href === address ? html` aria-current="page"` : html` aria-current="true"`;
    return html`<li><a href="${href}"${current}>${name}</a></li>`;
  });
  return renderPage({
    title,
    description,
    canonical: `${baseUrl}${address}`,
    fictional,
    current: '/docs',
    ...(robots ? { robots } : {}),
    main: html`<div class="guide"><nav class="guide-pages no-print" aria-label="Guide"><ul>${links}</ul></nav>
<article class="guide-text">
<p class="kicker">API guide</p>
<h1>${title}</h1>
${body}
</article></div>`,
  });
}

/** Renders code in a block that scrolls on its own and can be scrolled with the keyboard. */
export function renderCode(text: string): Html {
  return html`<pre tabindex="0"><code>${text}</code></pre>`;
}

export function renderTable(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html {
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const body = rows.map(
    ([first = '', ...others]) =>
      html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  );
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table class="list"><caption>${caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${joinHtml(body, '\n')}
</tbody></table></div>`;
}
