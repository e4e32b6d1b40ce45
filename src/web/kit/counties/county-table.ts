import type { Language } from '../../../lib/language/language.ts';
import { countySlug } from '../../../lib/text/county-slug.ts';
import { compareText } from '../../../lib/text/text.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { COUNTIES, COUNTY_HEADS } from './county-table-messages.ts';

/** A county's statistics. The number of inspected vendors is null if no file contains it. */
type County = Omit<StoredStatistics['by_county'][number], 'inspected_12m'> & {
  readonly inspected_12m: number | null;
};

interface Column {
  readonly name: string;
  /** A grade letter, or the key of a heading. */
  readonly head: 'A' | 'B' | 'C' | 'D' | 'F' | keyof (typeof COUNTY_HEADS)['names'];
  readonly value: (county: County) => string | number | null;
}

const BY_NAME: Column = { name: 'county', head: 'county', value: ({ county }) => county };
const NUMBERS: readonly Column[] = [
  { name: 'vendors', head: 'vendors', value: ({ vendors }) => vendors },
  { name: 'a', head: 'A', value: ({ grades }) => grades.A },
  { name: 'b', head: 'B', value: ({ grades }) => grades.B },
  { name: 'c', head: 'C', value: ({ grades }) => grades.C },
  { name: 'd', head: 'D', value: ({ grades }) => grades.D },
  { name: 'f', head: 'F', value: ({ grades }) => grades.F },
  { name: 'inspected', head: 'inspected', value: ({ inspected_12m }) => inspected_12m },
  {
    name: 'high_priority',
    head: 'high_priority',
    value: ({ high_priority_12m }) => high_priority_12m,
  },
];
const COLUMNS = [BY_NAME, ...NUMBERS];

export interface CountySort {
  readonly by: Column;
  readonly order: 'asc' | 'desc';
}

/** Reads the sort order from the query. The default is to sort by name. */
export function readCountySort(query: URLSearchParams): CountySort {
  const by = COLUMNS.find(({ name }) => name === query.get('sort')) ?? BY_NAME;
  const order = query.get('order');
  if (order === 'asc' || order === 'desc') return { by, order };
  return { by, order: firstOrder(by) };
}

/** Renders the county table. Readers can sort it by clicking a column heading. */
export function renderCounties(counties: readonly County[], sort: CountySort, language: Language): Html {
  const t = COUNTIES[language];
  const heads = COLUMNS.map((column) => renderHead(column, sort, language));
  const lines = sortCounties(counties, sort).map((county) => {
    const cells = NUMBERS.map((column) => html`<td class="amount">${cellText(column, county)}</td>`);
    return html`<tr><th scope="row"><a href="/florida/${countySlug(county.county)}">${county.county}</a></th>${cells}</tr>`;
  });
  return html`<p class="small"><span class="letters-legend">${t.legendLetters}</span> ${t.legend}</p>
<div class="wide" role="region" aria-label="${t.label}" tabindex="0"><table class="list counties"><caption>${t.caption({ head: headText(sort.by, language).toLowerCase() })}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${joinHtml(lines, '\n')}
</tbody></table></div>`;
}

function renderHead(column: Column, { by, order }: CountySort, language: Language): Html {
  const { name } = column;
  const head = headText(column, language);
  const current = column === by;
  const next = current ? (order === 'asc' ? 'desc' : 'asc') : firstOrder(column);
  const sorted = order === 'asc' ? 'ascending' : 'descending';
  const sign = order === 'asc' ? ' ↑' : ' ↓';
  return html`<th scope="col" ${column === BY_NAME ? '' : html`class="amount"`} ${current ? html`aria-sort="${sorted}"` : ''}><a href="/florida?sort=${name}&amp;order=${next}#counties" rel="nofollow">${head}</a>${current ? html`<span aria-hidden="true">${sign}</span>` : ''}</th>`;
}

function headText({ head }: Column, language: Language): string {
  return head.length === 1
    ? head
    : ((COUNTY_HEADS[language] as Readonly<Record<string, string>>)[head] ?? head);
}

/** Returns a column's default order: A to Z for names, highest number first for other columns. */
function firstOrder(column: Column): CountySort['order'] {
  return column === BY_NAME ? 'asc' : 'desc';
}

/** Sorts counties. Counties without a value come last in either order; ties are sorted by name. */
function sortCounties(counties: readonly County[], { by, order }: CountySort): County[] {
  const sign = order === 'asc' ? 1 : -1;
  return [...counties].sort((a, b) => {
    const first = by.value(a);
    const second = by.value(b);
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || compareText(a.county, b.county);
    const difference =
      typeof first === 'number' ? first - Number(second) : compareText(first, String(second));
    return sign * difference || compareText(a.county, b.county);
  });
}

function cellText({ name, value }: Column, county: County): string {
  const found = value(county);
  if (name === 'high_priority') return percent(county.high_priority_12m);
  return typeof found === 'number' ? found.toLocaleString('en-US') : (found ?? '–');
}

/** Formats a share as a percentage with one decimal, or a dash if nothing was inspected. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)}%`;
}
