import type { Language } from '../../../lib/language/language.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import { isNumber } from '../../../matching/match-vendors.ts';
import { FILTER_NAMES, type FilterName } from '../../../records/record/filters.ts';
import { EXAMPLE_NUMBER } from '../../../regulator/licenses/number.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { type PageOf, renderPaging } from '../../kit/paging.ts';
import { linkTo } from '../../kit/tags.ts';
import { renderResultRow, type ShownRow } from '../record/result-row.ts';
import { describeFilter, hasFilter } from './search-filters.ts';
import { renderSearchForm, type SearchFormState } from './search-form.ts';
import { NOTHING_FOUND, SEARCH } from './search-messages.ts';

interface SearchResults extends PageOf {
  readonly rows: readonly ShownRow[];
  /** The number of results that contain every typed word exactly. These results come first. */
  readonly literal: number;
  /** If nothing was found, how many results there would be without each filter, or without the city. */
  readonly without: ReadonlyMap<FilterName | 'city', number>;
}

/** Renders the form and one page of results. Before a search, renders only the form, with any error. */
export function renderSearch(options: {
  readonly form: SearchFormState;
  readonly results?: SearchResults;
  readonly baseUrl: string;
  readonly fictional: boolean | undefined;
  readonly language?: Language;
}): Html {
  const { form, results, baseUrl, fictional, language = 'en' } = options;
  const t = SEARCH[language];
  const asked = form.q.trim() !== '' || form.city.trim() !== '' || hasFilter(form.filters ?? {});
  const main = html`<h1>${t.title}</h1>
${renderSearchForm(form, language, results !== undefined && results.total > 0 && asked)}
${results ? renderResults(results, form, language) : ''}`;
  return renderPage({
    title: titleOf(form, results, language),
    description: t.description({ state: REGULATOR.jurisdiction }),
    language,
    canonical: `${baseUrl}/search`,
    ...(asked || form.error || (results?.page ?? 1) > 1 ? { robots: 'noindex' as const } : {}),
    fictional,
    current: '/search',
    main,
  });
}

function titleOf(form: SearchFormState, results: SearchResults | undefined, language: Language): string {
  const t = SEARCH[language];
  if (form.error) return t.errorTitle;
  const asked = askedText(form);
  const title = asked === '' ? t.title : t.askedTitle({ asked });
  return results && results.page > 1 ? t.pageTitle({ title, page: results.page }) : title;
}

/** Returns the typed name and city. Empty if neither was typed. */
function askedText({ q, city }: SearchFormState): string {
  return [q, city]
    .map((text) => text.trim())
    .filter(Boolean)
    .join(', ');
}

function renderResults(results: SearchResults, form: SearchFormState, language: Language): Html {
  const t = SEARCH[language];
  const { rows, total, page, pageSize } = results;
  if (rows.length === 0)
    return total === 0 ? renderNothing(results, form, language) : renderBeyond(results, form, language);
  const first = (page - 1) * pageSize + 1;
  const shown = { first, last: first + rows.length - 1 };
  const day = form.eventDate ? describeDay(form.eventDate, language) : undefined;
  const exact = rows.filter(({ match }) => match === null);
  const alike = rows.filter(({ match }) => match !== null);
  return html`<h2 id="results">${headingOf(results, form, language)}</h2>
${total > rows.length ? html`<p class="small">${t.onThisPage(shown)} ` : html`<p class="small">`}${day === undefined ? t.asOfToday : t.forDay({ day })}${form.filters?.cuisine === undefined ? '' : ` ${t.byName}`}</p>
${renderList(exact, first, form, language)}
${results.literal > 0 && alike.length > 0 ? html`<h2>${t.alike}</h2>` : ''}
${renderList(alike, first + exact.length, form, language)}
${renderPaging(results, (to) => addressOf(form, to), language)}`;
}

