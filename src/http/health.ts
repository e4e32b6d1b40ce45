import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';

const Ready = Type.Object({
  status: Type.Enum(['ready', 'starting', 'failing']),
  version: Type.Union([Type.Integer(), Type.Null()]),
  as_of: Type.Union([Type.String(), Type.Null()]),
  data_as_of: Type.Union([Type.String(), Type.Null()]),
  fictional: Type.Union([Type.Boolean(), Type.Null()]),
  limits: Type.Enum(['shared', 'per_process'], {
    description: 'Whether all processes count requests together (through Redis), or each for itself.',
  }),
});
type LimitsState = 'shared' | 'per_process';

export interface PublishedFacts {
  readonly version: number;
  readonly as_of: string;
  readonly data_as_of: string;
  readonly fictional: number;
}

/** `/healthz`: the process answers. `/readyz`: the database answers too, and something has been published. */
export const healthRoutes: FastifyPluginAsyncTypebox<{
  readonly findState: () => Promise<PublishedFacts | undefined>;
  readonly limitsState?: () => LimitsState;
}> = async (app, { findState, limitsState = () => 'per_process' }) => {
  const tags = ['service'];
  app.get(
    '/healthz',
    { schema: { summary: 'Alive', tags, response: { 200: Type.Object({ status: Type.Literal('alive') }) } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'alive' as const };
    },
  );
  app.get(
    '/readyz',
    { schema: { summary: 'Ready', tags, response: { 200: Ready, 503: Ready } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const limits = limitsState();
      const nothing = { version: null, as_of: null, data_as_of: null, fictional: null, limits };
      try {
        const state = await findState();
        if (!state) return reply.code(503).send({ status: 'starting', ...nothing });
        const { version, as_of, data_as_of, fictional } = state;
        return { status: 'ready' as const, version, as_of, data_as_of, fictional: fictional === 1, limits };
      } catch (error) {
        request.log.error({ err: error }, 'the database does not answer');
        return reply.code(503).send({ status: 'failing', ...nothing });
      }
    },
  );
};
