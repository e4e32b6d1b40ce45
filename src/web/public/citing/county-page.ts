import type { Language } from '../../../lib/language/language.ts';
import { countySlug } from '../../../lib/text/county-slug.ts';
import { addMonths, describeDay } from '../../../lib/time/dates.ts';
import { SHARE_FROM } from '../../../records/statistics/count-statistics.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { renderBars } from '../../kit/charts/bars.ts';
import { percent } from '../../kit/counties/county-table.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { linkTo, strong } from '../../kit/tags.ts';
import { renderCitation } from './citation.ts';
import {
  type CountyFigures,
  type CountyRecord,
  citeCounty,
  FEW_INSPECTED,
  findInspected,
  pointsOfOne,
} from './county-names.ts';
import { gradeRows } from './grade-rows.ts';
import { CITE, COUNTY } from './messages.ts';

interface CountyPageOptions {
  readonly statistics: StoredStatistics;
  readonly baseUrl: string;
  readonly language: Language;
}

/** Renders a county's numbers, with their sources and sample sizes. */
export function renderCounty(county: CountyRecord, options: CountyPageOptions): Html {
  const { statistics, baseUrl, language } = options;
  const { name, figures, cover } = county;
  const t = COUNTY[language];
  const title = t.title({ name });
  const address = `/florida/${countySlug(name)}`;
  const search = linkTo(`/search?${new URLSearchParams({ county: name }).toString()}`);
  const main = html`<p class="kicker"><a href="/florida">${REGULATOR.jurisdiction}</a></p>
<h1>${title}</h1>
${figures ? renderFigures(county, figures, options) : renderNothing(county, language)}
<section class="part"><h2>${t.restsOn}</h2><div>${renderCover(county, options)}</div></section>
${figures || cover ? renderCite(county, options) : ''}
<section class="part"><h2>${t.next}</h2><div><ul class="links">
<li>${t.vendors({ name, search })}</li>
<li><a href="/florida/closures/${countySlug(name)}">${t.closures}</a></li>
<li><a href="/florida#counties">${t.all}</a></li>
<li>${t.method({ method: linkTo('/methodology') })}</li>
</ul></div></section>`;
  return renderPage({
    title,
    description: t.description({ name, state: REGULATOR.jurisdiction }),
    language,
    canonical: `${baseUrl}${address}`,
    fictional: statistics.fictional,
    main,
  });
}

function renderFigures(
  county: CountyRecord,
  figures: CountyFigures,
  { statistics, language }: CountyPageOptions,
): Html {
  const { name } = county;
  const { vendors, grades, inspected_12m: inspected, high_priority_12m: share } = figures;
  const t = COUNTY[language];
  const rows = gradeRows(grades, language);
  const graded = grades.A + grades.B + grades.C + grades.D + grades.F;
  return html`<p class="lead">${t.lead({ count: vendors, name, day: renderDay(statistics.as_of, language) })}</p>
<dl class="facts">
<div><dt>${t.onRecord}</dt><dd>${vendors.toLocaleString('en-US')}</dd></div>
<div><dt>${t.withLetter}</dt><dd>${graded.toLocaleString('en-US')}</dd></div>
<div><dt>${t.onHold}</dt><dd>${grades.hold.toLocaleString('en-US')}</dd></div>
<div><dt>${t.inspected}</dt><dd>${findInspected(statistics, name)?.toLocaleString('en-US') ?? '–'}</dd></div>
</dl>
<section class="part"><h2>${t.grades}</h2><div><p>${CITE[language].graded({ count: graded })}</p>
${renderBars(rows, {
  id: 'grades',
  title: t.byGrade({ name }),
  description: `${rows.map(({ label, text }) => `${label}: ${text}`).join('; ')}.`,
  columns: [CITE[language].grade, CITE[language].vendors],
  language,
})}</div></section>
<section class="part"><h2>${t.highPriority}</h2><div>${renderQuote(county, figures, { statistics, language })}
${renderShare(inspected, share, isQuoted(county, figures), language)}</div></section>`;
}

