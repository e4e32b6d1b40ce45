import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { callerOf } from '../../http/caller.ts';
import { envelopeParts, sendInParts } from '../../http/parts.ts';
import { documented, EnvelopeError, ListEnvelope } from '../../http/schemas.ts';
import { UUID_PATTERN } from '../../lib/uuid.ts';
import { ApplicationRecord } from './schemas.ts';
import type { ApplicationService } from './service.ts';

interface ApplicationRoutesOptions {
  readonly applications: Pick<ApplicationService, 'listApplicationTexts'>;
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
          'All of them, in the order they came; score and tier are those of the record as it is now.',
        tags: ['applications'],
        querystring: Type.Object({
          event_id: Type.Optional(
            Type.String({ pattern: UUID_PATTERN, description: 'the id of one of your events, a UUID.' }),
          ),
        }),
        response: {
          200: documented('The full list.', 'application/json', ListEnvelope(ApplicationRecord)),
          '4xx': EnvelopeError,
        },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const rows = await applications.listApplicationTexts(accountId, request.query.event_id);
      return sendInParts(reply.type('application/json; charset=utf-8'), envelopeParts(rows));
    },
  );
};
