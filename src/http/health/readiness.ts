import type { FastifyBaseLogger } from 'fastify';
import { finishesWithin } from '../../lib/wait-within.ts';

export interface PublishedFacts {
  readonly version: number;
  readonly as_of: string;
  readonly data_as_of: string;
  /** The day up to which files of every district were read; null without a district. */
  readonly records_reach_to: string | null;
  readonly fictional: number;
  /** Older inspections that are still being loaded. */
  readonly loading: { readonly inspections_before: string; readonly fiscal_years: readonly string[] } | null;
}

/** The check that each database must pass, by the database's name. */
export type Proofs = Readonly<Record<'registry' | 'ledger', () => Promise<unknown>>>;
type Part = keyof Proofs;

interface Readiness {
  /** Undefined before the first publication, or if the registry does not answer. */
  readonly state: PublishedFacts | undefined;
  readonly failing: readonly Part[];
}

/** The longest time that `/readyz` takes, even if the databases do not answer. */
export const ANSWER_WITHIN_MS = 2_000;
/** The databases are checked at most once in this time, for any number of requests. */
const FRESH_MS = 1_000;
/** The time until the first publication, which ends a first start: the operator is waiting for it. */
const FRESH_WHILE_STARTING_MS = 100;

/**
 * Checks if both databases can be read and written. Concurrent requests share one check. A part that does not
 * answer in time counts as failing, and is not asked again until it answers. Changes are logged.
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

/** Creates the check of one database; it returns the database's name if it fails. */
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
