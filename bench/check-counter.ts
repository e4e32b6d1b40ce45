import { Session } from 'node:inspector';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { Type } from 'typebox';
import { shiftClock } from '../test/support/shift-clock.ts';
import { COUNT, type Counted } from './check-messages.ts';
import { answerQuestions } from './helper.ts';

/**
 * Preloaded into every thread of a service (`--import`); counts its work between `begin` and `end`. It
 * assumes only that the service uses `node:sqlite`. With BENCH_COUNT=blocks it counts the blocks of code that
 * run, otherwise the bytes allocated, because counting blocks allocates memory itself.
 */
const SHARED = 'bench: statements';
const countsBlocks = process.env[COUNT] === 'blocks';

/** The total for all threads, in shared memory. */
const statements = isMainThread ? new Int32Array(new SharedArrayBuffer(4)) : sharedStatements();
countStatements();
shiftClock(() => Number(process.env.BENCH_CLOCK_AHEAD_MS));
if (isMainThread) {
  setEnvironmentData(SHARED, statements);
  countWhenAsked();
}

function countWhenAsked(): void {
  const inspector = new Session();
  inspector.connect();
  if (countsBlocks) startBlocks(inspector);
  let measure = (): Counted => {
    throw new Error('nothing was begun');
  };
  answerQuestions(
    Type.Object({ count: Type.Union([Type.Literal('begin'), Type.Literal('end')]) }),
    async ({ count }) => {
      if (count === 'end') return measure();
      if (countsBlocks) takeBlocks(inspector);
      const before = Atomics.load(statements, 0);
      const allocated = countsBlocks ? () => 0 : countAllocated();
      measure = () => {
        const bytes = allocated();
        return {
          statements: Atomics.load(statements, 0) - before,
          allocatedBytes: bytes,
          blocks: countsBlocks ? takeBlocks(inspector) : 0,
        };
      };
      return {};
    },
  );
  // The channel must not keep the service alive: a signal ends the service, even while the parent is
  // connected.
  process.channel?.unref();
}

/** Counts each run of a prepared statement, and each `exec` call, which may run several statements. */
function countStatements(): void {
  const kinds: readonly (readonly [object, readonly string[]])[] = [
    [StatementSync.prototype, ['all', 'get', 'iterate', 'run']],
    [DatabaseSync.prototype, ['exec']],
  ];
  for (const [prototype, names] of kinds)
    for (const name of names) {
      const real: unknown = Reflect.get(prototype, name);
      if (typeof real !== 'function') throw new Error(`node:sqlite has no ${name}`);
      Reflect.set(prototype, name, function counted(this: unknown, ...values: unknown[]): unknown {
        Atomics.add(statements, 0, 1);
        return Reflect.apply(real, this, values);
      });
    }
}

function sharedStatements(): Int32Array {
  const shared = getEnvironmentData(SHARED);
  if (!(shared instanceof Int32Array)) throw new Error('no memory to count statements in');
  return shared;
}

/**
 * Measures the bytes allocated on this thread's heap: its growth plus the memory freed by each garbage
 * collection.
 */
function countAllocated(): () => number {
  const collections = new GCProfiler();
  collections.start();
  const before = getHeapStatistics().used_heap_size;
  return () => {
    const after = getHeapStatistics().used_heap_size;
    const taken = collections
      .stop()
      .statistics.map(
        ({ beforeGC, afterGC }) => beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize,
      );
    return after - before + taken.reduce((sum, each) => sum + each, 0);
  };
}

/** This must run before the service's code loads: V8 counts blocks only in code compiled after this call. */
function startBlocks(inspector: Session): void {
  inspector.post('Profiler.enable');
  inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/** Returns how many blocks of code have run since the last call: functions, branches and loop bodies. */
function takeBlocks(inspector: Session): number {
  let blocks = 0;
  inspector.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    for (const { functions } of coverage.result)
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
  });
  return blocks;
}
