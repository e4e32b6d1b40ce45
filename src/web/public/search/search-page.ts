import { licenseKindText, verdictText } from '../../../decisions/decide/decision-words.ts';
import type { Language } from '../../../lib/language/language.ts';
import { EXAMPLE_NUMBER } from '../../../registry/licenses/number.ts';
import { isNumber } from '../../../registry/matching/match-vendors.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { cuisineName } from '../../../registry/vendors/cuisine.ts';
import { displayName } from '../../../registry/vendors/display-name.ts';
import { FILTER_NAMES, type FilterName } from '../../../registry/vendors/filters.ts';
import { describeMatch } from '../../../registry/vendors/match-words.ts';
import type { SearchRow } from '../../../registry/vendors/schemas.ts';
import type { FoundRow } from '../../../registry/vendors/search.ts';
import { toneInAge, VERDICTS } from '../../kit/decisions/decision-names.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { type PageOf, renderPaging } from '../../kit/paging.ts';
import { linkTo } from '../../kit/tags.ts';
import { placeText } from '../record/place-text.ts';
import { NO_GRADES_SHORT } from '../record/record-messages.ts';
import { GRADE_TONES, NO_GRADE_TONES } from '../record/record-texts.ts';
import { describeFilter, hasFilter } from './search-filters.ts';
import { renderSearchForm, type SearchFormState } from './search-form.ts';
import { NOTHING_FOUND, SEARCH } from './search-messages.ts';

/** A row of the list: the search summary without the addresses that the JSON form adds. */
export type ShownRow = Omit<SearchRow, 'scorecard_url' | 'match' | 'verdict'> &
  Pick<FoundRow, 'match' | 'verdict'>;

interface SearchResults extends PageOf {
  readonly rows: readonly ShownRow[];
  /** How many of the total have everything typed as it is; they come first. */
  readonly literal: number;
  /** Where nothing was found: how many there would be without each filter, or without the city. */
  readonly without: ReadonlyMap<FilterName | 'city', number>;
}

/** The form with what was found, page by page; without results only the form, with what is wrong. */
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
${renderSearchForm(form, language)}
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
  const asked = [form.q, form.city].map((text) => text.trim()).filter(Boolean);
  const title = asked.length === 0 ? t.title : t.askedTitle({ asked: asked.join(', ') });
  return results && results.page > 1 ? t.pageTitle({ title, page: results.page }) : title;
}

function renderResults(results: SearchResults, form: SearchFormState, language: Language): Html {
  const t = SEARCH[language];
  const { rows, total, page, pageSize } = results;
  if (rows.length === 0)
    return total === 0 ? renderNothing(results, form, language) : renderBeyond(results, form, language);
  const first = (page - 1) * pageSize + 1;
  const shown = { first, last: first + rows.length - 1, count: total };
  const exact = rows.filter(({ match }) => match === null);
  const alike = rows.filter(({ match }) => match !== null);
  return html`<h2 id="results">${headingOf(results, form, language)}</h2>
${total > rows.length ? html`<p class="small">${t.onThisPage(shown)}</p>` : ''}
<p class="small">${t.asOfToday({ link: linkTo('/check') })}</p>
${renderList(exact, first, language)}
${results.literal > 0 && alike.length > 0 ? html`<h2>${t.alike}</h2>` : ''}
${renderList(alike, first + exact.length, language)}
${renderPaging(results, (to) => addressOf(form, to), language)}`;
}

function headingOf(
  { literal, total }: SearchResults,
  { q, city, filters = {} }: SearchFormState,
  language: Language,
): string {
  const t = SEARCH[language];
  if (literal > 0 || total === 0) return t.found({ count: literal });
  const isNarrowed = hasFilter(filters) || city.trim() !== '';
  if (isNumber(q)) return isNarrowed ? t.noSuchNumberFiltered : t.noSuchNumber;
  return isNarrowed ? t.noSuchNameFiltered : t.noSuchName;
}

