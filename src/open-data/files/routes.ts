import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { CSV_TYPE } from '../../http/answers/csv-answers.ts';
import { type ServedFile, sendFile } from '../../http/answers/file-answers.ts';
import { sendHeadOnly } from '../../http/answers/head-only.ts';
import { isHeld, sendCacheable, sendNotModified } from '../../http/answers/send-cacheable.ts';
import { BareError, documented, NOT_MODIFIED } from '../../http/schemas.ts';
import { DataManifest } from './schemas.ts';
import { dcatOf, schemaOrgOf } from './sets/catalog.ts';
import { FILE_NAMES } from './sets/manifest.ts';
import type { FileSets } from './sets/sets-service.ts';

interface DataFilesRoutesOptions {
  readonly fileSets: FileSets;
  readonly baseUrl: string;
  readonly limits: { readonly PAGE: number };
}

const MAX_AGE_SECONDS = 300;
const JSON_LD = 'application/ld+json; charset=utf-8';
/** Headers that scripts on other sites can read, in addition to the ones on every public response. */
const EXPOSED =
  'Accept-Ranges, Content-Length, Content-Range, ETag, Last-Modified, RateLimit, Repr-Digest, Retry-After';

const Day = Type.String({ format: 'date', description: 'a day, YYYY-MM-DD.' });
/** The name that stands for the newest set, so that a spreadsheet or script can always use the same URL. */
const LATEST = 'latest';
const FileAddress = Type.Object({
  day: Type.Union([Day, Type.Literal(LATEST)], { description: `a day, YYYY-MM-DD, or ${LATEST}.` }),
  file: Type.String({
    maxLength: 100,
    description: `one of ${FILE_NAMES.join(', ')}, or a table as .csv, which is not compressed, or as .xlsx.`,
  }),
});

/** Each day's data files, their manifest, and the catalogs for data portals (contract 4.1.13). */
export const dataFilesRoutes: FastifyPluginAsyncTypebox<DataFilesRoutesOptions> = async (app, options) => {
  const { fileSets, baseUrl, limits } = options;
  const onRequest = app.rateLimit({ name: 'data', perMinute: limits.PAGE });
  const hidden = { onRequest, schema: { hide: true } };
  const answers = {
    ...NOT_MODIFIED,
    200: documented('The files, their columns and rights.', 'application/json', DataManifest),
    '4xx': BareError,
  };

  app.get(
    '/data/manifest.json',
    {
      onRequest,
      schema: {
        operationId: 'getDataManifest',
        summary: 'Files of everything, for download',
        description:
          'The newest set of data files: vendors, scorecards, inspections, violations and statistics as NDJSON, CSV and Parquet, with hashes, row counts and columns. A new set is made after each publication; sets of 30 days are kept unless this service is set up otherwise.',
        tags: ['statistics'],
        response: answers,
      },
    },
    async (request, reply) => {
      const body = JSON.stringify(await fileSets.getManifest());
      return sendCacheable(request, reply, { body, maxAgeSeconds: MAX_AGE_SECONDS });
    },
  );

  app.get(
    '/data/:day/manifest.json',
    {
      onRequest,
      schema: {
        operationId: 'getDataManifestOfDay',
        summary: 'Files of one day',
        tags: ['statistics'],
        params: Type.Object({ day: Day }),
        response: answers,
      },
    },
    async (request, reply) => {
      const body = JSON.stringify(await fileSets.getManifest(request.params.day));
      return sendCacheable(request, reply, { body, maxAgeSeconds: MAX_AGE_SECONDS });
    },
  );

  app.get(
    '/data/:day/:file',
    {
      onRequest,
      schema: {
        // The manifest describes these files, so the API document does not need to.
        hide: true,
        params: FileAddress,
      },
    },
    async (request, reply) => {
      const { day: named, file: name } = request.params;
      const day = named === LATEST ? undefined : named;
      if (name.endsWith('.csv'))
        return sendPlainCsv(request, reply, await fileSets.openFile(day, `${name}.gz`));
      const { file, handle } = await fileSets.openFile(day, name);
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
      reply.header('access-control-expose-headers', EXPOSED);
      return sendFile(request, reply, file, handle);
    },
  );

  for (const [address, make] of [
    ['/data/catalog.jsonld', dcatOf],
    ['/data/dataset.jsonld', schemaOrgOf],
  ] as const)
    app.get(address, hidden, async (request, reply) => {
      const body = JSON.stringify(make(await fileSets.getManifest(), baseUrl));
      return sendCacheable(request, reply, { body, type: JSON_LD, maxAgeSeconds: MAX_AGE_SECONDS });
    });
};

/**
 * Sends a compressed table as plain CSV, for spreadsheets that cannot decompress files. Uses a content
 * encoding if the caller accepts one.
 */
async function sendPlainCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, handle }: { readonly file: ServedFile; readonly handle: FileHandle },
): Promise<FastifyReply> {
  const etag = `"${file.sha256}-csv"`;
  reply.headers({
    etag,
    'last-modified': file.modifiedAt.toUTCString(),
    'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    'access-control-expose-headers': EXPOSED,
  });
  if (isHeld(request, etag) || request.method === 'HEAD') await handle.close();
  if (isHeld(request, etag)) return sendNotModified(request, reply);
  reply.type(CSV_TYPE);
  if (request.method === 'HEAD') return sendHeadOnly(reply);
  // If the caller disconnects, the pipeline destroys both streams, so that the file is closed.
  return reply.send(pipeline(handle.createReadStream(), createGunzip(), () => {}));
}
