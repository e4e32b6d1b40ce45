import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { Language } from '../../../lib/language/language.ts';
import { inLanguage } from '../../../lib/language/language-address.ts';
import type { Closures } from '../../../open-data/closures/service.ts';
import { FOR_ANYONE, queryOf, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { getCountyName } from '../citing/county-names.ts';
import { CLOSURES_ADDRESS } from './closures-address.ts';
import { type ClosuresOptions, renderClosures, renderClosuresFeed } from './closures-page.ts';

interface ClosuresPagesOptions {
  readonly readClosures: () => Promise<Closures>;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
}

const FEED_SECONDS_MAX = 3_600;

/** The businesses closed in recent months, as a page and as a feed, for the state and for each county. */
export const closuresPages: FastifyPluginAsync<ClosuresPagesOptions> = async (app, options) => {
  const { readClosures, baseUrl, limit } = options;
  preparePages(app);
  const translated = { schema: { hide: true }, config: TRANSLATED, onRequest: limit };
  const optionsFor = (slug: string | undefined, language: Language): ClosuresOptions => ({
    baseUrl,
    language,
    county: slug === undefined ? undefined : getCountyName(slug),
  });

  app.get(CLOSURES_ADDRESS, translated, async (request, reply) => {
    const slug = queryOf(request).get('county');
    const language = languageOf(request);
    if (slug)
      return reply.redirect(inLanguage(`${CLOSURES_ADDRESS}/${encodeURIComponent(slug)}`, language), 303);
    const page = renderClosures(await readClosures(), optionsFor(undefined, language));
    return sendPage(reply, 200, page, FOR_ANYONE);
  });
  app.get<{ Params: { county: string } }>(
    `${CLOSURES_ADDRESS}/:county`,
    translated,
    async (request, reply) => {
      const of = optionsFor(request.params.county, languageOf(request));
      return sendPage(reply, 200, renderClosures(await readClosures(), of), FOR_ANYONE);
    },
  );

  const feed = async (slug: string | undefined, language: Language) => ({
    body: renderClosuresFeed(await readClosures(), optionsFor(slug, language)).toString(),
    type: 'application/rss+xml; charset=utf-8',
    maxAgeSeconds: FEED_SECONDS_MAX,
  });
  app.get(`${CLOSURES_ADDRESS}.rss`, translated, async (request, reply) =>
    sendCacheable(request, reply, await feed(undefined, languageOf(request))),
  );
  app.get<{ Params: { county: string } }>(
    `${CLOSURES_ADDRESS}/:county.rss`,
    translated,
    async (request, reply) =>
      sendCacheable(request, reply, await feed(request.params.county, languageOf(request))),
  );
};
