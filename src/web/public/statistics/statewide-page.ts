import { inEach, type Language, LOCALES } from '../../../lib/language/language.ts';
import { describeCovers } from '../../../open-data/statistics/cite.ts';
import { coversAnyOfYear, coversMonth } from '../../../published-state/covers.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { renderBars } from '../../kit/charts/bars.ts';
import { renderColumns } from '../../kit/charts/columns.ts';
import { renderCountyMap } from '../../kit/counties/county-map.ts';
import { type CountySort, percent, renderCounties } from '../../kit/counties/county-table.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { linkTo } from '../../kit/tags.ts';
import { renderCitation } from '../citing/citation.ts';
import { citeState, findInspected } from '../citing/county-names.ts';
import { gradeRows } from '../citing/grade-rows.ts';
import { CITE, COUNTY } from '../citing/messages.ts';
import { STATE_CHARTS, STATEWIDE } from './statewide-messages.ts';

const MONTHS_SHOWN = 12;
const MONTHS = inEach(
  (language) =>
    new Intl.DateTimeFormat(LOCALES[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const MONTHS_SHORT = inEach(
  (language) => new Intl.DateTimeFormat(LOCALES[language], { month: 'short', timeZone: 'UTC' }),
);

interface StatewideOptions {
  readonly sort: CountySort;
  readonly baseUrl: string;
  readonly language: Language;
}

/** Renders the statewide statistics. */
export function renderStatewide(options: StatewideOptions & { readonly statistics: StoredStatistics }): Html {
  const { statistics, language } = options;
  const t = STATEWIDE[language];
  const title = t.title({ state: REGULATOR.jurisdiction });
  const main = html`<h1>${title}</h1>${renderStatistics(statistics, options)}`;
  return renderPage({
    title,
    description: t.description({ state: REGULATOR.jurisdiction }),
    language,
    canonical: `${options.baseUrl}/florida`,
    fictional: statistics.fictional,
    main,
  });
}

function renderStatistics(statistics: StoredStatistics, { sort, baseUrl, language }: StatewideOptions): Html {
  const { as_of, data_as_of, covers } = statistics;
  const t = STATEWIDE[language];
  const isYearWhole = covers.every(({ whole_year }) => whole_year);
  const isAnyRead = covers.some((cover) => coversAnyOfYear(cover, as_of));
  const coverage = linkTo('/coverage');
  const { high_priority_12m: share, inspected_12m: inspected } = statistics.violation_rates;
  const { food_trucks: trucks, hot_dog_carts: carts, caterers } = statistics.vendors;
  const counts = t.lead({
    trucks,
    carts,
    caterers,
    day: renderDay(as_of, language),
    covers: describeCovers(covers, language),
    newest: renderDay(data_as_of, language),
    coverage,
  });
  const finding = isYearWhole && share !== null ? t.finding({ share: percent(share), count: inspected }) : '';
  return html`
${finding === '' ? html`<p class="lead">${counts}</p>` : html`<p class="lead">${finding}</p>\n<p>${counts}</p>`}
${renderFacts(statistics, isAnyRead, language)}
<section class="part"><h2>${t.grades}</h2><div>${renderGrades(statistics, language)}</div></section>
<section class="part"><h2>${t.violations}</h2><div>${isYearWhole ? '' : html`<p>${isAnyRead ? t.partOfYear : t.noneOfYear}</p>`}${renderRates(statistics.violation_rates, language)}</div></section>
<section class="part"><h2>${t.byMonth}</h2><div>${renderMonths(statistics, language)}</div></section>
<section class="part" id="counties"><h2>${t.byCounty}</h2><div>${renderCountyMap(statistics.by_county, language)}
${renderCounties(countiesOf(statistics), sort, language)}</div></section>
<section class="part"><h2>${t.notCovered}</h2><div>${renderNotCovered(statistics, language)}
<p>${t.ours({ method: linkTo('/methodology'), coverage })}</p></div></section>
${renderCitation({
  line: citeState(statistics, baseUrl),
  fictional: statistics.fictional,
  language,
  next: html`${t.nameDay}`,
  links: renderFiles(language),
})}`;
}

function renderNotCovered({ covers }: StoredStatistics, language: Language): Html {
  const t = STATEWIDE[language];
  const read = new Set(covers.map(({ district }) => district));
  const missing = REGULATOR.districts.filter((district) => !read.has(district));
  return html`<ul>
${missing.length === 0 ? '' : html`<li>${t.districts({ list: missing.join(', ') })}</li>`}
<li>${t.restaurants}</li>
<li>${t.otherAgency({ agency: REGULATOR.otherAgency(language) })}</li>
<li>${t.illness}</li>
<li>${t.noCounty}</li>
</ul>`;
}

function renderFiles(language: Language): Html {
  const t = STATEWIDE[language];
  const chart = (name: string) => ({
    svg: linkTo(`/florida/charts/${name}.svg`),
    png: linkTo(`/florida/charts/${name}.png`),
  });
  const tables = t.tables({
    counties: linkTo('/florida/counties.csv'),
    months: linkTo('/florida/months.csv'),
    all: linkTo('/api/v1/stats/florida'),
  });
  return html`
<ul class="links">
<li>${tables}</li>
<li>${t.gradesForPrint(chart('grades'))}</li>
<li>${t.monthsForPrint(chart('months'))}</li>
</ul>`;
}

function renderFacts(
  { vendors, grades, violation_rates: rates }: StoredStatistics,
  isAnyRead: boolean,
  language: Language,
): Html {
  const t = STATEWIDE[language];
  const inspected = isAnyRead || rates.inspected_12m > 0 ? rates.inspected_12m : null;
  return html`<dl class="facts">
${renderFact(t.onRecord, vendors.total)}
${renderFact(t.current, vendors.current)}
${renderFact(COUNTY[language].withLetter, countGraded(grades))}
${renderFact(COUNTY[language].inspected, inspected)}
</dl>
<details class="behind"><summary>${t.states}</summary>
${renderLicenseStates(vendors, language)}</details>`;
}

function countGraded({ A, B, C, D, F }: StoredStatistics['grades']): number {
  return A + B + C + D + F;
}

/**
 * Renders vendors by license status. Each vendor has exactly one status, so the counts add up to the total.
 */
function renderLicenseStates(vendors: StoredStatistics['vendors'], language: Language): Html {
  const t = STATEWIDE[language];
  const states = [
    [t.current, vendors.current],
    [t.delinquent, vendors.delinquent],
    [t.notOnFile, vendors.not_on_file],
    [t.givenUp, vendors.relinquished],
    [t.changing, vendors.transfer_pending],
    [t.unknown, vendors.license_unknown],
  ] as const;
  const row = (name: string, count: number) =>
    html`<tr><th scope="row">${name}</th><td class="amount">${count.toLocaleString('en-US')}</td></tr>`;
  return html`<table class="list license-states"><caption>${t.states}</caption>
<thead><tr><th scope="col">${t.state}</th><th scope="col" class="amount">${CITE[language].vendors}</th></tr></thead>
<tbody>${states.map(([name, count]) => row(name, count))}</tbody>
<tfoot>${row(t.allStates, vendors.total)}</tfoot></table>
<p class="small">${t.confirmed({ count: vendors.confirmed })}</p>
${vendors.no_license_file > 0 ? html`<p class="small">${t.noFile({ count: vendors.no_license_file })}</p>` : ''}`;
}

function renderFact(name: string, value: number | null): Html {
  return html`<div><dt>${name}</dt><dd>${value?.toLocaleString('en-US') ?? '–'}</dd></div>`;
}

function renderGrades({ grades }: StoredStatistics, language: Language): Html {
  const t = STATE_CHARTS[language];
  const rows = gradeRows(grades, language);
  return html`<p>${CITE[language].graded({ count: countGraded(grades) })}</p>
${renderBars(rows, {
  id: 'grades',
  title: t.byGrade,
  description: t.byGradeShows({ list: rows.map(({ label, text }) => `${label} ${text}`).join('; ') }),
  columns: [CITE[language].grade, CITE[language].vendors],
  language,
})}`;
}

function renderRates(rates: StoredStatistics['violation_rates'], language: Language): Html {
  const t = STATE_CHARTS[language];
  const year = [
    [t.any, rates.any_12m],
    [t.high, rates.high_priority_12m],
    [t.closure, rates.emergency_order_12m],
  ] as const;
  const threeYears = [
    [t.any, rates.any_36m],
    [t.high, rates.high_priority_36m],
    [t.closure, rates.emergency_order_36m],
  ] as const;
  const count = (inspected: number) => ({ count: inspected.toLocaleString('en-US') });
  return html`<p>${t.rates}</p>
${renderRateBars('rates-year', t.year(count(rates.inspected_12m)), year, language)}
${renderRateBars('rates-three-years', t.threeYears(count(rates.inspected_36m)), threeYears, language)}`;
}

function renderRateBars(
  id: string,
  title: string,
  rates: readonly (readonly [label: string, share: number | null])[],
  language: Language,
): Html {
  const t = STATE_CHARTS[language];
  const rows = rates.map(([label, share]) => ({ label, value: share ?? 0, text: percent(share) }));
  const description = rows.map(({ label, text }) => `${label}: ${text}`).join('; ');
  // Both charts have the same row labels and differ only in their titles and values.
  return html`<h3>${title}</h3>
${renderBars(rows, { id, title, description, columns: [t.finding, t.share], max: 1, language })}`;
}

/**
 * Returns the counties. If no inspection file covers the past year, the number of inspected vendors in a
 * county is unknown and therefore null.
 */
function countiesOf(statistics: StoredStatistics) {
  return statistics.by_county.map((county) => ({
    ...county,
    inspected_12m: findInspected(statistics, county.county),
  }));
}

/**
 * Renders inspections by month. A month that no inspection file covers has no number, because the number is
 * unknown rather than 0.
 */
function renderMonths({ by_month: months, covers }: StoredStatistics, language: Language): Html {
  const t = STATE_CHARTS[language];
  const isRead = (month: string) => coversMonth(covers, month);
  const figure = (month: string, count: number) => (isRead(month) ? count.toLocaleString('en-US') : '–');
  const isGap = months.some(({ month }) => !isRead(month));
  const rows = months.slice(-MONTHS_SHOWN).map(({ month, inspections }) => ({
    label: monthName(month, language),
    short: MONTHS_SHORT[language].format(new Date(`${month}-01`)),
    value: isRead(month) ? inspections : 0,
    text: figure(month, inspections),
  }));
  const chart = renderColumns(rows, {
    id: 'months',
    title: t.months({ count: rows.length }),
    description: t.monthsShow,
    columns: [t.month, t.inspections],
    language,
  });
  const lines = [...months]
    .reverse()
    .map(
      (entry) =>
        html`<tr><th scope="row">${monthName(entry.month, language)}</th><td class="amount">${figure(entry.month, entry.inspections)}</td><td class="amount">${figure(entry.month, entry.with_high_priority)}</td><td class="amount">${figure(entry.month, entry.emergency_orders)}</td></tr>`,
    );
  return html`${isGap ? html`<p>${t.dash}</p>` : ''}${chart}
<details><summary>${t.allMonthsShow({ count: months.length })}</summary>
<div class="wide" role="region" aria-label="${t.allMonths}" tabindex="0"><table class="list"><caption>${t.newestFirst}</caption>
<thead><tr><th scope="col">${t.month}</th><th scope="col" class="amount">${t.inspections}</th><th scope="col" class="amount">${t.withHigh}</th><th scope="col" class="amount">${t.closures}</th></tr></thead>
<tbody>
${joinHtml(lines, '\n')}
</tbody></table></div></details>`;
}

function monthName(month: string, language: Language): string {
  return MONTHS[language].format(new Date(`${month}-01`));
}
