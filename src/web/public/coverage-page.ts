import type { Coverage } from '../../intake/coverage/schemas.ts';
import { gatherProblems } from '../../intake/coverage/source-problems.ts';
import { joinWords, type Language } from '../../lib/language/language.ts';
import { countySlug } from '../../lib/text/county-slug.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { describeCovers } from '../../open-data/statistics/cite.ts';
import { coversAll, describeLoading, earliestReach, loadingOf } from '../../published-state/covers.ts';
import { OLD_AFTER_DAYS, recordsOld, TOO_OLD_AFTER_DAYS } from '../../published-state/records-age.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { renderPage } from '../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../kit/html.ts';
import { renderDay, renderMoment } from '../kit/render-dates.ts';
import { linkTo, strong } from '../kit/tags.ts';
import { COVERAGE, FILE_KINDS, SLOT } from './coverage-messages.ts';

/** Renders the regulator's files that the records come from, with the period, age and failures of each. */
export function renderCoverage(
  coverage: Coverage,
  options: { readonly today: IsoDate; readonly baseUrl: string; readonly language: Language },
): Html {
  const { today, baseUrl, language } = options;
  const t = COVERAGE[language];
  const main = html`<h1>${t.title}</h1>
${renderAnswer(coverage, language)}
<p>${t.lead({
    day: renderDay(coverage.as_of, language),
    covers: describeCovers(coverage.districts, language),
    published: renderMoment(coverage.published_at, language),
  })}</p>
${renderLoading(coverage, language)}<section class="part broad"><h2>${t.byDistrict}</h2><div>${renderDistricts(coverage, today, language)}</div></section>
<section class="part" id="missing"><h2>${t.missing}</h2><div>${renderMissing(coverage, language)}</div></section>
${renderDoubts(coverage, language)}
<section class="part broad"><h2>${t.inUse}</h2><div>${renderFiles(coverage, language)}</div></section>
<section class="part"><h2>${t.age}</h2><div>
<p>${t.ageText({ old: OLD_AFTER_DAYS, tooOld: TOO_OLD_AFTER_DAYS })}</p>
<p>${t.links({ data: linkTo('/api/v1/coverage'), statistics: linkTo('/florida'), method: linkTo('/methodology') })}</p></div></section>`;
  return renderPage({
    title: t.title,
    description: t.description({ regulator: REGULATOR.name }),
    language,
    canonical: `${baseUrl}/coverage`,
    fictional: coverage.fictional,
    main,
  });
}

/** Renders if the records are complete, and how recent they are. Renders nothing without a district. */
function renderAnswer(coverage: Coverage, language: Language): Html {
  const t = COVERAGE[language];
  const { districts } = coverage;
  const reach = earliestReach(districts);
  if (reach === undefined) return EMPTY_HTML;
  const day = renderDay(reach, language);
  const isWhole =
    coversAll(districts, REGULATOR.districts.length) &&
    districts.every(({ whole_year }) => whole_year) &&
    listMissing(coverage, language).length === 0;
  return html`<p class="lead">${isWhole ? t.complete({ strong, count: districts.length, day }) : t.notComplete({ strong, link: linkTo('#missing'), day })}</p>`;
}

function renderLoading({ districts }: Coverage, language: Language): Html {
  const loading = loadingOf(districts);
  return loading ? html`<p role="status">${describeLoading(loading, language)}</p>\n` : EMPTY_HTML;
}

function renderDistricts({ districts }: Coverage, today: IsoDate, language: Language): Html {
  const t = COVERAGE[language];
  if (districts.length === 0) return html`<p>${t.noDistrict}</p>`;
  const dayOf = (day: IsoDate) => renderDay(day, language);
  const rows = districts.map((each) => {
    const old = recordsOld(each.reach_to, today);
    const from = each.inspections_from;
    const to = each.inspections_to;
    const day = dayOf(each.reach_to);
    const only = from === null ? t.licensesOnly : each.licenses_to === null ? t.inspectionsOnly : undefined;
    const reach = only ? html`${only({ day })}` : day;
    return [
      html`${t.districtNumber({ district: each.district })}`,
      html`${each.vendors.toLocaleString('en-US')}`,
      html`${each.licenses_to === null ? t.none : t.to({ day: dayOf(each.licenses_to) })}`,
      html`${from === null || to === null ? t.none : t.fromTo({ from: dayOf(from), to: dayOf(to) })}`,
      html`${each.whole_year ? t.whole : t.notWhole}`,
      old ? html`<strong>${t.old({ day: reach, count: old.days })}</strong>` : reach,
    ];
  });
  const columns = [t.district, t.vendors, t.licenses, t.inspections, t.lastYear, t.reach];
  const isWhole = districts.every(({ whole_year }) => whole_year);
  return renderTable(t.districtCaption, columns, rows, isWhole ? 'districts whole' : 'districts');
}

