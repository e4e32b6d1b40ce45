import { requiredDocuments } from '../../decisions/decide/documents/required-documents.ts';
import { type Language, LOCALES } from '../../lib/language/language.ts';
import { parseStored } from '../../lib/stored-json.ts';
import {
  coversAll,
  describeLoading,
  earliestReach,
  loadingOf,
  parseCovers,
} from '../../registry/published-state/covers.ts';
import type { PublishedState } from '../../registry/published-state/service.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { describeCovers } from '../../registry/statistics/cite.ts';
import type { StoredStatistics } from '../../registry/statistics/schemas.ts';
import { SNAPSHOTS } from '../kit/decisions/snapshot-texts.ts';
import { renderVerdictStamp } from '../kit/decisions/verdict-stamp.ts';
import { renderPage } from '../kit/frame/render-page.ts';
import { type Html, html } from '../kit/html.ts';
import { renderDay } from '../kit/render-dates.ts';
import { linkTo, renderQuote, strong } from '../kit/tags.ts';
import { HOME } from './home-messages.ts';
import { EMPTY_SEARCH, renderSearchForm } from './search/search-form.ts';

/** The first page: what this is, what it knows and as of when, and the first request to try. */
export function renderHome(
  state: PublishedState | undefined,
  baseUrl: string,
  language: Language = 'en',
): Html {
  const t = HOME[language];
  const named = { state: REGULATOR.jurisdiction };
  const main = html`<h1>${t.heading}</h1>
<p class="lead">${t.lead(named)}</p>
<div class="asks home"><div>${renderSearchForm(EMPTY_SEARCH, language)}
<p>${t.knowNumber({ link: linkTo('/check') })}</p></div>
${renderExample(language)}</div>
${renderWays(language)}
${state ? renderFacts(state, language) : html`<p role="status">${t.firstRecords}</p>`}
<h2>${t.askApi}</h2>
<pre tabindex="0"><code>curl '${baseUrl}/api/vendors?q=taco&amp;limit=3'</code></pre>
<p>${t.noKey({ docs: linkTo('/docs'), openapi: linkTo('/openapi.json'), statistics: linkTo('/florida'), coverage: linkTo('/api/v1/coverage') })}</p>`;
  return renderPage({
    title: t.title(named),
    description: t.description(named),
    language,
    canonical: `${baseUrl}/`,
    image: `${baseUrl}/og/home.png`,
    fictional: state ? state.fictional === 1 : undefined,
    main,
  });
}

/** What an answer looks like: invented, and said to be. */
function renderExample(language: Language): Html {
  const t = HOME[language];
  return html`<section class="card" aria-label="${t.example}"><p class="fictional">${t.noSuchBusiness}</p>
${renderVerdictStamp('CLEAR', language, 'good')}
<p>${t.exampleName({ strong })}</p>
<ul><li>${t.exampleLicense}</li><li>${t.exampleVisit({ quote: renderQuote(REGULATOR.nothingToDo, language) })}</li><li>${t.exampleDocuments({ count: requiredDocuments('festival').length })}</li></ul>
<p class="small">${t.everyAnswer}</p></section>`;
}

function renderWays(language: Language): Html {
  const t = HOME[language];
  const links = {
    search: linkTo('/search'),
    verify: linkTo('/verify'),
    statistics: linkTo('/florida'),
    method: linkTo('/methodology'),
  };
  return html`<div class="cards">
<section class="card"><h2><a href="/for-organizers">${t.organizers}</a></h2><p>${t.organizersCan}</p></section>
<section class="card"><h2><a href="/for-vendors">${t.vendors}</a></h2><p>${t.vendorsCan}</p></section>
<section class="card"><h2>${t.everybody}</h2><p>${t.everybodyCan(links)}</p></section>
</div>`;
}

function renderFacts(state: PublishedState, language: Language): Html {
  const t = HOME[language];
  const { vendors, grades } = parseStatistics(state.statistics);
  const covers = parseCovers(state.covers);
  const reach = earliestReach(covers) ?? state.data_as_of;
  const graded = grades.A + grades.B + grades.C + grades.D + grades.F;
  const loading = loadingOf(covers);
  const newest = t.further({ day: renderDay(state.data_as_of, language) });
  return html`<dl class="facts">
<div><dt>${t.onRecord}</dt><dd>${numberText(vendors.total, language)}</dd></div>
<div><dt>${t.withLetter}</dt><dd>${numberText(graded, language)}</dd></div>
<div><dt>${t.onHold}</dt><dd>${numberText(grades.hold, language)}</dd></div>
<div><dt>${coversAll(covers, REGULATOR.districts.length) ? t.reach : t.readReach}</dt><dd>${renderDay(reach, language)}</dd></div>
</dl>
<p class="small">${t.filesRead({ covers: describeCovers(covers, language) })} ${reach === state.data_as_of ? '' : html`${newest} `}<a href="/coverage">${t.coverage}</a>. ${SNAPSHOTS[language]}</p>
${loading ? html`<p role="status">${describeLoading(loading, language)}</p>` : ''}`;
}

function numberText(number: number, language: Language): string {
  return number.toLocaleString(LOCALES[language]);
}

/** What publication wrote, read back. */
function parseStatistics(text: string): StoredStatistics {
  return parseStored<StoredStatistics>(text);
}
