import { licenseKindText } from '../../../decisions/decision/words.ts';
import { countNoun } from '../../../lib/text.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import type { SearchRow } from '../../../registry/vendors/schemas.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { type PageOf, renderPaging } from '../../kit/paging.ts';
import { placeText } from './place.ts';
import { GRADE_MEANINGS, NO_GRADE, toneInAge } from './record-texts.ts';
import { renderSearchForm, type SearchFormState } from './search-form.ts';

/** A row of the list: the search summary without the addresses that the JSON form adds. */
export type ShownRow = Omit<SearchRow, 'scorecard_url'>;

interface SearchResults extends PageOf {
  readonly rows: readonly ShownRow[];
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
  const asked = form.q.trim() !== '' || form.city.trim() !== '';
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
  if (rows.length === 0) return total === 0 ? renderNothing(form) : renderBeyond(results, form);
  const first = (page - 1) * pageSize + 1;
  return html`<h2 id="results">${countNoun(total, 'vendor')}</h2>
${total > rows.length ? html`<p class="small">${first.toLocaleString('en-US')} to ${(first + rows.length - 1).toLocaleString('en-US')} are on this page.</p>` : ''}
<ol class="results" start="${first}">
${joinHtml(rows.map(renderRow), '\n')}
</ol>
${renderPaging(results, (to) => addressOf(form, to))}`;
}

function renderRow(row: ShownRow): Html {
  const facts = [licenseKindText(row.license), placeText(row), row.cuisine].filter(Boolean).join(' · ');
  return html`<li class="result">
${renderLetter(row)}
<div>
<h3><a href="/vendor/${row.id}">${row.name}</a></h3>
${row.aka ? html`<p>formerly ${row.aka}</p>` : ''}
<p><span class="number">${row.license.number}</span> · ${facts}</p>
<p>${standingText(row)}${yearText(row.rollup_12m)}</p>
</div></li>`;
}

function renderLetter({ grade, grade_status: status, records_old: old }: ShownRow): Html {
  if (grade !== null)
    return html`<p class="grade tone-${toneInAge(GRADE_MEANINGS[grade].tone, old)}"><span class="visually-hidden">Grade</span> ${grade}</p>`;
  const { tone } = NO_GRADE[status === 'graded' ? 'insufficient_record' : status];
  return html`<p class="grade tone-${tone}" aria-hidden="true">${status === 'hold' ? '✕' : '–'}</p>`;
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

function renderNothing({ q, city }: SearchFormState): Html {
  const both = q.trim() !== '' && city.trim() !== '';
  return html`<h2 id="results">No vendor found</h2>
<ul>
<li>Try one word of the name, the shortest that is sure: “taco” finds “Tacos El Rey”.</li>
${both ? html`<li><a href="/search?${new URLSearchParams({ q }).toString()}">Search all cities</a>: a truck’s city on file is often the owner’s, not where it sells.</li>` : ''}
<li>The name on the license may be another than the one on the truck. The license number, on the license and usually on the truck’s side, settles it: <a href="/check">check by number</a>.</li>
<li>Only food trucks, hot dog carts and caterers licensed in ${REGULATOR.jurisdiction} are on record here: no restaurants.</li>
</ul>`;
}

function renderBeyond({ total, page }: SearchResults, form: SearchFormState): Html {
  return html`<h2 id="results">There is no page ${page}</h2>
<p>${countNoun(total, 'vendor')} found. <a href="${addressOf(form, 1)}">To the first page</a></p>`;
}

function addressOf({ q, city }: SearchFormState, page: number): string {
  const query = new URLSearchParams();
  if (q.trim() !== '') query.set('q', q.trim());
  if (city.trim() !== '') query.set('city', city.trim());
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? '/search' : `/search?${text}`;
}