/**
 * Renders one sentence that readers can quote. The sentence compares with the previous year only if the files
 * cover both years and both percentages are based on enough vendors.
 */
function renderQuote(
  { name, cover }: CountyRecord,
  figures: CountyFigures,
  { statistics, language }: Pick<CountyPageOptions, 'statistics' | 'language'>,
): Html {
  const t = COUNTY[language];
  const { as_of: asOf } = statistics;
  const { high_priority_12m: share, high_priority_prior_12m: before } = figures;
  if (share === null || !cover || !isQuoted({ cover }, figures)) return EMPTY_HTML;
  const day = describeDay(asOf, language);
  const now = t.quote({ name, count: figures.inspected_12m, share: percent(share), day });
  const isBeforeRead = cover.inspections_from !== null && cover.inspections_from <= addMonths(asOf, -24);
  if (before === null || !isBeforeRead)
    return html`<blockquote class="quote">${now}</blockquote>
<p class="small">${t.asKnown}</p>`;
  const then = t.quoteBefore({ count: figures.inspected_prior_12m, share: percent(before) });
  return html`<blockquote class="quote">${now} ${then}</blockquote>
<p class="small">${t.bothYears}</p>`;
}

/** Returns true if the page has the sentence to quote, which then is the only one with the share. */
function isQuoted({ cover }: Pick<CountyRecord, 'cover'>, figures: CountyFigures): boolean {
  return figures.high_priority_12m !== null && cover?.whole_year === true;
}

function renderShare(inspected: number, share: number | null, hasQuote: boolean, language: Language): Html {
  const t = COUNTY[language];
  if (inspected === 0) return html`<p>${t.noneInspected}</p>`;
  if (inspected < SHARE_FROM) return html`<p>${t.tooFew({ count: inspected })}</p>`;
  if (share === null) return html`<p>${t.noCounts}</p>`;
  const small = inspected < FEW_INSPECTED;
  return html`${hasQuote ? '' : html`<p>${t.share({ share: percent(share), count: inspected, strong })}</p>`}
${small ? html`<p>${t.small({ points: pointsOfOne(inspected), count: inspected, strong })}</p>` : ''}`;
}

function renderNothing({ name, cover, district }: CountyRecord, language: Language): Html {
  const t = COUNTY[language];
  return html`<p class="lead">${cover ? t.noVendor({ name }) : t.unknown({ district, name })}</p>`;
}

function renderCover(
  { name, district, cover, figures }: CountyRecord,
  { statistics, language }: CountyPageOptions,
): Html {
  const t = COUNTY[language];
  const notes = html`<p>${t.notes({ coverage: linkTo('/coverage') })}</p>`;
  if (!cover)
    return html`<p>${t.noFiles({ district })}${figures ? html` ${t.notAll({ name })}` : ''}</p>${notes}`;
  const { licenses_to: licenses, inspections_from: from, inspections_to: to, whole_year: whole } = cover;
  const ofLicenses = licenses === null ? t.noLicenses : t.licenses({ day: renderDay(licenses, language) });
  const ofInspections =
    from === null || to === null
      ? t.noInspections
      : t.inspections({ from: renderDay(from, language), to: renderDay(to, language) });
  return html`<p>${t.district({ name, district })} ${ofLicenses} ${ofInspections}</p>
${whole ? '' : html`<p>${t.partOfYear({ strong })}</p>`}
<p class="small">${t.newest({ day: renderDay(statistics.data_as_of, language) })}</p>
${notes}`;
}

function renderCite(county: CountyRecord, { statistics, baseUrl, language }: CountyPageOptions): Html {
  const chart = `/florida/charts/${countySlug(county.name)}`;
  const files = COUNTY[language].files({
    csv: linkTo('/florida/counties.csv'),
    svg: linkTo(`${chart}.svg`),
    png: linkTo(`${chart}.png`),
  });
  const line = citeCounty(county, statistics, baseUrl);
  return renderCitation({ line, fictional: statistics.fictional, language, next: html`${files}` });
}
