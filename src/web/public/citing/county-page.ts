import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { citationOf } from '../../../registry/statistics/cite.ts';
import type { StoredStatistics } from '../../../registry/statistics/schemas.ts';
import { renderBars } from '../../kit/charts/bars.ts';
import { percent } from '../../kit/counties.ts';
import { countySlug } from '../../kit/county-slug.ts';
import { renderDay } from '../../kit/dates.ts';
import { type Html, html } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { type CountyFigures, type CountyRecord, FEW_INSPECTED, pointsOfOne } from './county-names.ts';
import { gradeRows } from './grade-rows.ts';

/** One county's numbers, with what they rest on and how small they are. */
export function renderCounty(
  county: CountyRecord,
  { statistics, baseUrl }: { readonly statistics: StoredStatistics; readonly baseUrl: string },
): Html {
  const { name, figures, cover } = county;
  const title = `${name} County’s food trucks and caterers in numbers`;
  const address = `/florida/${countySlug(name)}`;
  const main = html`<p class="kicker"><a href="/florida">${REGULATOR.jurisdiction}</a></p>
<h1>${title}</h1>
${figures ? renderFigures(county, figures, statistics) : renderNothing(county)}
<section class="part"><h2>What this rests on</h2><div>${renderCover(county, statistics)}</div></section>
${figures || cover ? renderCite(county, statistics, baseUrl) : ''}
<section class="part"><h2>Next</h2><div><ul class="links">
<li><a href="/search?${new URLSearchParams({ county: name }).toString()}">The vendors of ${name} County</a>, each with its record</li>
<li><a href="/florida#counties">All counties</a></li>
<li><a href="/methodology">How a grade is made</a>, and what it cannot say</li>
</ul></div></section>`;
  return renderPage({
    title,
    description: `Food trucks, hot dog carts and caterers of ${name} County, ${REGULATOR.jurisdiction}: grades and violations on the files read here.`,
    canonical: `${baseUrl}${address}`,
    fictional: statistics.fictional,
    main,
  });
}

function renderFigures(
  { name }: CountyRecord,
  { vendors, grades, inspected_12m: inspected, high_priority_12m: share }: CountyFigures,
  { as_of }: StoredStatistics,
): Html {
  const rows = gradeRows(grades, vendors);
  return html`<p class="lead">${vendors.toLocaleString('en-US')} ${vendors === 1 ? 'vendor is' : 'vendors are'} on record in ${name} County as of ${renderDay(as_of)}.</p>
<dl class="facts">
<div><dt>On record</dt><dd>${vendors.toLocaleString('en-US')}</dd></div>
<div><dt>With a letter grade</dt><dd>${(grades.A + grades.B + grades.C + grades.D + grades.F).toLocaleString('en-US')}</dd></div>
<div><dt>On hold by the regulator</dt><dd>${grades.hold.toLocaleString('en-US')}</dd></div>
<div><dt>Inspected in the last 12 months</dt><dd>${inspected.toLocaleString('en-US')}</dd></div>
</dl>
<section class="part"><h2>Grades</h2><div>${renderBars(rows, {
    id: 'grades',
    title: `Vendors of ${name} County by grade`,
    description: `${rows.map(({ label, text }) => `${label}: ${text}`).join('; ')}.`,
    columns: ['Grade', 'Vendors'],
  })}</div></section>
<section class="part"><h2>High-priority violations</h2><div>${renderShare(inspected, share)}</div></section>`;
}

function renderShare(inspected: number, share: number | null): Html {
  if (share === null)
    return html`<p>Unknown: ${inspected === 0 ? 'no vendor of the county has an inspection on file in the last 12 months' : 'the counts of these inspections are not on file'}.</p>`;
  const small = inspected < FEW_INSPECTED;
  return html`<p><strong>${percent(share)}</strong> of the ${inspected.toLocaleString('en-US')} ${inspected === 1 ? 'vendor' : 'vendors'} with an inspection in the last 12 months had at least one high-priority violation, as far as their counts are on file.</p>
${small ? html`<p><strong>A small number.</strong> One vendor more or less changes this share by ${pointsOfOne(inspected)} points. Do not rank ${inspected === 1 ? 'a county' : 'counties'} by it.</p>` : ''}`;
}

function renderNothing({ name, cover, district }: CountyRecord): Html {
  return cover
    ? html`<p class="lead">No vendor of ${name} County is on the files read here.</p>`
    : html`<p class="lead">Unknown: no file of District ${district}, which ${name} County belongs to, was read here. That does not mean that there are no vendors.</p>`;
}

function renderCover(
  { name, district, cover, figures }: CountyRecord,
  { data_as_of }: StoredStatistics,
): Html {
  const notes = html`<p>Vendors count where their license is. A truck may work in other counties, and trucks from elsewhere in this one. Grades are ours; the regulator grades nobody. <a href="/coverage">Which files were read</a>.</p>`;
  if (!cover)
    return html`<p>No license or inspection file of District ${district} is in use.${figures ? html` The numbers above are of the vendors whom other files happen to name; they are not all of ${name} County.` : ''}</p>${notes}`;
  const { licenses_to: licenses, inspections_from: from, inspections_to: to, whole_year: whole } = cover;
  return html`<p>${name} County is in the regulator’s District ${district}. ${licenses === null ? html`No license file of it was read, so no license is confirmed.` : html`Its license file reaches to ${renderDay(licenses)}.`} ${from === null || to === null ? html`No inspection file of it was read.` : html`Its inspection files reach from ${renderDay(from)} to ${renderDay(to)}.`}</p>
${whole ? '' : html`<p><strong>Not the whole year.</strong> The inspection files do not cover all of the last twelve months, so the share above is of what they cover.</p>`}
<p class="small">The newest file of any district is of ${renderDay(data_as_of)}.</p>
${notes}`;
}

function renderCite({ name }: CountyRecord, statistics: StoredStatistics, baseUrl: string): Html {
  const { as_of, fictional, covers } = statistics;
  const address = `/florida/${countySlug(name)}`;
  const line = citationOf({ asOf: as_of, fictional, covers }, baseUrl, address);
  return html`<section class="part" id="cite"><h2>Cite this</h2><div>
<label for="citation">Line to copy</label>
<textarea id="citation" readonly rows="3">${line}</textarea>
<p>Free to cite with this line. ${fictional ? html`<strong>These are invented records: do not cite them as fact.</strong> ` : ''}As a table: <a href="/florida/counties.csv">all counties (CSV)</a>. For print: <a href="/florida/charts/${countySlug(name)}.svg">the chart of grades (SVG)</a> or <a href="/florida/charts/${countySlug(name)}.png">PNG</a>.</p></div></section>`;
}
