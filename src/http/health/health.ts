import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger } from 'fastify';
import { Type } from 'typebox';
import { finishesWithin } from '../../lib/wait-within.ts';
import type { Forwarded } from '../proxy/watch-forwarded.ts';

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
 * Adds `/healthz`, which shows that the process responds, and `/readyz`, which shows that both databases can
 * be read and written and that records are published. `/readyz` responds within two seconds, even if the
 * databases do not.
 */
export const healthRoutes: FastifyPluginAsyncTypebox<{
  readonly findState: () => Promise<PublishedFacts | undefined>;
  readonly prove: Proofs;
  readonly limitsState?: () => LimitsState;
  readonly forwarded?: () => Forwarded;
  /** The time for which the result of a database check is reused, in milliseconds; 0 in tests. */
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

export interface PublishedFacts {
  readonly version: number;
  readonly as_of: string;
  readonly data_as_of: string;
  /** The last day for which every district's files were read; null if there are no districts. */
  readonly records_reach_to: string | null;
  readonly fictional: number;
  /** Older inspections that are still being loaded; null if there are none. */
  readonly loading: { readonly inspections_before: string; readonly fiscal_years: readonly string[] } | null;
}

/** The check that each database must pass, by the database's name. */
type Proofs = Readonly<Record<'registry' | 'ledger', () => Promise<unknown>>>;
type Part = keyof Proofs;

interface Readiness {
  /** Undefined before the first publication, or if the registry does not respond. */
  readonly state: PublishedFacts | undefined;
  readonly failing: readonly Part[];
}

/** The maximum time that `/readyz` takes, even if the databases do not respond. */
export const ANSWER_WITHIN_MS = 2_000;
/** The databases are checked at most once in this interval, regardless of the number of requests. */
const FRESH_MS = 1_000;
/** The interval until the first publication. It is shorter because the operator is waiting for that. */
const FRESH_WHILE_STARTING_MS = 100;

/**
 * Returns a function that checks whether both databases can be read and written. Concurrent requests share
 * one check. A database that does not respond in time counts as failing and is not queried again until it
 * responds. The log shows when a database starts and stops failing.
 */
export function createReadiness(options: {
  readonly findState: () => Promise<PublishedFacts | undefined>;
  readonly prove: Proofs;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  /** 0 in tests. */
  readonly freshMs?: number;
}): () => Promise<Readiness> {
  const { findState, prove, freshMs = FRESH_MS } = options;
  let state: PublishedFacts | undefined;
  const parts = [
    createPart('registry', options.log, async () => {
      state = await findState();
      await prove.registry();
    }),
    createPart('ledger', options.log, prove.ledger),
  ];
  let looking: Promise<Readiness> | undefined;
  let known: Readiness | undefined;
  let knownAt = Number.NEGATIVE_INFINITY;

  const look = async (): Promise<Readiness> => {
    const found = await Promise.all(parts.map((part) => part.look()));
    const failing = found.flatMap((name) => name ?? []);
    known = { state: failing.includes('registry') ? undefined : state, failing };
    knownAt = performance.now();
    return known;
  };
  return async () => {
    const isStarting = known?.state === undefined && known?.failing.length === 0;
    const keptMs = isStarting ? Math.min(freshMs, FRESH_WHILE_STARTING_MS) : freshMs;
    if (known && performance.now() - knownAt < keptMs) return known;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}

/** Creates the check for one database. The check resolves to the database's name if it fails. */
function createPart(
  name: Part,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  prove: () => Promise<unknown>,
): { look(): Promise<Part | undefined> } {
  let asking: Promise<unknown> | undefined;
  let isFailing = false;

  const become = (failing: boolean, err?: unknown): Part | undefined => {
    if (failing && !isFailing)
      log.error({ part: name, err }, 'not ready: a database cannot be read or written');
    if (!failing && isFailing) log.info({ part: name }, 'ready again: the database can be read and written');
    isFailing = failing;
    return failing ? name : undefined;
  };
  return {
    async look() {
      if (asking) return become(true);
      const asked = prove();
      asking = asked;
      const clear = () => {
        asking = undefined;
      };
      asked.then(clear, clear);
      const isFinished = await finishesWithin(asked, ANSWER_WITHIN_MS);
      if (!isFinished) return become(true, new Error(`no answer within ${ANSWER_WITHIN_MS} ms`));
      return asked.then(
        () => become(false),
        (error: unknown) => become(true, error),
      );
    },
  };
}
