import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { envelopeParts, sendInParts } from '../../http/answers/answer-in-parts.ts';
import { CSV_TYPE, csvHead, csvLines, FormatParameter, wantsCsv } from '../../http/answers/csv-answers.ts';
import { FieldsParameter, pickSchema, readFields } from '../../http/answers/field-selection.ts';
import { isHeld, sendNotModified } from '../../http/answers/send-cacheable.ts';
import { callerOf } from '../../http/caller.ts';
import { documented, EnvelopeError, ListEnvelope, NOT_MODIFIED, shownAs } from '../../http/schemas.ts';
import { UUID_PATTERN } from '../../lib/text/uuid.ts';
import { ApplicationRecord } from './schemas.ts';
import type { ApplicationService } from './service.ts';

interface ApplicationRoutesOptions {
  readonly applications: Pick<ApplicationService, 'openApplicationList'>;
}

/**
 * Serves the applications to an account's events (contract 2.4, 4.3). Register these routes in a context that
 * requires an API key.
 */
export const applicationRoutes: FastifyPluginAsyncTypebox<ApplicationRoutesOptions> = async (
  app,
  { applications },
) => {
  app.get(
    '/api/v1/applications',
    {
      schema: {
        operationId: 'listApplications',
        summary: 'Applications to your events',
        description:
          'All of them, in the order they came, whole or with the fields that you name. Score and tier come from the current record.',
        tags: ['applications'],
        querystring: Type.Object({
          event_id: Type.Optional(
            Type.String({
              ...shownAs({ format: 'uuid' }),
              pattern: UUID_PATTERN,
              description: 'the id of one of your events, a UUID.',
            }),
          ),
          fields: FieldsParameter(ApplicationRecord),
          format: FormatParameter,
        }),
        response: {
          ...NOT_MODIFIED,
          200: documented('The full list.', 'application/json', ListEnvelope(ApplicationRecord)),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const { event_id: eventId, fields } = request.query;
      const list = await applications.openApplicationList(accountId, eventId);
      // Check the format only after rejecting other accounts' events, so that every such rejection looks the
      // same.
      const isCsv = wantsCsv(request, reply);
      // The ETag is weak because a response with this version can already include a change made during the
      // read.
      const version = isCsv ? `${list.version}-csv` : list.version;
      reply.header('etag', `W/"${version}"`).header('cache-control', 'private, no-cache');
      if (isHeld(request, `"${version}"`)) return sendNotModified(request, reply);
      const wanted = readFields(ApplicationRecord, fields);
      const rows = await list.read(wanted);
      if (isCsv) return sendInParts(reply.type(CSV_TYPE), csvParts(rows, wanted));
      return sendInParts(reply.type('application/json; charset=utf-8'), envelopeParts(rows));
    },
  );
};

/** Yields the requested columns as CSV while reading the rows. */
async function* csvParts(
  parts: AsyncIterable<readonly string[]>,
  wanted: ReadonlySet<keyof ApplicationRecord> | undefined,
): AsyncGenerator<string> {
  const schema = pickSchema(ApplicationRecord, wanted);
  yield csvHead(schema);
  for await (const rows of parts)
    if (rows.length > 0)
      yield csvLines(
        schema,
        rows.map((row) => JSON.parse(row)),
      );
}
