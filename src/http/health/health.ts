import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Forwarded } from '../proxy/watch-forwarded.ts';
import { createReadiness, type Proofs, type PublishedFacts } from './readiness.ts';

const Ready = Type.Object(
  {
    status: Type.Enum(['ready', 'starting', 'failing']),
    version: Type.Union([Type.Integer(), Type.Null()]),
    as_of: Type.Union([Type.String(), Type.Null()]),
    data_as_of: Type.Union([Type.String(), Type.Null()]),
    records_reach_to: Type.Union([Type.String(), Type.Null()], {
      description:
        'The day that the files read of every district reach: the earliest `reach_to` of `/api/v1/coverage`, which says what was not read.',
    }),
    fictional: Type.Union([Type.Boolean(), Type.Null()]),
    loading: Type.Union(
      [
        Type.Object(
          { inspections_before: Type.String(), fiscal_years: Type.Array(Type.String()) },
          { title: 'LoadingInspections' },
        ),
        Type.Null(),
      ],
      { description: 'Older inspections that are still being loaded; null when none are.' },
    ),
    limits: Type.Enum(['shared', 'per_process'], {
      description:
        'Says if all processes count requests together (through Redis, or on one machine), or each one separately.',
    }),
    forwarded: Type.Enum(['none', 'read', 'ignored'], {
      description:
        'What proxies of this machine or network said about the addresses of clients since the process began: `ignored` if ' +
        '`TRUST_PROXY` does not name the proxy, so that limits count all its clients as one.',
    }),
    failing: Type.Array(Type.Enum(['registry', 'ledger']), {
      description:
        'Databases that do not answer within two seconds or cannot be written: the regulator’s records (`registry`), ' +
        'everything else (`ledger`). Empty unless `status` is `failing`.',
    }),
  },
  { title: 'Readiness', description: 'Says if the service can answer requests, and from which records.' },
);
type LimitsState = 'shared' | 'per_process';

/**
 * `/healthz`: the process answers. `/readyz`: both databases can be read and written, and records are
 * published. It answers within two seconds even if the databases do not.
 */
export const healthRoutes: FastifyPluginAsyncTypebox<{
  readonly findState: () => Promise<PublishedFacts | undefined>;
  readonly prove: Proofs;
  readonly limitsState?: () => LimitsState;
  readonly forwarded?: () => Forwarded;
  /** The time for which one check of the databases is reused, in milliseconds; 0 in tests. */
  readonly freshMs?: number;
}> = async (
  app,
  { findState, prove, limitsState = () => 'per_process', forwarded = () => 'none', freshMs },
) => {
  const tags = ['service'];
  const look = createReadiness({
    findState,
    prove,
    log: app.log,
    ...(freshMs === undefined ? {} : { freshMs }),
  });
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'checkAlive',
        summary: 'Alive',
        tags,
        response: {
          200: Type.Object({ status: Type.Literal('alive') }, { description: 'The process answers.' }),
        },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'alive' as const };
    },
  );
  app.get(
    '/readyz',
    { schema: { operationId: 'checkReady', summary: 'Ready', tags, response: { 200: Ready, 503: Ready } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      const { state, failing } = await look();
      const facts = {
        version: state?.version ?? null,
        as_of: state?.as_of ?? null,
        data_as_of: state?.data_as_of ?? null,
        records_reach_to: state?.records_reach_to ?? null,
        fictional: state ? state.fictional === 1 : null,
        loading: state?.loading ? { ...state.loading, fiscal_years: [...state.loading.fiscal_years] } : null,
        limits: limitsState(),
        forwarded: forwarded(),
        failing: [...failing],
      };
      if (failing.length > 0) return reply.code(503).send({ status: 'failing', ...facts });
      if (!state) return reply.code(503).send({ status: 'starting', ...facts });
      return { status: 'ready' as const, ...facts };
    },
  );
};
