import { requiredDocuments } from '../../decisions/decision/documents.ts';
import type { PublishedStateTable } from '../../platform/db/schema-registry.ts';
import { earliestReach, parseCovers } from '../../registry/published-state/covers.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { describeCovers } from '../../registry/statistics/cite.ts';
import type { StoredStatistics } from '../../registry/statistics/schemas.ts';
import { renderDay } from '../kit/dates.ts';
import { type Html, html } from '../kit/html.ts';
import { renderPage } from '../kit/page.ts';
import { SNAPSHOT } from '../kit/snapshot-texts.ts';
import { EMPTY_SEARCH, renderSearchForm } from './vendors/search-form.ts';

const TITLE = `Check a ${REGULATOR.jurisdiction} food truck or caterer`;

/** The first page: what this is, what it knows and as of when, and the first request to try. */
export function renderHome(state: PublishedStateTable | undefined, baseUrl: string): Html {
  const main = html`<h1>May this food truck stand in front of your guests?</h1>
<p class="lead">License, inspections and grade of ${REGULATOR.jurisdiction} food trucks, hot dog carts and caterers, from the state’s own records, with the method in the open.</p>
<div class="asks home"><div>${renderSearchForm(EMPTY_SEARCH)}
<p>You know the license number and your event? <a href="/check">Check the vendor for it</a>.</p></div>
${EXAMPLE}</div>
${WAYS}
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

/** What an answer looks like: invented, and said to be. */
const EXAMPLE = html`<section class="card" aria-label="Example of an answer"><p class="fictional">Example: no such business exists</p>
<p class="mark tone-good"><span aria-hidden="true">✓</span> CLEAR</p>
<p><strong>Example Tacos</strong>, food truck, grade A</p>
<ul><li>License current, expires June 1 of next year</li><li>Last visit three weeks ago: “Inspection Completed - No Further Action”</li><li>${requiredDocuments('festival').length} documents to collect for a festival</li></ul>
<p class="small">Every answer names the day of its records and has a signed receipt that anyone can verify.</p></section>`;

const WAYS = html`<div class="cards">
<section class="card"><h2><a href="/for-organizers">For organizers</a></h2><p>Check one vendor or your whole list, take applications, collect papers, keep the proof.</p></section>
<section class="card"><h2><a href="/for-vendors">For vendors</a></h2><p>See your record as organizers see it, learn what holds it back, reply, dispute, apply to events.</p></section>
<section class="card"><h2>For everybody</h2><p><a href="/search">Look up a truck</a>, <a href="/verify">verify a receipt</a>, read <a href="/florida">the statistics</a> and <a href="/methodology">the method</a>.</p></section>
</div>`;

function facts(state: PublishedStateTable): Html {
  const { vendors, grades } = parseStatistics(state.statistics);
  const covers = parseCovers(state.covers);
  const reach = earliestReach(covers) ?? state.data_as_of;
  const graded = grades.A + grades.B + grades.C + grades.D + grades.F;
  return html`<dl class="facts">
<div><dt>Vendors on record</dt><dd>${vendors.total.toLocaleString('en-US')}</dd></div>
<div><dt>With a letter grade</dt><dd>${graded.toLocaleString('en-US')}</dd></div>
<div><dt>On hold by the regulator</dt><dd>${grades.hold.toLocaleString('en-US')}</dd></div>
<div><dt>All records reach to</dt><dd>${renderDay(reach)}</dd></div>
</dl>
<p class="small">On the files read here: ${describeCovers(covers)}. ${reach === state.data_as_of ? '' : html`Some reach further, at most to ${renderDay(state.data_as_of)}. `}<a href="/coverage">What the files cover</a>. ${SNAPSHOT}</p>`;
}

/** What publication wrote, read back. */
function parseStatistics(text: string): StoredStatistics {
  return JSON.parse(text) as StoredStatistics;
}
