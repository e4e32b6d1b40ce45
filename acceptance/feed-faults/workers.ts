import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Kind } from './columns.ts';
import { findFault, type SetName } from './faults.ts';
import { openBench, type Result } from './trials.ts';
import { makeDemoWorld } from './world-demo.ts';
import { makeRecordsWorld } from './world-records.ts';

/** Threads that damage and judge, each with a registry of its own. */

export interface TrialSettings {
  readonly seed: number;
  /** Where real files are; none for fictional ones. */
  readonly paths: readonly string[];
  readonly asOf: string | undefined;
  /** Damages of these kinds of files alone are tried. */
  readonly kinds: readonly Kind[];
  /** On how many days in a row the same damaged file comes. */
  readonly days: number;
  /** Whose classes are tried. */
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

  /** The results in the order of the tasks, whichever thread had them. */
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

  /** Lets the tasks under way end, and begins no other. */
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
