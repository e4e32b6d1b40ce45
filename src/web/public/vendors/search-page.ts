import { licenseKindText } from '../../../decisions/decision/words.ts';
import { countNoun } from '../../../lib/text.ts';
import { isNumber } from '../../../registry/matching/match-vendors.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { displayName } from '../../../registry/vendors/display-name.ts';
import { FILTER_NAMES, type FilterName } from '../../../registry/vendors/filters.ts';
import { describeMatch } from '../../../registry/vendors/match-words.ts';
import type { SearchRow } from '../../../registry/vendors/schemas.ts';
import type { FoundRow } from '../../../registry/vendors/search-service.ts';
import { toneInAge, VERDICTS } from '../../kit/decision-names.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { type PageOf, renderPaging } from '../../kit/paging.ts';
import { placeText } from './place.ts';
import { GRADE_MEANINGS, NO_GRADE } from './record-texts.ts';
import { describeFilter, hasFilter } from './search-filters.ts';
import { renderSearchForm, type SearchFormState } from './search-form.ts';

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

const TITLE = 'Search vendors';
const DESCRIPTION = `Find a ${REGULATOR.jurisdiction} food truck, hot dog cart or caterer by name, license number or city.`;

/** The form with what was found, page by page; without results only the form, with what is wrong. */
export function renderSearch(options: {
  readonly form: SearchFormState;
  readonly results?: SearchResults;
  readonly baseUrl: string;
  readonly fictional: boolean | undefined;
}): Html {
  const { form, results, baseUrl, fictional } = options;
  const asked = form.q.trim() !== '' || form.city.trim() !== '' || hasFilter(form.filters ?? {});
  const main = html`<h1>${TITLE}</h1>
${renderSearchForm(form)}
${results ? renderResults(results, form) : ''}`;
  return renderPage({
    title: titleOf(form, results),
    description: DESCRIPTION,
    canonical: `${baseUrl}/search`,
    ...(asked || form.error || (results?.page ?? 1) > 1 ? { robots: 'noindex' as const } : {}),
    fictional,
    current: '/search',
    main,
  });
}

function titleOf(form: SearchFormState, results: SearchResults | undefined): string {
  if (form.error) return `Error: ${TITLE}`;
  const asked = [form.q, form.city].map((text) => text.trim()).filter(Boolean);
  const page = results && results.page > 1 ? `, page ${results.page}` : '';
  return asked.length === 0 ? `${TITLE}${page}` : `${asked.join(', ')}: ${TITLE.toLowerCase()}${page}`;
}

function renderResults(results: SearchResults, form: SearchFormState): Html {
  const { rows, total, page, pageSize } = results;
  if (rows.length === 0) return total === 0 ? renderNothing(results, form) : renderBeyond(results, form);
  const first = (page - 1) * pageSize + 1;
  const exact = rows.filter(({ match }) => match === null);
  const alike = rows.filter(({ match }) => match !== null);
  return html`<h2 id="results">${headingOf(results, form)}</h2>
${total > rows.length ? html`<p class="small">${first.toLocaleString('en-US')} to ${(first + rows.length - 1).toLocaleString('en-US')} of ${countNoun(total, 'vendor')} are on this page.</p>` : ''}
<p class="small">The verdict of each vendor is as of today, for no particular event. <a href="/check">Check a vendor</a> for your event to see the reasons.</p>
${renderList(exact, first)}
${results.literal > 0 && alike.length > 0 ? html`<h2>Names that are alike</h2>` : ''}
${renderList(alike, first + exact.length)}
${renderPaging(results, (to) => addressOf(form, to))}`;
}

function headingOf({ literal, total }: SearchResults, { q, city, filters = {} }: SearchFormState): string {
  if (literal > 0 || total === 0) return countNoun(literal, 'vendor');
  const narrowed = hasFilter(filters) || city.trim() !== '' ? ' that fits the filters' : '';
  return `No vendor${narrowed} has exactly this ${isNumber(q) ? 'number' : 'name'}. Did you mean:`;
}

function renderList(rows: readonly ShownRow[], first: number): Html {
  if (rows.length === 0) return EMPTY_HTML;
  return html`<ol class="results" start="${first}">
${joinHtml(rows.map(renderRow), '\n')}
</ol>`;
}