function headingOf({ literal, total }: SearchResults, form: SearchFormState, language: Language): string {
  const t = SEARCH[language];
  const { q, city, filters = {} } = form;
  const asked = askedText(form);
  if (literal > 0 || total === 0)
    return asked === '' ? t.found({ count: literal }) : t.foundFor({ count: literal, asked });
  const isNarrowed = hasFilter(filters) || city.trim() !== '';
  if (isNumber(q)) return isNarrowed ? t.noSuchNumberFiltered : t.noSuchNumber;
  return isNarrowed ? t.noSuchNameFiltered : t.noSuchName;
}

function renderList(
  rows: readonly ShownRow[],
  first: number,
  { eventDate }: SearchFormState,
  language: Language,
): Html {
  if (rows.length === 0) return EMPTY_HTML;
  const items = rows.map((row) => renderResultRow(row, language, eventDate));
  return html`<ol class="results" start="${first}">
${joinHtml(items, '\n')}
</ol>`;
}

function renderNothing({ without }: SearchResults, form: SearchFormState, language: Language): Html {
  const t = NOTHING_FOUND[language];
  const { q, city, filters = {} } = form;
  const both = q.trim() !== '' && (city.trim() !== '' || hasFilter(filters));
  const lifts = [...without]
    .filter(([, count]) => count > 0)
    .map(([name, count]) => {
      const text = t.lift({ filter: describeFilter(name, filters, city, language), count });
      return html`<li><a href="${addressOf(liftFilter(form, name), 1)}">${text}</a>.${name === 'city' ? ` ${t.ownersCity}` : ''}</li>`;
    });
  const link = linkTo(`/search?${new URLSearchParams({ q }).toString()}`);
  const all = html`<li>${hasFilter(filters) ? t.allCitiesUnfiltered({ link }) : t.allCities({ link })}</li>`;
  if (isMeantAsNumber(q))
    return html`<h2 id="results">${t.headingNumber}</h2>
<ul>
${lifts}
<li>${t.compareDigits({ example: EXAMPLE_NUMBER })}</li>
<li>${t.notInFiles({ link: linkTo('/coverage') })}</li>
<li>${t.byName}</li>
<li>${t.onlyVendors({ state: REGULATOR.jurisdiction, link: linkTo('/other-licenses') })}</li>
</ul>`;
  return html`<h2 id="results">${t.heading}</h2>
<ul>
${lifts}
${both && lifts.length === 0 ? all : ''}
<li>${t.oneWord}</li>
<li>${t.otherName({ link: linkTo('/check') })}</li>
<li>${t.onlyVendors({ state: REGULATOR.jurisdiction, link: linkTo('/other-licenses') })}</li>
</ul>`;
}

/** Returns true for a license number, and for letters followed by too many or too few digits. */
function isMeantAsNumber(q: string): boolean {
  return isNumber(q) || /^[a-z]{0,4}[\s#.:-]*\d[\d\s-]{3,}$/i.test(q.trim());
}

function liftFilter(form: SearchFormState, name: FilterName | 'city'): SearchFormState {
  return name === 'city'
    ? { ...form, city: '' }
    : { ...form, filters: { ...form.filters, [name]: undefined } };
}

function renderBeyond({ total, page }: SearchResults, form: SearchFormState, language: Language): Html {
  const t = NOTHING_FOUND[language];
  return html`<h2 id="results">${t.noPage({ page })}</h2>
<p>${t.beyond({ count: total, first: linkTo(addressOf(form, 1)) })}</p>`;
}

function addressOf({ q, city, eventDate, filters = {} }: SearchFormState, page: number): string {
  const query = new URLSearchParams();
  if (eventDate) query.set('event_date', eventDate);
  if (q.trim() !== '') query.set('q', q.trim());
  if (city.trim() !== '') query.set('city', city.trim());
  for (const name of FILTER_NAMES) if (filters[name] !== undefined) query.set(name, filters[name]);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? '/search' : `/search?${text}`;
}
