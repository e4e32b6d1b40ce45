import type { IsoDate } from '../../lib/dates.ts';
import { countNoun } from '../../lib/text.ts';
import type { Coverage } from '../../registry/intake/coverage-schemas.ts';
import {
  OLD_AFTER_DAYS,
  recordsOld,
  TOO_OLD_AFTER_DAYS,
} from '../../registry/published-state/records-age.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { describeCovers } from '../../registry/statistics/cite.ts';
import { countySlug } from '../kit/county-slug.ts';
import { renderDay, renderMoment } from '../kit/dates.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../kit/html.ts';
import { renderPage } from '../kit/page.ts';

const TITLE = 'What the files cover';
const NONE = html`none`;

/** Which of the regulator's files the records rest on, from when to when, how old they are, and what failed. */
export function renderCoverage(
  coverage: Coverage,
  { today, baseUrl }: { readonly today: IsoDate; readonly baseUrl: string },
): Html {
  const main = html`<h1>${TITLE}</h1>
<p class="lead">As of ${renderDay(coverage.as_of)}: ${describeCovers(coverage.districts)}. Published ${renderMoment(coverage.published_at)}.</p>
<section class="part broad"><h2>By district</h2><div>${renderDistricts(coverage, today)}</div></section>
<section class="part broad"><h2>Files in use</h2><div>${renderFiles(coverage)}</div></section>
<section class="part"><h2>What is missing</h2><div>${renderMissing(coverage)}</div></section>
<section class="part"><h2>What the age means</h2><div>
<p>The records of a district reach to the earliest of three days: the one its license file reaches, the one its inspection files reach, and the day of the records. Older than ${OLD_AFTER_DAYS} days, every decision says so. Older than ${TOO_OLD_AFTER_DAYS} days, no verdict is better than REVIEW.</p>
<p><a href="/api/v1/coverage">The same as data</a> · <a href="/florida">Statistics</a> · <a href="/methodology">How a grade is made</a></p></div></section>`;
  return renderPage({
    title: TITLE,
    description: `Which files of the ${REGULATOR.name} the records rest on, from when to when, and how old they are.`,
    canonical: `${baseUrl}/coverage`,
    fictional: coverage.fictional,
    main,
  });
}

function renderDistricts({ districts }: Coverage, today: IsoDate): Html {
  if (districts.length === 0) return html`<p>No license or inspection file of a district is in use.</p>`;
  const rows = districts.map((each) => {
    const old = recordsOld(each.reach_to, today);
    const from = each.inspections_from;
    const to = each.inspections_to;
    return [
      html`District ${each.district}`,
      html`${each.vendors.toLocaleString('en-US')}`,
      each.licenses_to === null ? NONE : html`to ${renderDay(each.licenses_to)}`,
      from === null || to === null ? NONE : html`${renderDay(from)} to ${renderDay(to)}`,
      html`${each.whole_year ? 'Whole' : 'Not whole'}`,
      old
        ? html`<strong>${renderDay(each.reach_to)}, ${countNoun(old.days, 'day')} ago</strong>`
        : renderDay(each.reach_to),
    ];
  });
  return renderTable('What is read of each district', DISTRICT_COLUMNS, rows);
}

const DISTRICT_COLUMNS = [
  'District',
  'Vendors',
  'Licenses',
  'Inspections',
  'Last twelve months',
  'Records reach to',
];

function renderFiles({ files }: Coverage): Html {
  const rows = files.map(({ name, kind, district, file_date, rows: counts, read_at }) => [
    html`${name}`,
    html`${kind.replaceAll('_', ' ')}`,
    district === null ? html`all` : html`${district}`,
    file_date === null ? html`not dated` : renderDay(file_date),
    html`${counts.kept.toLocaleString('en-US')}`,
    html`${counts.refused.toLocaleString('en-US')}`,
    renderMoment(read_at),
  ]);
  return renderTable('The newest file of each kind', FILE_COLUMNS, rows);
}

const FILE_COLUMNS = ['File', 'Kind', 'District', 'Reaches to', 'Rows kept', 'Rows refused', 'Read'];

function renderMissing({ districts, held_back, not_refreshed, missing, source, as_of }: Coverage): Html {
  const read = new Set(districts.map(({ district }) => district));
  const problems = source.flatMap(({ name, problem }) => (problem ? [{ name, problem }] : []));
  const items = [
    ...REGULATOR.districts
      .filter((district) => !read.has(district))
      .map((district) => html`Nothing is known of District ${district}: ${countiesOf(district)}.`),
    ...missing.map((slot) => html`Never read: ${slotText(slot)}.`),
    ...not_refreshed.map(
      ({ slot, file_date, days }) =>
        html`Out of date: ${slotText(slot)}. The newest file reaches to ${renderDay(file_date)}, ${countNoun(days, 'day')} before ${renderDay(as_of)}.`,
    ),
    ...held_back.map(({ name, reason }) => html`Refused: ${name}. ${reason}`),
    ...problems.map(({ name, problem }) => html`${name}: ${problem.what} ${problem.records}`),
  ];
  if (items.length === 0) return html`<p>Nothing: every file that should be there was read.</p>`;
  return html`<ul>${joinHtml(
    items.map((item) => html`<li>${item}</li>`),
    '\n',
  )}</ul>`;
}

function countiesOf(district: number): Html {
  const counties = REGULATOR.counties.filter((county) => county.district === district);
  return joinHtml(
    counties.map(({ name }) => html`<a href="/florida/${countySlug(name)}">${name}</a>`),
    ', ',
  );
}

/** `inspections:district-6:2017-18` as "inspections, district 6, 2017-18". */
function slotText(slot: string): string {
  return slot.replaceAll(':', ', ').replaceAll(/(?<!\d)-|-(?!\d)|_/g, ' ');
}

function renderTable(caption: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html {
  if (rows.length === 0) return EMPTY_HTML;
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const body = rows.map(([first, ...others]) => {
    const cells = others.map((cell) => html`<td>${cell}</td>`);
    return html`<tr><th scope="row">${first ?? ''}</th>${cells}</tr>`;
  });
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table class="list"><caption>${caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${joinHtml(body, '\n')}
</tbody></table></div>`;
}
