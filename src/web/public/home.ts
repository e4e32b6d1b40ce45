import type { PublishedStateTable } from '../../platform/db/schema-registry.ts';
import { earliestReach, parseCovers } from '../../registry/published-state/covers.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { describeCovers } from '../../registry/statistics/cite.ts';
import type { StoredStatistics } from '../../registry/statistics/schemas.ts';
import { renderDay } from '../kit/dates.ts';
import { type Html, html } from '../kit/html.ts';
import { renderPage } from '../kit/page.ts';
import { SNAPSHOT } from '../kit/snapshot-texts.ts';
import { EMPTY_CHECK, renderCheckForm } from './decisions/check-form.ts';
import { EMPTY_SEARCH, renderSearchForm } from './vendors/search-form.ts';

const TITLE = `Check a ${REGULATOR.jurisdiction} food truck or caterer`;

/** The first page: what this is, what it knows and as of when, and the first request to try. */
export function renderHome(state: PublishedStateTable | undefined, baseUrl: string): Html {
  const main = html`<h1>May this food truck stand in front of your guests?</h1>
<p class="lead">License, inspections and grade of ${REGULATOR.jurisdiction} food trucks, hot dog carts and caterers, from the state’s own records, with the method in the open.</p>
<div class="asks">
<section><h2>You have the license number</h2>${renderCheckForm(EMPTY_CHECK)}</section>
<section><h2>You have a name</h2>${renderSearchForm(EMPTY_SEARCH)}</section>
</div>
${state ? facts(state) : html`<p role="status">The first records are being read. This takes a few seconds; reload the page.</p>`}
<h2>Ask the API</h2>
<pre tabindex="0"><code>curl '${baseUrl}/api/vendors?q=taco&amp;limit=3'</code></pre>
<p>No account and no key is needed. <a href="/docs">Every endpoint, to try in the browser</a>; <a href="/openapi.json">the same as OpenAPI 3.1</a>; <a href="/florida">statewide statistics</a>; <a href="/api/v1/coverage">which files the records rest on</a>.</p>`;
  return renderPage({
    title: TITLE,
    description: `License, inspections and grade of ${REGULATOR.jurisdiction} food trucks and caterers, from public records.`,
    canonical: `${baseUrl}/`,
    image: `${baseUrl}/og/home.png`,
    fictional: state ? state.fictional === 1 : undefined,
    main,
  });
}

function facts(state: PublishedStateTable): Html {
  const { vendors, grades } = parseStatistics(state.statistics);
  const covers = parseCovers(state.covers);
  const graded = grades.A + grades.B + grades.C + grades.D + grades.F;
  return html`<dl class="facts">
<div><dt>Vendors on record</dt><dd>${vendors.total.toLocaleString('en-US')}</dd></div>
<div><dt>With a letter grade</dt><dd>${graded.toLocaleString('en-US')}</dd></div>
<div><dt>On hold by the regulator</dt><dd>${grades.hold.toLocaleString('en-US')}</dd></div>
<div><dt>Records reach to</dt><dd>${renderDay(earliestReach(covers) ?? state.data_as_of)}</dd></div>
</dl>
<p class="small">On the files read here: ${describeCovers(covers)}. The newest file reaches to ${renderDay(state.data_as_of)}. <a href="/coverage">What the files cover</a>. ${SNAPSHOT}</p>`;
}

/** What publication wrote, read back. */
function parseStatistics(text: string): StoredStatistics {
  return JSON.parse(text) as StoredStatistics;
}
