import packageJson from '../../package.json' with { type: 'json' };
import type { MetricsConfig } from '../config.ts';
import { settledWithin } from '../lib/settled-within.ts';
import type { Logger } from '../platform/log.ts';
import { type Family, gauge, PREFIX, type Snapshot } from '../telemetry/families.ts';
import { openMetricsPort } from './serve-metrics.ts';

/** A worker as the scrape sees it. */
interface Measured {
  /** Whether this one reads what all have in common. */
  readonly doesJobs: boolean;
  ask(id: number, withShared: boolean): void;
}

/** Monitoring gives up after ten seconds unless told otherwise. */
const WITHIN_MS = 4_000;

/**
 * One scrape for all workers. What a worker counted stays in the sum when it has ended: a sum that falls would be taken for a restart
 * of the whole service. A killed worker's counts are those of the scrape before.
 */
export class WorkersMetrics {
  /** What each worker told last. */
  readonly #last = new Map<object, readonly Family[]>();
  /** What workers that are gone had counted. */
  #gone: readonly Family[] = [];
  /** Sums are taken one after the other, so that none is lost. */
  #adding: Promise<void> = Promise.resolve();
  #asked = 0;
  #waiting: { id: number; of: Map<object, Snapshot>; left: Set<object>; done: () => void } | undefined;
  #unasked = 0;

  /** Opens the port; `list` gives the workers that answer requests. */
  static async open(
    config: MetricsConfig,
    list: () => ReadonlyMap<object, Measured>,
    log: Logger,
  ): Promise<{ readonly metrics: WorkersMetrics; close(): Promise<void> }> {
    const { createProcessMetrics } = await import('../telemetry/process-metrics.ts');
    const { sumCounts } = await import('../telemetry/exposition.ts');
    const metrics = new WorkersMetrics(sumCounts);
    const primary = createProcessMetrics({ name: 'primary', version: packageJson.version });
    const read = async () => {
      const workers = list();
      const snapshots = await metrics.#ask(workers);
      const own = { ...(await primary.read()), shared: metrics.#describe(workers.size) };
      return [own, ...snapshots];
    };
    const endpoint = await openMetricsPort(config, read, log);
    return { metrics, close: () => endpoint.close() };
  }

  readonly #sum: (counted: readonly (readonly Family[])[]) => Promise<readonly Family[]>;

  constructor(sum: (counted: readonly (readonly Family[])[]) => Promise<readonly Family[]>) {
    this.#sum = sum;
  }

  /** A worker told what it knows: to a scrape, or for the last time. */
  take(worker: object, id: number, snapshot: Snapshot): void {
    this.#last.set(worker, snapshot.counts);
    const waiting = this.#waiting;
    if (waiting?.id !== id || !waiting.left.delete(worker)) return;
    waiting.of.set(worker, snapshot);
    if (waiting.left.size === 0) waiting.done();
  }

  /** A worker has ended; `isUnasked`: nobody had told it to. */
  forget(worker: object, isUnasked: boolean): void {
    if (isUnasked) this.#unasked += 1;
    const counted = this.#last.get(worker);
    this.#last.delete(worker);
    const waiting = this.#waiting;
    if (waiting?.left.delete(worker) && waiting.left.size === 0) waiting.done();
    if (!counted) return;
    this.#adding = this.#adding.then(async () => {
      this.#gone = await this.#sum([this.#gone, counted]);
    });
  }

  /** What each worker says; of one that does not say it in time, what it had counted at the last scrape. */
  async #ask(workers: ReadonlyMap<object, Measured>): Promise<readonly Snapshot[]> {
    this.#asked += 1;
    const { promise, resolve: done } = Promise.withResolvers<void>();
    const waiting = { id: this.#asked, of: new Map<object, Snapshot>(), left: new Set(workers.keys()), done };
    this.#waiting = waiting;
    const reader = [...workers.values()].find(({ doesJobs }) => doesJobs) ?? [...workers.values()][0];
    for (const each of workers.values()) each.ask(waiting.id, each === reader);
    if (workers.size > 0) await settledWithin(promise, WITHIN_MS);
    this.#waiting = undefined;
    await this.#adding;
    const told = [...waiting.of].map(([worker, { own, shared }]) => ({
      ...{ own, shared, counts: this.#last.get(worker) ?? [] },
    }));
    // Workers that leave are asked no more, and count all the same.
    const others = [...this.#last].flatMap(([worker, counts]) => (waiting.of.has(worker) ? [] : [counts]));
    return [...told, ...[this.#gone, ...others].map((counts) => ({ counts, own: [], shared: [] }))];
  }

  #describe(workers: number): Family[] {
    const ended: Family = {
      name: `${PREFIX}workers_ended_total`,
      help: 'Workers that ended although nobody had told them to.',
      type: 'counter',
      values: [{ labels: {}, value: this.#unasked }],
    };
    return [...gauge('workers', 'Workers that answer requests.', workers), ended];
  }
}