function renderList(rows: readonly ShownRow[], first: number, language: Language): Html {
  if (rows.length === 0) return EMPTY_HTML;
  const items = rows.map((row) => renderRow(row, language));
  return html`<ol class="results" start="${first}">
${joinHtml(items, '\n')}
</ol>`;
}

function renderRow(row: ShownRow, language: Language): Html {
  const t = SEARCH[language];
  const facts = [
    licenseKindText(row.license, language),
    placeText(row, language),
    cuisineName(row.cuisine, language),
  ]
    .filter(Boolean)
    .join(' · ');
  return html`<li class="result">
${renderLetter(row, language)}
<div>
<h3><a href="/vendor/${row.id}">${displayName(row.name)}</a></h3>
${row.aka ? html`<p>${t.formerly({ name: displayName(row.aka) })}</p>` : ''}
<p><span class="number">${row.license.number}</span> · ${facts}</p>
<p>${renderVerdict(row, language)} ${renderNoGrade(row, language)}${yearText(row.rollup_12m, language)}</p>
${row.match ? html`<p class="small">${describeMatch(row.match, language)}</p>` : ''}
</div></li>`;
}

function renderLetter({ grade, grade_status: status, records_old: old }: ShownRow, language: Language): Html {
  if (grade !== null)
    return html`<p class="grade tone-${toneInAge(GRADE_TONES[grade], old)}"><span class="visually-hidden">${SEARCH[language].grade}</span> ${grade}</p>`;
  const tone = NO_GRADE_TONES[status === 'graded' ? 'insufficient_record' : status];
  return html`<p class="grade tone-${tone}" aria-hidden="true">${status === 'hold' ? '✕' : '–'}</p>`;
}

/** The word and the sign say it, not the color alone. */
function renderVerdict({ verdict, records_old: old }: ShownRow, language: Language): Html {
  const { sign, tone } = VERDICTS[verdict];
  return html`<span class="mark tone-${toneInAge(tone, old)}"><span aria-hidden="true">${sign}</span> ${verdictText(verdict, language)}</span>`;
}

function renderNoGrade({ grade_status: status, hold_active: hold }: ShownRow, language: Language): Html {
  if (status === 'graded') return EMPTY_HTML;
  const tone = hold ? 'bad' : NO_GRADE_TONES[status];
  return html`<strong class="standing tone-${tone}">${NO_GRADES_SHORT[language][status]}.</strong> `;
}

/** Counted are the current owner's, in the twelve months up to the day of the records. */
function yearText(year: ShownRow['rollup_12m'], language: Language): string {
  const t = SEARCH[language];
  const { inspections: count, whole_year: isWhole, year_covered: covered } = year;
  if (covered === 'none' && count === 0) return t.yearNotRead;
  if (count === 0) return isWhole ? t.noneWholeYear : t.nonePartOfYear;
  const found = foundText(year, language);
  return isWhole ? t.wholeYear({ count, found }) : t.partOfYear({ count, found });
}

function foundText({ violations, high_priority: high }: ShownRow['rollup_12m'], language: Language): string {
  const t = SEARCH[language];
  if (violations === null || high === null) return t.countsUnknown;
  return violations === 0 ? t.noViolation : t.violations({ count: violations, high });
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
<li>${t.onlyVendors({ state: REGULATOR.jurisdiction })}</li>
</ul>`;
  return html`<h2 id="results">${t.heading}</h2>
<ul>
${lifts}
${both && lifts.length === 0 ? all : ''}
<li>${t.oneWord}</li>
<li>${t.otherName({ link: linkTo('/check') })}</li>
<li>${t.onlyVendors({ state: REGULATOR.jurisdiction })}</li>
</ul>`;
}

/** A number, or what its digits are too many or too few for, with any letters before them. */
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

function addressOf({ q, city, filters = {} }: SearchFormState, page: number): string {
  const query = new URLSearchParams();
  if (q.trim() !== '') query.set('q', q.trim());
  if (city.trim() !== '') query.set('city', city.trim());
  for (const name of FILTER_NAMES) if (filters[name] !== undefined) query.set(name, filters[name]);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? '/search' : `/search?${text}`;
}
