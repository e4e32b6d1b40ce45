import type { Language } from '../../lib/language/language.ts';
import { parseStored } from '../../lib/stored-json.ts';
import { describeCovers } from '../../open-data/statistics/cite.ts';
import { coversAll, describeLoading, loadingOf, parseCovers } from '../../published-state/covers.ts';
import type { PublishedState } from '../../published-state/service.ts';
import type { StoredStatistics } from '../../records/statistics/schemas.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { SNAPSHOTS } from '../kit/decisions/snapshot-texts.ts';
import { renderPage } from '../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html } from '../kit/html.ts';
import { renderDay } from '../kit/render-dates.ts';
import { linkTo } from '../kit/tags.ts';
import { HOME } from './home-messages.ts';
import { renderResultRow, type ShownRow } from './record/result-row.ts';

/**
 * Renders the home page, which has one question with a single field, three sample results, and a link for
 * each audience.
 */
export function renderHome(
  state: PublishedState,
  samples: readonly ShownRow[],
  baseUrl: string,
  language: Language = 'en',
): Html {
  const t = HOME[language];
  const named = { state: REGULATOR.jurisdiction };
  const main = html`<h1>${t.heading}</h1>
<p class="lead">${t.lead(named)}</p>
${renderAsk(language)}
<p class="also">${t.also({ list: linkTo('/check/list'), verify: linkTo('/verify') })}</p>
${renderSamples(samples, language)}
${renderDoors(language)}
${renderFacts(state, language)}`;
  return renderPage({
    title: t.title(named),
    description: t.description(named),
    language,
    canonical: `${baseUrl}/`,
    image: `${baseUrl}/og/home.png`,
    fictional: state.fictional === 1,
    main,
  });
}

/**
 * Renders the field for a name or number, and the field for the date. The next page detects which of the two
 * was typed.
 */
function renderAsk(language: Language): Html {
  const t = HOME[language];
  return html`<search><form class="ask ask-line" action="/check" method="get">
<div class="field"><label for="q">${t.field}</label>
<p class="hint" id="q-hint">${t.fieldHint}</p>
<input id="q" name="q" type="search" maxlength="100" required autocomplete="off" spellcheck="false" aria-describedby="q-hint"></div>
<div class="field"><label for="event_date">${t.day}</label>
<p class="hint" id="day-hint">${t.dayHint}</p>
<input id="event_date" name="event_date" type="date" aria-describedby="day-hint"></div>
<p><button type="submit">${t.check}</button></p>
</form></search>`;
}

/** Renders samples from the published records, one for each kind of result. */
function renderSamples(samples: readonly ShownRow[], language: Language): Html {
  if (samples.length === 0) return EMPTY_HTML;
  const t = HOME[language];
  return html`<section class="samples" aria-labelledby="samples"><h2 id="samples">${t.samples}</h2>
<ul class="results">${samples.map((row) => renderResultRow(row, language))}</ul></section>`;
}

function renderDoors(language: Language): Html {
  const t = HOME[language];
  const other = language === 'en' ? 'es' : 'en';
  const inOther = HOME[other];
  const otherAddress = other === 'es' ? '/es/for-vendors' : '/for-vendors';
  return html`<div class="cards">
<section class="card"><h2><a href="/for-organizers">${t.organizers}</a></h2><p>${t.organizersCan}</p></section>
<section class="card"><h2><a href="/for-vendors">${t.vendors}</a></h2><p>${t.vendorsCan}</p>
<p lang="${other}"><a href="${otherAddress}" hreflang="${other}">${inOther.vendors}</a>: ${inOther.vendorsShort}</p></section>
</div>`;
}

function renderFacts(state: PublishedState, language: Language): Html {
  const t = HOME[language];
  const { vendors } = parseStatistics(state.statistics);
  const covers = parseCovers(state.covers);
  const loading = loadingOf(covers);
  const known = {
    count: vendors.total,
    day: renderDay(state.data_as_of, language),
    link: linkTo('/coverage'),
  };
  const isWhole = coversAll(covers, REGULATOR.districts.length);
  return html`<p class="small">${isWhole ? t.allRecords(known) : t.someRecords({ ...known, covers: describeCovers(covers, language) })} ${SNAPSHOTS[language]}</p>
${loading ? html`<p role="status">${describeLoading(loading, language)}</p>` : ''}`;
}

function parseStatistics(text: string): StoredStatistics {
  return parseStored<StoredStatistics>(text);
}
