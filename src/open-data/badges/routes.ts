import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type CachedAnswer, CachedAnswers } from '../../http/answers/cached-answers.ts';
import { sendCacheable } from '../../http/answers/send-cacheable.ts';
import { AppError } from '../../http/errors/errors.ts';
import { BareError, documented, NOT_MODIFIED, shownAs } from '../../http/schemas.ts';
import { ownBytes } from '../../lib/files/copy-bytes.ts';
import type { PublishedDb } from '../../platform/db/database.ts';
import type { ReadBody, RecordReader } from '../../records/read/record-reader-service.ts';
import { getRecord } from '../../records/read/service.ts';
import { type BadgeFacts, renderBadge, renderUnknownBadge } from './render-badge.ts';

/** Caches can serve a grade for at most five minutes after it changes. */
const MAX_AGE_SECONDS = 300;
const UNKNOWN_MAX_AGE = 'public, max-age=60';
const SVG_TYPE = 'image/svg+xml; charset=utf-8';

interface BadgeRoutesOptions {
  readonly published: PublishedDb;
  readonly records: RecordReader;
  readonly limits: { readonly BADGE: number };
}

/** The badge image (contract 2.9, 4.2): the letter grade or its replacement, never the score. */
export const badgeRoutes: FastifyPluginAsyncTypebox<BadgeRoutesOptions> = async (app, options) => {
  const rendered = new Map<string, CachedAnswer>();
  const badges = new CachedAnswers();
  const answerAnew = async (request: FastifyRequest, reply: FastifyReply, vendorId: string) => {
    const standing = await findStanding(options, vendorId);
    if (!standing)
      return reply
        .code(404)
        .header('cache-control', UNKNOWN_MAX_AGE)
        .type(SVG_TYPE)
        .send(await renderUnknownBadge());
    const badge = rendered.get(standing.body) ?? (await render(standing.body));
    rendered.set(standing.body, badge);
    return sendBadge(request, reply, badges.keep(standing.edition, vendorId, badge));
  };
  app.get(
    '/api/badge/:vendorId',
    {
      onRequest: app.rateLimit({ name: 'badge', perMinute: options.limits.BADGE }),
      schema: {
        operationId: 'getBadge',
        summary: 'Badge image',
        tags: ['vendors'],
        params: Type.Object({
          vendorId: Type.String({ ...shownAs({ format: 'uuid' }), description: 'a vendor id, a UUID.' }),
        }),
        response: {
          ...NOT_MODIFIED,
          200: documented('SVG with the letter grade.', 'image/svg+xml', Type.String()),
          404: {
            description: 'SVG that says so; for an id that is too long to be one, JSON.',
            content: {
              'image/svg+xml': { schema: Type.String() },
              'application/json': { schema: BareError },
            },
          },
        },
      },
    },
    (request, reply) => {
      const vendorId = request.params.vendorId.toLowerCase();
      const known = badges.find(options.records.edition(), vendorId);
      if (!known) return answerAnew(request, reply, vendorId);
      // Returns nothing, because Fastify treats a returned reply as a promise and watches the connection for
      // it.
      sendBadge(request, reply, known);
    },
  );
};

function sendBadge(request: FastifyRequest, reply: FastifyReply, badge: CachedAnswer): FastifyReply {
  return sendCacheable(request, reply, { ...badge, type: SVG_TYPE, maxAgeSeconds: MAX_AGE_SECONDS });
}

/**
 * Renders a badge. There are only as many badges as there are different standings, so all of them can be
 * cached.
 */
async function render(standing: string): Promise<CachedAnswer> {
  const body = ownBytes(await renderBadge(parseStanding(standing)));
  return { body, hash: createHash('sha1').update(body).digest('base64url') };
}

async function findStanding(
  { published, records }: BadgeRoutesOptions,
  vendorId: string,
): Promise<ReadBody | undefined> {
  try {
    return await getRecord(published, records, vendorId, 'standing');
  } catch (error) {
    if (error instanceof AppError && error.code === 'vendor_not_found') return undefined;
    throw error;
  }
}

/** Parses the text that the publication stored. */
function parseStanding(standing: string): BadgeFacts {
  const [grade, gradeStatus, fictional, oldSince] = standing.split('|');
  return {
    oldSince: oldSince ?? null,
    grade: (grade || null) as BadgeFacts['grade'],
    gradeStatus: gradeStatus as BadgeFacts['gradeStatus'],
    fictional: fictional === 'fictional',
  };
}
