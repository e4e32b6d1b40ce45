import type { FastifyInstance } from 'fastify';
import { settledWithin } from '../../lib/settled-within.ts';
import { type AgeNotice, renderAgeNotice } from './age-notice.ts';
import { NOTICE_PLACE } from './page.ts';

/** How long a page waits for the look-up; after that it goes out with what was known last. */
const WAIT_MS = 500;

/**
 * Puts the notice at the head of every page as it is sent, error pages and kept pages too: it follows the clock, so no page
 * holds it.
 */
export function addAgeNotice(app: FastifyInstance, find: () => Promise<AgeNotice | undefined>): void {
  let known: AgeNotice | undefined;
  let isFailing = false;
  app.addHook('onSend', async (request, reply, payload) => {
    const type = reply.getHeader('content-type');
    const isPage = typeof type === 'string' && type.startsWith('text/html');
    if (!isPage || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
    const asked = find().then(
      (notice) => {
        known = notice;
        isFailing = false;
      },
      (error: unknown) => {
        // The page must not fail over this; what was known last still holds.
        if (!isFailing) request.log.warn({ err: error }, 'could not look how old the records are');
        isFailing = true;
      },
    );
    await settledWithin(asked, WAIT_MS);
    return known
      ? payload.toString().replace(NOTICE_PLACE, `${NOTICE_PLACE}\n${renderAgeNotice(known)}`)
      : payload;
  });
}
