import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { sendCacheable } from '../../http/caching.ts';
import { AppError } from '../../http/errors.ts';
import { rateLimit } from '../../http/rate-limits.ts';
import { documented } from '../../http/schemas.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SearchRow } from '../vendors/schemas.ts';
import { getRecord } from '../vendors/service.ts';
import { renderBadge, renderUnknownBadge } from './render.ts';

/** A grade may be shown by others for at most five minutes after it changed. */
const MAX_AGE_SECONDS = 300;
const SVG_TYPE = 'image/svg+xml; charset=utf-8';
const UNKNOWN_BADGE = renderUnknownBadge();

export interface BadgeRoutesOptions {
  readonly db: Db;
  readonly limits: { readonly BADGE: number };
}

/** The badge image (contract §2.9, §4.2): letter grade or what stands in its place, never the score. */
export const badgeRoutes: FastifyPluginAsyncTypebox<BadgeRoutesOptions> = async (app, { db, limits }) => {
  const rendered = new Map<string, string>();
  app.get(
    '/api/badge/:vendorId',
    {
      onRequest: rateLimit({ name: 'badge', perMinute: limits.BADGE }),
      schema: {
        summary: 'Badge image',
        tags: ['vendors'],
        params: Type.Object({ vendorId: Type.String({ description: 'a vendor id, a UUID.' }) }),
        response: {
          200: documented('SVG with the letter grade.', 'image/svg+xml', Type.String()),
          404: documented('SVG that says so.', 'image/svg+xml', Type.String()),
        },
      },
    },
    async (request, reply) => {
      const body = await findBadge(db, request.params.vendorId, rendered);
      if (body !== undefined)
        return sendCacheable(request, reply, { body, type: SVG_TYPE, maxAgeSeconds: MAX_AGE_SECONDS });
      return reply.code(404).header('cache-control', 'public, max-age=60').type(SVG_TYPE).send(UNKNOWN_BADGE);
    },
  );
};

async function findBadge(
  db: Db,
  vendorId: string,
  rendered: Map<string, string>,
): Promise<string | undefined> {
  try {
    const { body } = await getRecord(db, vendorId, 'summary');
    const { grade, grade_status: gradeStatus, fictional } = parseSummary(body);
    const key = `${grade}/${gradeStatus}/${fictional}`;
    const badge = rendered.get(key) ?? renderBadge({ grade, gradeStatus, fictional });
    rendered.set(key, badge);
    return badge;
  } catch (error) {
    if (error instanceof AppError && error.code === 'vendor_not_found') return undefined;
    throw error;
  }
}

/** What publication wrote, read back. */
function parseSummary(body: string): SearchRow {
  return JSON.parse(body) as SearchRow;
}
