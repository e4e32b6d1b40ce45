import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Kind } from './columns.ts';
import { findFault, type SetName } from './faults.ts';
import { openBench, type Result } from './trials.ts';
import { makeDemoWorld } from './world-demo.ts';
import { makeRecordsWorld } from './world-records.ts';

/** Threads that damage and judge files. Each thread has its own registry. */

export interface TrialSettings {
  readonly seed: number;
  /** The paths of real files; empty for fictional ones. */
  readonly paths: readonly string[];
  readonly asOf: string | undefined;
  /** Only files of these kinds are damaged. */
  readonly kinds: readonly Kind[];
  /** The number of consecutive days on which the same damaged file arrives. */
  readonly days: number;
  /** The set whose classes are tried. */
  readonly set: SetName;
}

/** Some mutations of one class. */
export interface Task {
  readonly fault: string;
  readonly first: number;
  readonly count: number;
}

export class Workers {
  readonly #workers: readonly Worker[];
  #isStopped = false;

  constructor(count: number, settings: TrialSettings) {
    this.#workers = Array.from(
      { length: count },
      () =>
        new Worker(new URL(import.meta.url), {
          workerData: settings,
          resourceLimits: { maxYoungGenerationSizeMb: 128 },
        }),
    );
  }

  /** Runs the tasks. Returns the results in the order of the tasks, no matter which thread ran them. */
  async run(tasks: readonly Task[], onDone: (done: number) => void): Promise<Result[]> {
    const results: Result[][] = [];
    let next = 0;
    let done = 0;
    const work = async (worker: Worker) => {
      for (let index = next++; !this.#isStopped; index = next++) {
        const task = tasks[index];
        if (!task) break;
        results[index] = await ask(worker, task);
        onDone(++done);
      }
      await worker.terminate();
    };
    await Promise.all(this.#workers.map(work));
    return results.flat();
  }

  /** Lets the running tasks finish, and does not start any others. */
  stop(): void {
    this.#isStopped = true;
  }
}

function ask(worker: Worker, task: Task): Promise<Result[]> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (results: Result[]) => {
      worker.off('error', reject);
      resolve(results);
    });
    worker.postMessage(task);
  });
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  const bench = open(workerData);
  port.on('message', async (task: Task) => {
    const { run, seed } = await bench;
    const fault = findFault(task.fault);
    const results: Result[] = [];
    for (let mutation = task.first; fault && mutation < task.first + task.count; mutation++) {
      const result = await run(fault, seed, mutation);
      if (result) results.push(result);
    }
    port.postMessage(results);
  });
}

async function open({ seed, paths, asOf, kinds, days }: TrialSettings) {
  const world = asOf === undefined ? await makeDemoWorld() : await makeRecordsWorld(paths, asOf);
  return { ...(await openBench(world, { kinds, days })), seed };
}
