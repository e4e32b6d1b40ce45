import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyPluginAsync } from 'fastify';
import { sendCacheable } from '../../http/answers/send-cacheable.ts';
import { languageOf, TRANSLATED } from '../../http/input/choose-language.ts';
import { ownBytes } from '../../lib/files/copy-bytes.ts';
import { inEach, type Language } from '../../lib/language/language.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { PublishedDb } from '../../platform/db/database.ts';
import { getPublishedState } from '../../published-state/service.ts';
import type { VendorFilters } from '../../records/record/filters.ts';
import type { Finder } from '../../search/find/finder.ts';
import { PAGE_HEADERS } from '../kit/frame/render-page.ts';
import { readStyles, stylesAddress } from '../kit/styles-service.ts';
import { renderHome } from './home-page.ts';
import { parseRow, type ShownRow } from './record/result-row.ts';

/** A ticket with a check mark on it. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0b5c6b"/>' +
  '<path d="M8 17l6 6 11-13" fill="none" stroke="#fff" stroke-width="4"/></svg>';

/** The address of a font contains its version, so browsers can cache the font permanently. */
const FONT_PACKAGE = '@fontsource-variable/public-sans';
const FONTS = ['latin', 'latin-ext'];
const FOREVER_SECONDS = 31_536_000;

/**
 * One sample of each kind: no reason against booking, not enough record, and strong reasons against booking.
 */
const SAMPLES: readonly VendorFilters[] = [
  { grade: 'A', verdict: 'CLEAR' },
  { grade: 'insufficient_record', verdict: 'REVIEW' },
  { grade: 'F', verdict: 'DECLINE' },
];

async function findSamples(finder: Pick<Finder, 'search'>): Promise<ShownRow[]> {
  const found = await Promise.all(
    SAMPLES.map((filters) => finder.search({ q: '', city: '', filters, limit: 1, offset: 0 })),
  );
  return found.flatMap(({ rows }) => rows.map(parseRow));
}

/** The home page, and the assets that every page needs. */
export const webRoutes: FastifyPluginAsync<{
  readonly published: PublishedDb;
  readonly finder: Pick<Finder, 'search'>;
  /** Returns the current date. Verdicts depend on it. */
  readonly today: () => IsoDate;
  /**
   * Returns the current publication's version, which may be slightly out of date. Returns undefined before
   * the first publication.
   */
  readonly findVersion: () => Promise<number | undefined>;
  readonly baseUrl: string;
  readonly limits: { readonly PAGE: number };
}> = async (app, options) => {
  const perMinute = options.limits.PAGE;
  const schema = { hide: true };
  const forPages = { schema, onRequest: app.rateLimit({ name: 'home', perMinute }) };
  const forAssets = { schema, onRequest: app.rateLimit({ name: 'assets', perMinute }) };
  const styles = readStyles();

  /** The home page in each language, and the publication that it was rendered from. */
  let made:
    | {
        readonly version: number;
        readonly day: IsoDate;
        readonly pages: Readonly<Record<Language, Buffer>>;
      }
    | undefined;
  const homePage = async (language: Language): Promise<Buffer> => {
    const version = await options.findVersion();
    const day = options.today();
    if (made && made.version === version && made.day === day) return made.pages[language];
    const state = await getPublishedState(options.published);
    const samples = await findSamples(options.finder);
    const pages = inEach((each) => ownBytes(renderHome(state, samples, options.baseUrl, each).toString()));
    made = { version: state.version, day, pages };
    return pages[language];
  };

  app.get('/', { ...forPages, config: TRANSLATED }, async (request, reply) => {
    return reply
      .headers(PAGE_HEADERS)
      .header('cache-control', 'no-cache')
      .send(await homePage(languageOf(request)));
  });

  // Browsers request this icon for pages that do not link to one, such as API responses.
  const favicon = readFileSync(new URL('./assets/favicon.ico', import.meta.url));
  app.get('/favicon.ico', forAssets, async (request, reply) =>
    sendCacheable(request, reply, { body: favicon, type: 'image/x-icon', maxAgeSeconds: 86_400 }),
  );

  app.get('/assets/icon.svg', forAssets, async (request, reply) =>
    sendCacheable(request, reply, {
      body: ICON,
      type: 'image/svg+xml; charset=utf-8',
      maxAgeSeconds: 86_400,
    }),
  );

  for (const name of ['copy.js', 'documents.js']) {
    const body = readFileSync(new URL(`./assets/${name}`, import.meta.url));
    app.get(`/assets/${name}`, forAssets, async (request, reply) =>
      sendCacheable(request, reply, {
        body,
        type: 'text/javascript; charset=utf-8',
        maxAgeSeconds: 3_600,
      }),
    );
  }

  const require = createRequire(import.meta.url);
  const { version } = require(`${FONT_PACKAGE}/package.json`);
  for (const subset of FONTS) {
    const body = readFileSync(
      require.resolve(`${FONT_PACKAGE}/files/public-sans-${subset}-wght-normal.woff2`),
    );
    app.get(`/assets/fonts/public-sans-${version}-${subset}.woff2`, forAssets, async (request, reply) =>
      sendCacheable(request, reply, {
        body,
        type: 'font/woff2',
        maxAgeSeconds: FOREVER_SECONDS,
        immutable: true,
      }),
    );
  }

  const type = 'text/css; charset=utf-8';
  app.get('/assets/site.css', forAssets, async (request, reply) =>
    sendCacheable(request, reply, { body: styles.body, type, maxAgeSeconds: 3_600 }),
  );
  // During an upgrade, pages from the other version request their own styles. They get the current styles
  // instead, which must not be cached.
  app.get<{ Params: { version: string } }>(stylesAddress(':version'), forAssets, async (request, reply) => {
    const isThis = request.params.version === styles.version;
    const kept = isThis
      ? ({ maxAgeSeconds: FOREVER_SECONDS, immutable: true } as const)
      : { maxAgeSeconds: 0 };
    return sendCacheable(request, reply, { body: styles.body, type, ...kept });
  });
};
