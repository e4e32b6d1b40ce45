import type { FastifyPluginAsync, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import { parseStored } from '../../../lib/stored-json.ts';
import type { RenderPng } from '../../../platform/raster.ts';
import { notReady } from '../../../published-state/service.ts';
import type { StoredStatistics } from '../../../records/statistics/schemas.ts';
import { FOR_ANYONE, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { SHARED_FILE_HEADERS, sendImage } from '../../kit/send-image.ts';
import { findCountyName, findCountyRecord, noCounty } from './county-names.ts';
import { renderCounty } from './county-page.ts';
import { countiesCsv, monthsCsv } from './csv-files.ts';
import { countyChart, monthsChart, statewideGradesChart } from './press-charts.ts';

interface CitingPagesOptions {
  /** Finds the published statistics as JSON text. Returns undefined before the first publication. */
  readonly findStatistics: () => Promise<string | undefined>;
  readonly renderPng: RenderPng;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
  /** The rate limit for images. Images are counted separately because each may have to be drawn. */
  readonly imageLimit: onRequestAsyncHookHandler[];
}

const CSV_SECONDS_MAX = 300;
/** Wide enough to look sharp in print across two columns. */
const CHART_PIXELS = 1_920;

/** Pages and files to cite: one page per county, tables and charts. */
export const citingPages: FastifyPluginAsync<CitingPagesOptions> = async (app, options) => {
  const { baseUrl, limit, imageLimit, renderPng } = options;
  preparePages(app);
  const schema = { hide: true };
  const statistics = async (): Promise<StoredStatistics> => {
    const text = await options.findStatistics();
    if (text === undefined) throw notReady();
    return parseStored<StoredStatistics>(text);
  };

  app.get<{ Params: { county: string } }>(
    '/florida/:county',
    { schema, config: TRANSLATED, onRequest: limit },
    async (request, reply) => {
      const found = countyOf(await statistics(), request.params.county);
      return sendPage(
        reply,
        200,
        renderCounty(found.county, { ...found, baseUrl, language: languageOf(request) }),
        FOR_ANYONE,
      );
    },
  );

  for (const [address, make] of [
    ['/florida/counties.csv', countiesCsv],
    ['/florida/months.csv', monthsCsv],
  ] as const)
    app.get(address, { schema, onRequest: limit }, async (request, reply) =>
      sendCsv(request, reply, make(await statistics(), baseUrl), address),
    );

  const charts: readonly (readonly [name: string, make: typeof monthsChart])[] = [
    ['grades', statewideGradesChart],
    ['months', monthsChart],
  ];
  const forChart = { schema, onRequest: imageLimit };
  const png = { render: renderPng, width: CHART_PIXELS };
  for (const [name, make] of charts) {
    const draw = async () => make(await statistics(), baseUrl).toString();
    app.get(`/florida/charts/${name}.svg`, forChart, async (request, reply) =>
      sendImage(request, reply, { svg: await draw() }),
    );
    app.get(`/florida/charts/${name}.png`, forChart, async (request, reply) =>
      sendImage(request, reply, { svg: await draw(), png }),
    );
  }
  const drawCounty = async (slug: string) => {
    const found = countyOf(await statistics(), slug);
    return countyChart(found.county, found.statistics, `${baseUrl}/florida/${slug}`).toString();
  };
  app.get<{ Params: { county: string } }>('/florida/charts/:county.svg', forChart, async (request, reply) =>
    sendImage(request, reply, { svg: await drawCounty(request.params.county) }),
  );
  app.get<{ Params: { county: string } }>('/florida/charts/:county.png', forChart, async (request, reply) =>
    sendImage(request, reply, { svg: await drawCounty(request.params.county), png }),
  );
};

function countyOf(statistics: StoredStatistics, slug: string) {
  const name = findCountyName(slug);
  const county = name === undefined ? undefined : findCountyRecord(statistics, name);
  if (!county) throw noCounty();
  return { county, statistics };
}

function sendCsv(request: FastifyRequest, reply: FastifyReply, body: string, address: string): FastifyReply {
  const name = address.split('/').at(-1);
  reply.headers({ ...SHARED_FILE_HEADERS, 'content-disposition': `attachment; filename="${name}"` });
  return sendCacheable(request, reply, {
    body,
    type: 'text/csv; charset=utf-8',
    maxAgeSeconds: CSV_SECONDS_MAX,
  });
}
