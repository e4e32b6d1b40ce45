import type { Language } from '../../../lib/language/language.ts';
import type { FirstLoadState, LoadProgress } from '../../../published-state/first-load.ts';
import { EMPTY_HTML, type Html, html } from '../html.ts';
import { LOADING } from './error-messages.ts';
import { renderPage } from './render-page.ts';

/** The number of seconds that a browser waits before it reloads the page. */
const REFRESH_SECONDS = { loading: '3', failed: '60' } as const;

/**
 * Returns the headers that make a browser reload automatically. Without a script, only a header can do this.
 */
export function refreshHeaders({ state }: FirstLoadState): Readonly<Record<string, string>> {
  return { refresh: REFRESH_SECONDS[state], 'retry-after': REFRESH_SECONDS[state] };
}

/**
 * Renders the page shown at every address that needs records, until the first records are published. It links
 * only to pages that do not need records.
 */
export function renderLoadingPage(load: FirstLoadState, language: Language): Html {
  const t = LOADING[language];
  const isFailed = load.state === 'failed';
  const title = isFailed ? t.failed : t.loading;
  const main = html`<h1>${title}</h1>
<p class="lead" role="status">${isFailed ? t.failedLead : t.lead}</p>
${isFailed ? EMPTY_HTML : renderProgress(load.progress, language)}
<h2>${t.meanwhile}</h2>
<ul class="links"><li><a href="/methodology">${t.method}</a></li><li><a href="/for-organizers">${t.organizers}</a></li><li><a href="/for-vendors">${t.vendors}</a></li><li><a href="/docs">${t.developers}</a></li></ul>`;
  return renderPage({ title, description: title, language, fictional: undefined, robots: 'noindex', main });
}

/**
 * Draws the progress bar. The bar is animated if the progress is unknown, which is the case if another
 * process loads the records.
 */
function renderProgress(progress: LoadProgress | undefined, language: Language): Html {
  const t = LOADING[language];
  if (!progress) return html`<p><progress class="load" aria-label="${t.loading}"></progress></p>`;
  const { done, all } = progress;
  const isRead = done >= all;
  return html`<p><progress class="load" value="${done}" max="${Math.max(all, 1)}" aria-label="${t.loading}"></progress></p>
<p class="small">${isRead ? t.building({ count: all }) : t.files({ done, all })}</p>`;
}
