import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { isHeld, sendNotModified } from '../../http/caching.ts';
import { callerOf } from '../../http/caller.ts';
import { FieldsParameter, readFields } from '../../http/field-selection.ts';
import { envelopeParts, sendInParts } from '../../http/parts.ts';
import { documented, EnvelopeError, ListEnvelope, NOT_MODIFIED } from '../../http/schemas.ts';
import { UUID_PATTERN } from '../../lib/uuid.ts';
import { ApplicationRecord } from './schemas.ts';
import type { ApplicationService } from './service.ts';

interface ApplicationRoutesOptions {
  readonly applications: Pick<ApplicationService, 'openApplicationList'>;
}

/** The applications to an account's events (contract 2.4, 4.3). Register it in a context that requires a key. */
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
          'All of them, in the order they came, whole or the fields that you name; score and tier are those of the record as it is now.',
        tags: ['applications'],
        querystring: Type.Object({
          event_id: Type.Optional(
            Type.String({ pattern: UUID_PATTERN, description: 'the id of one of your events, a UUID.' }),
          ),
          fields: FieldsParameter(ApplicationRecord),
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
      // Weak: what changes while the list is read may be in an answer whose version is of before.
      reply.header('etag', `W/"${list.version}"`).header('cache-control', 'private, no-cache');
      if (isHeld(request, `"${list.version}"`)) return sendNotModified(request, reply);
      const rows = await list.read(readFields(ApplicationRecord, fields));
      return sendInParts(reply.type('application/json; charset=utf-8'), envelopeParts(rows));
    },
  );
};