function renderRow(row: ShownRow): Html {
  const facts = [licenseKindText(row.license), placeText(row), row.cuisine].filter(Boolean).join(' · ');
  return html`<li class="result">
${renderLetter(row)}
<div>
<h3><a href="/vendor/${row.id}">${displayName(row.name)}</a></h3>
${row.aka ? html`<p>formerly ${displayName(row.aka)}</p>` : ''}
<p><span class="number">${row.license.number}</span> · ${facts}</p>
<p>${renderVerdict(row)} ${standingText(row)}${yearText(row.rollup_12m)}</p>
${row.match ? html`<p class="small">${describeMatch(row.match)}</p>` : ''}
</div></li>`;
}

function renderLetter({ grade, grade_status: status, records_old: old }: ShownRow): Html {
  if (grade !== null)
    return html`<p class="grade tone-${toneInAge(GRADE_MEANINGS[grade].tone, old)}"><span class="visually-hidden">Grade</span> ${grade}</p>`;
  const { tone } = NO_GRADE[status === 'graded' ? 'insufficient_record' : status];
  return html`<p class="grade tone-${tone}" aria-hidden="true">${status === 'hold' ? '✕' : '–'}</p>`;
}

/** The word and the sign say it, not the color alone. */
function renderVerdict({ verdict, records_old: old }: ShownRow): Html {
  const { sign, tone } = VERDICTS[verdict];
  return html`<span class="mark tone-${toneInAge(tone, old)}"><span aria-hidden="true">${sign}</span> ${verdict}</span>`;
}

function standingText({ grade_status: status, hold_active: hold }: ShownRow): Html {
  if (status === 'graded') return EMPTY_HTML;
  const { tone, short } = NO_GRADE[status];
  return html`<strong class="standing tone-${hold ? 'bad' : tone}">${short}.</strong> `;
}

/** Counted are the current owner's, in the twelve months up to the day of the records. */
function yearText(year: ShownRow['rollup_12m']): string {
  const span = year.whole_year
    ? 'in the twelve months to the day of the records'
    : 'in what the files cover of the last twelve months';
  if (year.inspections === 0) return `No inspection is counted ${span}.`;
  const found =
    year.violations === null
      ? 'their counts not fully on file'
      : year.violations === 0
        ? 'no violation'
        : `${countNoun(year.violations, 'violation')}, ${year.high_priority === 0 ? 'none' : year.high_priority} high priority`;
  return `${countNoun(year.inspections, 'inspection')} ${span}: ${found}.`;
}

function renderNothing({ without }: SearchResults, form: SearchFormState): Html {
  const { q, city, filters = {} } = form;
  const both = q.trim() !== '' && (city.trim() !== '' || hasFilter(filters));
  const lifts = [...without]
    .filter(([, count]) => count > 0)
    .map(
      ([name, count]) =>
        html`<li><a href="${addressOf(liftFilter(form, name), 1)}">Remove ${describeFilter(name, filters, city)} to see ${countNoun(count, 'vendor')}</a>${name === 'city' ? '. A truck’s city on file is often the owner’s, not where it sells' : ''}.</li>`,
    );
  const all = html`<li><a href="/search?${new URLSearchParams({ q }).toString()}">Search all cities${hasFilter(filters) ? ' without filters' : ''}</a>: a truck’s city on file is often the owner’s, not where it sells.</li>`;
  return html`<h2 id="results">No vendor found</h2>
<ul>
${lifts}
${both && lifts.length === 0 ? all : ''}
<li>Try one word of the name, the shortest that is sure: “taco” finds “Tacos El Rey”.</li>
<li>The name on the license may be another than the one on the truck. The license number, on the license and usually on the truck’s side, settles it: <a href="/check">check by number</a>.</li>
<li>Only food trucks, hot dog carts and caterers licensed in ${REGULATOR.jurisdiction} are on record here: no restaurants.</li>
</ul>`;
}

function liftFilter(form: SearchFormState, name: FilterName | 'city'): SearchFormState {
  return name === 'city'
    ? { ...form, city: '' }
    : { ...form, filters: { ...form.filters, [name]: undefined } };
}

function renderBeyond({ total, page }: SearchResults, form: SearchFormState): Html {
  return html`<h2 id="results">There is no page ${page}</h2>
<p>${countNoun(total, 'vendor')} found. <a href="${addressOf(form, 1)}">Go to the first page of results</a></p>`;
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