function renderFiles({ files, first_license_files }: Coverage, language: Language): Html {
  const t = COVERAGE[language];
  const first = new Set(first_license_files);
  const rows = files.map(({ name, kind, slot, district, file_date, rows: counts, read_at }) => [
    html`${name}${first.has(slot) ? html`<br><span class="small">${t.firstFile}</span>` : ''}`,
    html`${kindName(kind, language) ?? kind.replaceAll('_', ' ')}`,
    html`${district ?? t.all}`,
    file_date === null ? html`${t.notDated}` : renderDay(file_date, language),
    html`${counts.kept.toLocaleString('en-US')}`,
    html`${counts.refused.toLocaleString('en-US')}`,
    renderMoment(read_at, language),
  ]);
  const columns = [t.file, t.kind, t.district, t.reaches, t.kept, t.refused, t.read];
  if (rows.length === 0) return EMPTY_HTML;
  return html`<details class="behind"><summary>${t.showFiles({ count: rows.length })}</summary>${renderTable(t.filesCaption, columns, rows)}</details>${files.some(({ kind }) => kind === 'final_orders') ? html`<p class="small">${t.ordersUntested}</p>` : ''}`;
}

function renderMissing(coverage: Coverage, language: Language): Html {
  const items = listMissing(coverage, language);
  if (items.length === 0) return html`<p>${COVERAGE[language].nothing}</p>`;
  return html`<ul>${joinHtml(
    items.map((item) => html`<li>${item}</li>`),
    '\n',
  )}</ul>`;
}

function listMissing(coverage: Coverage, language: Language): Html[] {
  const { districts, held_back, not_refreshed, loading_files, not_published, missing, source, as_of } =
    coverage;
  const t = COVERAGE[language];
  const read = new Set(districts.map(({ district }) => district));
  const problems = gatherProblems(source);
  return [
    ...REGULATOR.districts
      .filter((district) => !read.has(district))
      .map((district) => html`${t.unknownDistrict({ district, counties: countiesOf(district) })}`),
    ...missing.map((slot) => html`${t.neverRead({ slot: slotText(slot, language) })}`),
    ...not_refreshed.map(({ slot, file_date, days }) => {
      const day = renderDay(file_date, language);
      const asOf = renderDay(as_of, language);
      return html`${t.outOfDate({ slot: slotText(slot, language), day, count: days, asOf })}`;
    }),
    ...held_back.map(
      ({ name, reason }) => html`${t.heldBack({ name, reason: inEnglish(reason, language) })}`,
    ),
    ...problems.map(
      ({ name, problem }) => html`${name}: ${inEnglish(`${problem.what} ${problem.records}`, language)}`,
    ),
    ...loading_files.map(
      ({ kind, files }) => html`${t.loadingFiles({ kind: kindName(kind, language) ?? kind, count: files })}`,
    ),
    ...not_published.map(
      ({ kind, periods }) =>
        html`${t.notPublished({ kind: kindName(kind, language) ?? kind, list: joinWords(periods, language) })}`,
    ),
  ];
}

/** Renders a sentence for each doubt about a file in use, or nothing if there are no doubts. */
function renderDoubts({ files }: Coverage, language: Language): Html {
  const t = COVERAGE[language];
  const items = files.flatMap(({ name, doubts }) =>
    doubts.map(({ text }) => html`<li>${name}: ${inEnglish(`${text}.`, language)}</li>`),
  );
  if (items.length === 0) return EMPTY_HTML;
  return html`<section class="part"><h2>${t.doubts}</h2><div><p>${t.doubtsText({ regulator: REGULATOR.shortName })}</p>
<ul>${joinHtml(items, '\n')}</ul></div></section>`;
}

/** Marks stored text as English. It was written when a file was read or found to be missing. */
function inEnglish(text: string, language: Language): Html {
  return language === 'en' ? html`${text}` : html`<span lang="en">${text}</span>`;
}

function countiesOf(district: number): Html {
  const counties = REGULATOR.counties.filter((county) => county.district === district);
  return joinHtml(
    counties.map(({ name }) => html`<a href="/florida/${countySlug(name)}">${name}</a>`),
    ', ',
  );
}

/**
 * Returns a slot in words. For example, `inspections:district-6:2017-18` becomes "inspections, district 6,
 * 2017-18".
 */
function slotText(slot: string, language: Language): string {
  const t = SLOT[language];
  const parts = slot.split(':').map((part) => {
    const number = /^district-(\d+)$/.exec(part)?.[1];
    if (number !== undefined) return t.district({ number });
    if (part === 'statewide') return t.statewide;
    return kindName(part, language) ?? part.replaceAll(/(?<!\d)-|-(?!\d)|_/g, ' ');
  });
  return parts.join(', ');
}

function kindName(kind: string, language: Language): string | undefined {
  const names: Readonly<Record<string, string>> = FILE_KINDS[language];
  return Object.hasOwn(names, kind) ? names[kind] : undefined;
}

function renderTable(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Html[])[],
  look = 'stacked',
): Html {
  if (rows.length === 0) return EMPTY_HTML;
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const body = rows.map(([first, ...others]) => {
    const cells = others.map(
      (cell, index) => html`<td data-label="${columns[index + 1] ?? ''}">${cell}</td>`,
    );
    return html`<tr><th scope="row">${first ?? ''}</th>${cells}</tr>`;
  });
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table class="list ${look}"><caption>${caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${joinHtml(body, '\n')}
</tbody></table></div>`;
}
