import type { Place } from '../../test/support/place.ts';

/** A guarantee that must survive kills (SIGKILL), and the work during which processes are killed. */
export interface Scenario {
  readonly shows: string;
  /** The default number of kills on each engine. */
  readonly kills: number;
  readonly killsMax?: number;
  /** The scenario's own options and their default values. */
  readonly options?: Readonly<Record<string, string>>;
  run(run: KillRun): Promise<Outcome>;
}

/** One run on one engine. The harness creates the data folder and removes it. */
export interface KillRun {
  readonly place: Place;
  readonly dataDir: string;
  /** A folder for files other than the data. It is deleted at the end. */
  readonly folder: string;
  readonly kills: number;
  readonly random: () => number;
  option(name: string): string;
  /**
   * Registers something to close when the run is over, even if the run failed. Things are closed in reverse
   * order of registration.
   */
  atEnd(close: () => Promise<unknown>): void;
}

export interface Outcome {
  readonly problems: readonly string[];
  /** The figures, as text for one line. */
  readonly summary: string;
  /** False if too little happened for the run to prove anything. */
  readonly isEnough: boolean;
}

export function countAll(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, each) => sum + each, 0);
}

export function listCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'nothing';
}

export function count(counts: Map<string, number>, name: string, more = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + more);
}
