import { REGULATOR } from '../../registry/sources/regulator.ts';
import { citationOf, describeCovers } from '../../registry/statistics/cite.ts';
import type { StoredStatistics } from '../../registry/statistics/schemas.ts';
import { renderBars } from '../kit/charts/bars.ts';
import { type CountySort, percent, renderCounties } from '../kit/counties.ts';
import { renderDay } from '../kit/dates.ts';
import { type Html, html, joinHtml } from '../kit/html.ts';
import { renderPage } from '../kit/page.ts';
import { gradeRows } from './citing/grade-rows.ts';

const TITLE = `${REGULATOR.jurisdiction}’s food trucks and caterers in numbers`;
const DESCRIPTION = `Statewide statistics of ${REGULATOR.jurisdiction} food trucks, hot dog carts and caterers: grades, violations, closures, by month and county.`;
const MONTHS_SHOWN = 12;
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The statewide statistics as a page; before anything is published it says so. */
export function renderStatewide(options: {
  readonly statistics: StoredStatistics | undefined;
  readonly sort: CountySort;
  readonly baseUrl: string;
}): Html {
  const { statistics } = options;
  const main = statistics
    ? renderStatistics(statistics, options.sort, options.baseUrl)
    : html`<h1>${TITLE}</h1><p role="status">The first records are being read. This takes a few seconds; reload the page.</p>`;
  return renderPage({
    title: TITLE,
    description: DESCRIPTION,
    canonical: `${options.baseUrl}/florida`,
    fictional: statistics?.fictional,
    main,
  });
}

function renderStatistics(statistics: StoredStatistics, sort: CountySort, baseUrl: string): Html {
  const { vendors, as_of, data_as_of, covers } = statistics;
  const read = new Set(covers.map(({ district }) => district));
  const missing = REGULATOR.districts.filter((district) => !read.has(district));
  const isYearWhole = covers.every(({ whole_year }) => whole_year);
  return html`<h1>${TITLE}</h1>
<p class="lead">Every food truck, hot dog cart and caterer on the files read here, as of ${renderDay(as_of)}: ${describeCovers(covers)}. Newest file: ${renderDay(data_as_of)}. <a href="/coverage">What the files cover</a>.</p>
<dl class="facts">
${renderFact('On record', vendors.total)}
${renderFact('Food trucks', vendors.food_trucks)}
${renderFact('Hot dog carts', vendors.hot_dog_carts)}
${renderFact('Caterers', vendors.caterers)}
${renderFact('License current', vendors.current)}
${renderFact('Not renewed', vendors.delinquent)}
${renderFact('No longer on file', vendors.not_on_file)}
${renderFact('Given up, or changing owner', otherLicenses(vendors))}
${renderFact('License unknown', vendors.license_unknown)}
${renderFact('Of these, no license file read', vendors.no_license_file)}
</dl>
<section class="part"><h2>Grades</h2><div>${renderGrades(statistics)}</div></section>
<section class="part"><h2>Violations</h2><div>${isYearWhole ? '' : html`<p>The files do not cover all twelve months of every district: the shares of the last 12 months are of what they cover.</p>`}${renderRates(statistics.violation_rates)}</div></section>
<section class="part"><h2>By month</h2><div>${renderMonths(statistics)}</div></section>
<section class="part" id="counties"><h2>By county</h2><div>${renderCounties(statistics.by_county, sort)}</div></section>
<section class="part"><h2>Not covered</h2><div><ul>
${missing.length === 0 ? '' : html`<li>Districts of which no file was read: ${missing.join(', ')}.</li>`}
<li>Restaurants, vending machines and temporary event vendors.</li>
<li>Vendors licensed by another agency: ${REGULATOR.otherAgency}.</li>
<li>Illness. A violation says what an inspector saw on one day, not that anybody fell ill.</li>
<li>Vendors without a county on file, in the table by county.</li>
</ul>
<p>Grades are ours; the regulator grades nobody. <a href="/methodology">How a grade is made</a>. <a href="/coverage">Which files this rests on, and how old they are</a>.</p></div></section>
<section class="part" id="cite"><h2>Cite this</h2><div>
<label for="citation">Line to copy</label>
<textarea id="citation" readonly rows="3">${citationOf({ asOf: as_of, fictional: statistics.fictional, covers }, baseUrl)}</textarea>
<p>Free to cite with this line. ${statistics.fictional ? html`<strong>These are invented records: do not cite them as fact.</strong> ` : ''}Name the day and what the files cover, and do not compare counties by shares of few vendors.</p>
<ul class="links">
<li>Tables: <a href="/florida/counties.csv">counties (CSV)</a>, <a href="/florida/months.csv">months (CSV)</a>, <a href="/api/v1/stats/florida">everything (JSON)</a></li>
<li>Grades for print: <a href="/florida/charts/grades.svg">SVG</a>, <a href="/florida/charts/grades.png">PNG</a></li>
<li>Inspections by month for print: <a href="/florida/charts/months.svg">SVG</a>, <a href="/florida/charts/months.png">PNG</a></li>
</ul></div></section>`;
}

