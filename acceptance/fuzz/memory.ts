import type { RunningService } from '../support/service.ts';

const EVERY_MS = 1_000;
/** With fewer readings, there is no result, because the first minute is a warm-up. */
const SAMPLES_MIN = 60;
const GROWN_MAX_PERCENT = 115;
const POINTS = 20;

export interface MemoryReport {
  readonly samples: number;
  readonly firstMb: number;
  readonly secondQuarterMb: number;
  readonly lastQuarterMb: number;
  readonly peakMb: number;
  /** The median of each twentieth of the run. */
  readonly courseMb: readonly number[];
  /** Undefined if the run was too short to decide. */
  readonly isFlat: boolean | undefined;
}

/** Reads the resident memory of a service every second until `stop`. */
export function watchMemory(service: RunningService): { stop(): MemoryReport } {
  const samples = [service.residentMb()];
  const timer = setInterval(() => samples.push(service.residentMb()), EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return judgeMemory(samples);
    },
  };
}

/** Memory is flat if the median of the last quarter is at most 15 % above the second quarter's. */
export function judgeMemory(samples: readonly number[]): MemoryReport {
  const quarter = Math.floor(samples.length / 4);
  const second = medianOf(samples.slice(quarter, 2 * quarter));
  const last = medianOf(samples.slice(-Math.max(1, quarter)));
  const isFlat = samples.length < SAMPLES_MIN ? undefined : last * 100 <= second * GROWN_MAX_PERCENT;
  return {
    samples: samples.length,
    firstMb: samples[0] ?? 0,
    secondQuarterMb: second,
    lastQuarterMb: last,
    peakMb: Math.max(...samples),
    courseMb: courseOf(samples),
    isFlat,
  };
}

function courseOf(samples: readonly number[]): number[] {
  const size = Math.max(1, Math.ceil(samples.length / POINTS));
  const parts = Math.ceil(samples.length / size);
  return Array.from({ length: parts }, (_, part) => medianOf(samples.slice(part * size, (part + 1) * size)));
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
