import type { RunningService } from '../support/service.ts';

/** A way to harm the service from outside, or an ordinary outage, and the guarantee that must still hold. */
export interface Attack {
  /** The name on the command line, such as `pipelining`. */
  readonly name: string;
  /** The guarantee in one sentence: "A client that never reads cannot use up memory". */
  readonly guarantee: string;
  /** The database engines to run on, because their results can differ. */
  readonly engines: readonly Engine[];
  /**
   * Carries out the attack and returns the result. Throws only if the attack itself could not be carried out.
   */
  run(context: AttackContext): Promise<Outcome>;
}

export type Engine = 'sqlite' | 'postgres';

export interface AttackContext {
  readonly engine: Engine;
  /** A folder for this run only. It is deleted afterward. */
  readonly folder: string;
  /** The checkout to attack. `runCommandOf` runs its command line. */
  readonly checkout: string;
  /** The seed for everything random. */
  readonly seed: number;
  /** The duration of an attack that does not have a natural end, in seconds. */
  readonly seconds: number;
  /**
   * Starts the attacked checkout's service with a new database and demo data, and waits until `/readyz`
   * returns 200. The service is stopped when the attack is over, even if the attack fails.
   */
  startService(settings?: Readonly<Record<string, string>>): Promise<RunningService>;
}

export interface Outcome {
  /** True if the guarantee held. */
  readonly held: boolean;
  /** The observed behavior, with figures: "40 connections: 2,710 MB, killed after 14 s". */
  readonly saw: string;
}
