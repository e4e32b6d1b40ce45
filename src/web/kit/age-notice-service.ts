import type { FastifyInstance } from 'fastify';
import { languageOf } from '../../http/language.ts';
import type { Language } from '../../lib/language.ts';
import { settledWithin } from '../../lib/settled-within.ts';
import { type AgeNotice, renderAgeNotice } from './age-notice.ts';
import { NOTICE_PLACE } from './page.ts';

/** How long a page waits for the look-up; after that it goes out with what was known last. */
const WAIT_MS = 500;

/**
 * Puts the notice at the head of every page as it is sent, error pages and kept pages too: it follows the clock, so no page
 * holds it.
 */
export function addAgeNotice(
  app: FastifyInstance,
  find: (language: Language) => Promise<AgeNotice | undefined>,
): void {
  const known: Partial<Record<Language, AgeNotice | undefined>> = {};
  let isFailing = false;
  app.addHook('onSend', async (request, reply, payload) => {
    const type = reply.getHeader('content-type');
    const isPage = typeof type === 'string' && type.startsWith('text/html');
    if (!isPage || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
    const language = languageOf(request);
    const asked = find(language).then(
      (notice) => {
        known[language] = notice;
        isFailing = false;
      },
      (error: unknown) => {
        // The page must not fail over this; what was known last still holds.
        if (!isFailing) request.log.warn({ err: error }, 'could not look how old the records are');
        isFailing = true;
      },
    );
    await settledWithin(asked, WAIT_MS);
    const notice = known[language];
    return payload
      .toString()
      .replace(NOTICE_PLACE, () => (notice ? `\n${renderAgeNotice(notice, language)}` : ''));
  });
}
