import type { RunningService } from '../support/service.ts';

/** A way to harm the service from outside, or an ordinary outage, and the guarantee that must still hold. */
export interface Attack {
  /** The name on the command line, for instance `pipelining`. */
  readonly name: string;
  /** The guarantee in one sentence: "A client that never reads cannot use up memory". */
  readonly guarantee: string;
  /** The engines for which the result can differ. */
  readonly engines: readonly Engine[];
  /** Runs the attack and reports the result. Throws only if the attack itself could not be carried out. */
  run(context: AttackContext): Promise<Outcome>;
}

export type Engine = 'sqlite' | 'postgres';

export interface AttackContext {
  readonly engine: Engine;
  /** A folder of this run's own, removed afterwards. */
  readonly folder: string;
  /** The checkout that is attacked; for its command line see `runCommandOf`. */
  readonly checkout: string;
  /** The seed of everything random. */
  readonly seed: number;
  /** How long attacks that have no natural end go on, seconds. */
  readonly seconds: number;
  /**
   * Starts the service under attack, from the checkout that is attacked, with an empty database and demo data, and
   * waits until `/readyz` answers 200. It is stopped when the attack is over, whatever happens.
   */
  startService(settings?: Readonly<Record<string, string>>): Promise<RunningService>;
}

export interface Outcome {
  /** Whether the guarantee held. */
  readonly held: boolean;
  /** What was seen, with figures: "40 connections: 2,710 MB, killed after 14 s". */
  readonly saw: string;
}