function renderFact(name: string, value: number): Html {
  return html`<div><dt>${name}</dt><dd>${value.toLocaleString('en-US')}</dd></div>`;
}

function renderGrades({ grades, vendors }: StoredStatistics): Html {
  const rows = gradeRows(grades, vendors.total);
  return renderBars(rows, {
    id: 'grades',
    title: 'Vendors by grade',
    description: `How many vendors have each letter, or none and why: ${rows.map(({ label, text }) => `${label} ${text}`).join('; ')}.`,
    columns: ['Grade', 'Vendors'],
  });
}

function renderRates(rates: StoredStatistics['violation_rates']): Html {
  const inspected = (count: number) => count.toLocaleString('en-US');
  return html`<p>Of the vendors inspected in the time, the share with at least one such finding.</p>
${renderRateBars(
  'rates-year',
  `The last 12 months: ${inspected(rates.inspected_12m)} vendors with an inspection on file`,
  [
    ['Any violation', rates.any_12m],
    ['A high-priority violation', rates.high_priority_12m],
    ['An emergency closure', rates.emergency_order_12m],
  ],
)}
${renderRateBars(
  'rates-three-years',
  `The last 36 months: ${inspected(rates.inspected_36m)} vendors with an inspection on file`,
  [
    ['Any violation', rates.any_36m],
    ['A high-priority violation', rates.high_priority_36m],
    ['An emergency closure', rates.emergency_order_36m],
  ],
)}`;
}

function renderRateBars(
  id: string,
  title: string,
  rates: readonly (readonly [label: string, share: number | null])[],
): Html {
  const rows = rates.map(([label, share]) => ({ label, value: share ?? 0, text: percent(share) }));
  const description = rows.map(({ label, text }) => `${label}: ${text}`).join('; ');
  return renderBars(rows, { id, title, description, columns: ['Finding', 'Share'], max: 1 });
}

/** Those whose license has neither of the states that are counted by name. */
function otherLicenses(vendors: StoredStatistics['vendors']): number {
  const { total, current, delinquent, not_on_file, license_unknown } = vendors;
  return total - current - delinquent - not_on_file - license_unknown;
}

/** A month that no inspection file covers has no figure: nothing is known of it, which is not the same as none. */
function renderMonths({ by_month: months, covers }: StoredStatistics): Html {
  const from = covers.flatMap((each) => each.inspections_from ?? []).sort()[0] ?? '';
  const to =
    covers
      .flatMap((each) => each.inspections_to ?? [])
      .sort()
      .at(-1) ?? '';
  const isRead = (month: string) => from.slice(0, 7) <= month && month <= to.slice(0, 7);
  const figure = (month: string, count: number) => (isRead(month) ? count.toLocaleString('en-US') : '–');
  const isGap = months.some(({ month }) => !isRead(month));
  const rows = months.slice(-MONTHS_SHOWN).map(({ month, inspections }) => ({
    label: monthName(month),
    value: inspections,
    text: figure(month, inspections),
  }));
  const chart = renderBars(rows, {
    id: 'months',
    title: `Inspections in the last ${rows.length} months`,
    description: 'Inspections by the month they began in; the newest month is not over.',
    columns: ['Month', 'Inspections'],
  });
  const lines = [...months]
    .reverse()
    .map(
      (entry) =>
        html`<tr><th scope="row">${monthName(entry.month)}</th><td class="amount">${figure(entry.month, entry.inspections)}</td><td class="amount">${figure(entry.month, entry.with_high_priority)}</td><td class="amount">${figure(entry.month, entry.emergency_orders)}</td></tr>`,
    );
  return html`${isGap ? html`<p>A dash: no inspection file read here covers the month.</p>` : ''}${chart}
<details><summary>All ${months.length} months, with high-priority violations and closures</summary>
<div class="wide" role="region" aria-label="All months" tabindex="0"><table class="list"><caption>Inspections by the month they began in, newest first</caption>
<thead><tr><th scope="col">Month</th><th scope="col" class="amount">Inspections</th><th scope="col" class="amount">With a high-priority violation</th><th scope="col" class="amount">Emergency closures</th></tr></thead>
<tbody>
${joinHtml(lines, '\n')}
</tbody></table></div></details>`;
}

function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-01`));
}
