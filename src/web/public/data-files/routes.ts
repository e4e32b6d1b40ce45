import type { FastifyPluginAsync, onRequestAsyncHookHandler } from 'fastify';
import { languageOf, TRANSLATED } from '../../../http/input/choose-language.ts';
import type { DataManifest } from '../../../open-data/files/schemas.ts';
import { sendPage } from '../../kit/forms/forms.ts';
import { preparePages } from '../../kit/frame/page-context.ts';
import { renderDictionary } from './dictionary-page.ts';
import { renderDataFiles } from './page.ts';

interface DataFilesPagesOptions {
  /** Undefined before the first set is made. */
  readonly findManifest: () => Promise<DataManifest | undefined>;
  readonly isFictional: () => Promise<boolean | undefined>;
  readonly baseUrl: string;
  readonly limit: onRequestAsyncHookHandler[];
}

/** The page about the data files, and the dictionary of their columns. */
export const dataFilesPages: FastifyPluginAsync<DataFilesPagesOptions> = async (app, options) => {
  const { findManifest, isFictional, baseUrl, limit } = options;
  const headers = { 'cache-control': 'no-cache' };
  const schema = { hide: true };
  preparePages(app);

  app.get('/data', { schema, config: TRANSLATED, onRequest: limit }, async (request, reply) => {
    const page = renderDataFiles({
      manifest: await findManifest(),
      fictional: await isFictional(),
      baseUrl,
      language: languageOf(request),
    });
    return sendPage(reply, 200, page, headers);
  });

  // The address with a final slash, as for a folder of files.
  app.get('/data/', { schema, onRequest: limit }, async (_request, reply) => reply.redirect('/data', 308));

  app.get('/data/dictionary', { schema, onRequest: limit }, async (_request, reply) =>
    sendPage(reply, 200, renderDictionary({ fictional: await isFictional(), baseUrl }), headers),
  );
};
