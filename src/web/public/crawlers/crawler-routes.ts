import type { FastifyPluginAsync } from 'fastify';
import { EVENT_TYPES } from '../../../decisions/decide/schemas.ts';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { countySlug } from '../../../lib/text/county-slug.ts';
import type { PublishedDb } from '../../../platform/db/database.ts';
import { countParts, listPart } from '../../../records/read/vendor-list-service.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { AgeNotice } from '../../kit/frame/age-notice.ts';
import { renderLlms, renderRobots, renderSitemap, renderSitemapIndex } from './crawler-texts.ts';

interface CrawlerRoutesOptions {
  readonly published: PublishedDb;
  readonly baseUrl: string;
  readonly limits: { readonly IDENTITY: number };
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly findAgeNotice?: () => Promise<AgeNotice | undefined>;
}

const MAX_AGE_SECONDS = 3_600;
const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

/** Files for crawlers. Vendors are listed only if the records are real. */
export const crawlerRoutes: FastifyPluginAsync<CrawlerRoutesOptions> = async (app, options) => {
  const { published, baseUrl, limits } = options;
  const onRequest = app.rateLimit({ name: 'crawlers', perMinute: limits.IDENTITY });
  const route = { schema: { hide: true }, onRequest };
  const isReal = async () => (await options.isFictional()) === false;

  app.get('/sitemap.xml', route, async (request, reply) => {
    const parts = (await isReal()) ? await countParts(published) : 0;
    const body = renderSitemapIndex(baseUrl, parts).toString();
    return sendCacheable(request, reply, { body, type: XML, maxAgeSeconds: MAX_AGE_SECONDS });
  });

  const listed = (path: string, at = path) => ({ path, isTranslated: app.isTranslatedAt?.(at) === true });
  app.get('/sitemaps/pages.xml', route, async (request, reply) => {
    // County pages exist from the first publication on.
    const counties = (await options.isFictional()) === undefined ? [] : COUNTY_PAGES;
    const pages = [
      ...STATIC_PAGES.map((path) => listed(path)),
      ...CHECKLIST_PAGES.map((path) => listed(path, '/checklists/:type')),
      ...counties.map((path) => listed(path, '/florida/:county')),
    ];
    const body = renderSitemap(pages, baseUrl).toString();
    return sendCacheable(request, reply, { body, type: XML, maxAgeSeconds: MAX_AGE_SECONDS });
  });

  app.get<{ Params: { part: string } }>('/sitemaps/vendors-:part.xml', route, async (request, reply) => {
    const part = /^[1-9]\d{0,4}$/.test(request.params.part) ? Number(request.params.part) : 0;
    const ids = part > 0 && (await isReal()) ? await listPart(published, part) : [];
    if (ids.length === 0) throw new AppError('not_found', 'There is no such part of the site map.');
    const vendors = ids.map((id) => listed(`/vendor/${id}`, '/vendor/:id'));
    const body = renderSitemap(vendors, baseUrl).toString();
    return sendCacheable(request, reply, { body, type: XML, maxAgeSeconds: MAX_AGE_SECONDS });
  });

  app.get('/robots.txt', route, async (request, reply) => {
    const body = renderRobots(baseUrl, await isReal());
    return sendCacheable(request, reply, { body, type: TEXT, maxAgeSeconds: MAX_AGE_SECONDS });
  });

  app.get('/llms.txt', route, async (request, reply) => {
    const body = renderLlms(baseUrl, await isReal(), await options.findAgeNotice?.());
    return sendCacheable(request, reply, { body, type: TEXT, maxAgeSeconds: MAX_AGE_SECONDS });
  });
};

/** The pages that do not need records. */
const STATIC_PAGES: readonly string[] = [
  '/',
  '/search',
  '/check',
  '/check/list',
  '/verify',
  '/proof',
  '/claim',
  '/for-organizers',
  '/for-vendors',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/events',
  '/florida',
  '/coverage',
  '/data',
  '/data/dictionary',
  '/methodology',
  '/docs',
  '/docs/start',
  '/docs/concepts',
  '/docs/endpoints',
  '/docs/errors',
  '/docs/receipts',
  '/docs/changes',
  '/docs/webhooks',
  '/docs/agents',
  '/docs/limits',
  '/docs/changelog',
];
const CHECKLIST_PAGES = EVENT_TYPES.map((type) => `/checklists/${type}`);
const COUNTY_PAGES = [
  '/florida/closures',
  ...REGULATOR.counties.map(({ name }) => `/florida/${countySlug(name)}`).sort(),
];
