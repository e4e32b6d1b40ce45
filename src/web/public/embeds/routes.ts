import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { sendCacheable } from '../../../http/answers/send-cacheable.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { describeInstant } from '../../../lib/time/zoned-time.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import type { PublishedDb } from '../../../platform/db/database.ts';
import type { RenderPng } from '../../../platform/raster.ts';
import type { RecordReader } from '../../../records/read/record-reader-service.ts';
import { getRecord } from '../../../records/read/service.ts';
import { queryOf } from '../../kit/forms/forms.ts';
import type { Html } from '../../kit/html.ts';
import { sendImage } from '../../kit/send-image.ts';
import { parseRecord } from '../record/parse-record.ts';
import { type CardFacts, cardFactsOf } from './card-facts.ts';
import { CARD_HEADERS, renderCard, renderNoCard } from './card-page.ts';
import { oembedOf, readOembed } from './oembed.ts';
import { eventImage, homeImage, SHARE_SIZE, vendorImage } from './share-images.ts';

interface EmbedRoutesOptions {
  readonly published: PublishedDb;
  readonly records: RecordReader;
  readonly findPublicEvent: (id: string) => Promise<StoredEvent | undefined>;
  /** Returns undefined before the first publication. */
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly renderPng: RenderPng;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
  /** The rate limit for images. Images are counted separately because each may have to be drawn. */
  readonly imageLimit: onRequestAsyncHookHandler[];
}

/** Kept short, so that other sites do not keep showing an outdated record. */
const CARD_SECONDS_MAX = 60;
const STYLE_SECONDS_MAX = 3_600;

/**
 * Content for other sites: cards in frames, oEmbed descriptions of the cards, and preview images for links.
 */
export const embedRoutes: FastifyPluginAsync<EmbedRoutesOptions> = async (app, options) => {
  const { baseUrl, limit, imageLimit, renderPng, isFictional } = options;
  const forCards = { schema: { hide: true }, onRequest: limit };
  const forImages = { schema: { hide: true }, onRequest: imageLimit };
  const style = readFileSync(new URL('../../kit/styles/embed.css', import.meta.url));
  const png = { render: renderPng, width: SHARE_SIZE.width };
  const factsOf = async (id: string): Promise<CardFacts> => {
    const record = await getRecord(options.published, options.records, id.toLowerCase(), 'scorecard');
    return cardFactsOf(parseRecord(record.body));
  };

  app.get('/assets/embed.css', forCards, async (request, reply) =>
    // The frame is sandboxed, so even its own style sheet counts as cross-origin.
    sendCacheable(request, reply.header('cross-origin-resource-policy', 'cross-origin'), {
      body: style,
      type: 'text/css; charset=utf-8',
      maxAgeSeconds: STYLE_SECONDS_MAX,
    }),
  );

  app.get<{ Params: { id: string } }>('/embed/:id', forCards, async (request, reply) => {
    const { 'content-type': type, ...headers } = CARD_HEADERS;
    const facts = await factsOf(request.params.id).catch(asUnknown);
    if (!facts) return sendCard(reply, 404, renderNoCard(baseUrl));
    const body = renderCard(facts, `${baseUrl}/vendor/${request.params.id.toLowerCase()}`).toString();
    return sendCacheable(request, reply.headers(headers), { body, type, maxAgeSeconds: CARD_SECONDS_MAX });
  });

  app.get('/oembed', forCards, async (request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    const asked = readOembed(queryOf(request), baseUrl);
    const body = oembedOf(await factsOf(asked.vendorId), asked, baseUrl);
    return sendCacheable(request, reply, { body, maxAgeSeconds: CARD_SECONDS_MAX });
  });

  app.get('/og/home.png', forImages, async (request, reply) =>
    sendImage(request, reply, { svg: homeImage((await isFictional()) !== false).toString(), png }),
  );
  app.get<{ Params: { id: string } }>('/og/vendor/:id.png', forImages, async (request, reply) =>
    sendImage(request, reply, { svg: vendorImage(await factsOf(request.params.id)).toString(), png }),
  );
  app.get<{ Params: { id: string } }>('/og/events/:id.png', forImages, async (request, reply) => {
    const event = await options.findPublicEvent(request.params.id);
    if (!event) throw new AppError('not_found', 'There is no such event.');
    const { name, starts_at, timezone, city, county, status } = event;
    const shown = {
      name,
      when: describeInstant(starts_at, timezone),
      where: [city, county && `${county} County`].filter(Boolean).join(', '),
      isCancelled: status === 'Cancelled',
    };
    return sendImage(request, reply, {
      svg: eventImage(shown, (await isFictional()) !== false).toString(),
      png,
    });
  });
};

function asUnknown(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'vendor_not_found') return undefined;
  throw error;
}

function sendCard(reply: FastifyReply, status: number, card: Html): FastifyReply {
  return reply
    .code(status)
    .headers({ ...CARD_HEADERS, 'cache-control': 'no-store' })
    .send(card.toString());
}
