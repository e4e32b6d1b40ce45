import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { PublishedDb } from '../../../platform/db/database.ts';
import type { RecordReader } from '../../../records/read/record-reader-service.ts';
import { getRecord } from '../../../records/read/service.ts';
import { FOR_ANYONE, sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { parseRecord } from '../record/parse-record.ts';
import { renderWindowCard } from './window-card-page.ts';

interface WindowCardOptions {
  readonly published: PublishedDb;
  readonly records: RecordReader;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
}

/**
 * `/vendor/:id/window-card`, a printable card with a vendor's grade and a QR code that leads to the live
 * record.
 */
export const windowCardPages: FastifyPluginAsync<WindowCardOptions> = async (app, options) => {
  preparePages(app);
  app.get<{ Params: { id: string } }>(
    '/vendor/:id/window-card',
    { schema: { hide: true }, config: TRANSLATED, onRequest: options.limit },
    async (request, reply) => {
      const id = request.params.id.toLowerCase();
      const { body } = await getRecord(options.published, options.records, id, 'scorecard');
      const shown = {
        baseUrl: options.baseUrl,
        today: options.records.today(),
        language: languageOf(request),
      };
      return sendPage(reply, 200, renderWindowCard(parseRecord(body), shown), FOR_ANYONE);
    },
  );
};
