import type { Language } from '../../../lib/language/language.ts';
import { LOCALES } from '../../../lib/language/language.ts';
import type { Format } from '../../../open-data/files/file-formats.ts';
import type { DataManifest } from '../../../open-data/files/schemas.ts';
import { descriptionOf, TITLE } from '../../../open-data/files/sets/catalog.ts';
import { describeCovers } from '../../../open-data/statistics/cite.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay, renderMoment } from '../../kit/render-dates.ts';
import { code, linkTo, strong } from '../../kit/tags.ts';
import { DATA_FILES, TABLE_TITLES } from './messages.ts';

interface DataFilesPage {
  /** Undefined until the first set of files exists. */
  readonly manifest: DataManifest | undefined;
  readonly fictional: boolean | undefined;
  readonly baseUrl: string;
  readonly language: Language;
}

/**
 * Renders the newest set of files, with usage notes and the license. Search engines get the description as
 * microdata, because these pages must not contain scripts, and JSON-LD counts as one.
 */
export function renderDataFiles(options: DataFilesPage): Html {
  const { manifest, fictional, baseUrl, language } = options;
  const t = DATA_FILES[language];
  const main = manifest
    ? renderSet(manifest, options)
    : html`<h1>${t.title}</h1><p role="status">${t.none}</p>`;
  return renderPage({
    title: t.title,
    description: t.description({ state: REGULATOR.jurisdiction }),
    language,
    canonical: `${baseUrl}/data`,
    fictional: manifest?.fictional ?? fictional,
    main,
  });
}

function renderSet(manifest: DataManifest, options: DataFilesPage): Html {
  const { language, baseUrl } = options;
  const t = DATA_FILES[language];
  const { as_of, covers, published_at, fictional } = manifest;
  return html`<div itemscope itemtype="https://schema.org/Dataset">${renderMicrodata(manifest, baseUrl)}
<h1>${t.title}</h1>
<p class="lead">${t.lead({ day: renderDay(as_of, language), covers: describeCovers(covers, language) })}</p>
<section class="part broad"><h2>${t.files}</h2><div>${renderFiles(manifest, language)}
<p>${t.made({ moment: renderMoment(published_at, language) })}</p></div></section>
<section class="part"><h2>${t.read}</h2><div><ul>
<li>${t.unknown({ strong })}</li>
<li>${t.owners({ code })}</li>
<li>${t.disputes}</li>
<li>${t.privacy}</li>
<li>${t.csv}</li></ul>
<p>${t.dictionary({ dictionary: linkTo('/data/dictionary'), coverage: linkTo('/coverage') })}</p></div></section>
<section class="part" id="rights"><h2>${t.rights}</h2><div>
<h3>${t.records}</h3>
<p>${t.recordsText({ office: REGULATOR.office })}</p>
<h3>${t.judgment}</h3>
<p>${t.judgmentText({ method: linkTo('/methodology'), terms: linkTo('/terms') })}</p>
<p>${fictional ? html`<strong>${t.invented}</strong> ` : ''}${t.cite}: <span lang="en">${manifest.cite_as}</span></p></div></section>
<section class="part"><h2>${t.programs}</h2><div>
<p>${t.manifest({
    manifest: linkTo('/data/manifest.json'),
    dcat: linkTo('/data/catalog.jsonld'),
    schema: linkTo('/data/dataset.jsonld'),
  })}</p>
<p>${t.resume}</p>
<p>${t.example}</p>
<pre tabindex="0"><code>${exampleOf(manifest)}</code></pre></div></section>
<section class="part"><h2>${t.days}</h2><div>${renderDays(manifest, language)}</div></section></div>`;
}

function renderFiles({ tables, day }: DataManifest, language: Language): Html {
  const t = DATA_FILES[language];
  const rows = tables.map(({ name, rows: count, files }) => {
    const links = files.map(
      (file) =>
        html`<li itemprop="distribution" itemscope itemtype="https://schema.org/DataDownload"><a itemprop="contentUrl" href="/data/${day}/${file.name}" download>${FORMAT_NAMES[file.format]}<span class="visually-hidden">, ${TABLE_TITLES[language][name]}</span></a> <span itemprop="contentSize">${sizeOf(file.bytes, language)}</span><meta itemprop="encodingFormat" content="${file.media_type}"></li>`,
    );
    return html`<tr><th scope="row">${TABLE_TITLES[language][name]}</th><td>${count.toLocaleString(LOCALES[language])}</td><td><ul class="formats">${links}</ul></td></tr>`;
  });
  return html`<div class="wide" role="region" aria-label="${t.caption}" tabindex="0"><table class="list whole-words"><caption>${t.caption}</caption>
<thead><tr><th scope="col">${t.table}</th><th scope="col">${t.rows}</th><th scope="col">${t.files}</th></tr></thead>
<tbody>
${joinHtml(rows, '\n')}
</tbody></table></div>`;
}

const FORMAT_NAMES: Readonly<Record<Format, string>> = { ndjson: 'NDJSON', csv: 'CSV', parquet: 'Parquet' };

function renderDays({ days }: DataManifest, language: Language): Html {
  const items = days.map(
    ({ day }) => html`<li><a href="/data/${day}/manifest.json">${renderDay(day, language)}</a></li>`,
  );
  return html`<ul>${joinHtml(items, '\n')}</ul>`;
}

function renderMicrodata(manifest: DataManifest, baseUrl: string): Html {
  return html`<meta itemprop="name" content="${TITLE}"><meta itemprop="description" content="${descriptionOf(manifest)}"><meta itemprop="url" content="${baseUrl}/data"><meta itemprop="license" content="${baseUrl}/terms"><meta itemprop="dateModified" content="${manifest.published_at}"><meta itemprop="isAccessibleForFree" content="true"><span itemprop="creator" itemscope itemtype="https://schema.org/Organization"><meta itemprop="name" content="Vendor Compliance"><meta itemprop="url" content="${baseUrl}"></span>`;
}

/**
 * Returns an example SQL query that counts the newest scorecards by grade, reading them from this service.
 */
function exampleOf({ tables }: DataManifest): string {
  const files = tables.find(({ name }) => name === 'scorecards')?.files ?? [];
  const url = files.find(({ format }) => format === 'parquet')?.url ?? '';
  return `select grade, grade_status, count(*)\nfrom '${url}'\ngroup by all order by all;`;
}

function sizeOf(bytes: number, language: Language): string {
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString(LOCALES[language], { maximumFractionDigits: 1 })}\u00a0${unit}`;
}
