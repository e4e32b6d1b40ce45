import type { Place } from '../../test/support/place.ts';

/** One thing that must survive kills (-9): what happens while processes are killed, and what must be true in the end. */
export interface Scenario {
  readonly shows: string;
  /** Kills on each engine, unless the command line says otherwise. */
  readonly kills: number;
  readonly killsMax?: number;
  /** Options of its own, with their values unless the command line says otherwise. */
  readonly options?: Readonly<Record<string, string>>;
  run(run: KillRun): Promise<Outcome>;
}

/** One run on one engine. The harness made the place, and removes it. */
export interface KillRun {
  readonly place: Place;
  readonly dataDir: string;
  /** For files besides the data; removed in the end. */
  readonly folder: string;
  readonly kills: number;
  readonly random: () => number;
  option(name: string): string;
  /** Has something closed when the run is over, also when it failed. What came last is closed first. */
  atEnd(close: () => Promise<unknown>): void;
}

export interface Outcome {
  readonly problems: readonly string[];
  /** Figures, for one line. */
  readonly summary: string;
  /** False when too little happened to show anything. */
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
