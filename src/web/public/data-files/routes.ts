import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Column } from '../../../open-data/files/file-columns.ts';
import { TABLES } from '../../../open-data/files/open-tables.ts';
import { rightsOf } from '../../../open-data/files/rights.ts';
import type { DataManifest } from '../../../open-data/files/schemas.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDataFiles } from './page.ts';

interface DataFilesPagesOptions {
  /** Undefined until the first set of files exists. */
  readonly findManifest: () => Promise<DataManifest | undefined>;
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
}

/** The page about the data files, and the data dictionary for them. */
export const dataFilesPages: FastifyPluginAsync<DataFilesPagesOptions> = async (app, options) => {
  const { findManifest, isFictional, baseUrl, limit } = options;
  const headers = { 'cache-control': 'no-cache' };
  const schema = { hide: true };
  preparePages(app);

  app.get('/data', { schema, config: TRANSLATED, onRequest: limit }, async (request, reply) => {
    const page = renderDataFiles({
      manifest: await findManifest(),
      fictional: await isFictional(),
      baseUrl,
      language: languageOf(request),
    });
    return sendPage(reply, 200, page, headers);
  });

  // People add a trailing slash because the address looks like a directory.
  app.get('/data/', { schema, onRequest: limit }, async (_request, reply) => reply.redirect('/data', 308));

  app.get('/data/dictionary', { schema, onRequest: limit }, async (_request, reply) =>
    sendPage(reply, 200, renderDictionary({ fictional: await isFictional(), baseUrl }), headers),
  );
};

const WHOSE: Readonly<Record<Column['origin'], string>> = {
  regulator: REGULATOR.shortName,
  counted: 'counted',
  ours: 'ours',
};

/**
 * Renders the meaning of each column in the data files. The descriptions come from the schemas used to write
 * the files.
 */
function renderDictionary({
  fictional,
  baseUrl,
}: {
  readonly fictional: boolean | undefined;
  readonly baseUrl: string;
}): Html {
  const rights = rightsOf(baseUrl);
  const main = html`<h1>What each column means</h1>
<p class="lead">The columns of the <a href="/data">files for download</a>, made from the schemas that they are written by.</p>
<section class="part"><h2>Whose word it is</h2><div><ul>
<li><strong>${WHOSE.regulator}:</strong> the regulator’s, as its files have it. ${rights.regulator_records}</li>
<li><strong>${WHOSE.counted}:</strong> counted or joined by a fixed rule from its records.</li>
<li><strong>${WHOSE.ours}:</strong> our judgment or wording. ${rights.our_judgment}</li></ul></div></section>
${TABLES.map(
  ({ name, description, key, columns }) => html`<section class="part broad" id="${name}"><h2>${name}</h2><div>
<p>${description} One row for each ${joinHtml(
    key.map((each) => html`<span class="code">${each}</span>`),
    ', ',
  )}.</p>
${renderColumns(name, columns)}</div></section>`,
)}`;
  return renderPage({
    title: 'What each column means',
    description: 'Name, type, source and meaning of every column of the data files.',
    canonical: `${baseUrl}/data/dictionary`,
    fictional,
    main,
  });
}

function renderColumns(table: string, columns: readonly Column[]): Html {
  const rows = columns.map(
    ({ name, type, nullable, origin, description, values }) =>
      html`<tr><th scope="row"><span class="code">${name}</span></th><td>${type}${nullable ? ', or empty' : ''}</td><td>${WHOSE[origin]}</td><td>${description}${values ? ` One of: ${values.join(', ')}.` : ''}</td></tr>`,
  );
  return html`<div class="wide" role="region" aria-label="Columns of ${table}" tabindex="0"><table class="list"><caption>Columns of ${table}</caption>
<thead><tr><th scope="col">Column</th><th scope="col">Type</th><th scope="col">Whose</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${joinHtml(rows, '\n')}
</tbody></table></div>`;
}
