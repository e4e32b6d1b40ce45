import type { RunningService } from '../support/service.ts';

/** One way to harm the service from outside, or an ordinary outage, and what must hold all the same. */
export interface Attack {
  /** As it is named on the command line, for instance `pipelining`. */
  readonly name: string;
  /** What must hold, in one sentence: "A client that never reads cannot use up memory". */
  readonly guarantee: string;
  /** The engines that it makes a difference on. */
  readonly engines: readonly Engine[];
  /** Runs the attack and says what was seen. Throws only when the attack itself could not be made. */
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
