import { performance } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Recorder, RefreshOutcome } from '../../platform/telemetry-recorder.ts';
import { toFamilies } from './exposition.ts';
import { type Family, PREFIX } from './families.ts';

/**
 * Histogram buckets: responses from memory take well under a millisecond, and a request waits at most a few
 * seconds for a database.
 */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/**
 * These outcomes are reported as 0 from the start, so that each one's first occurrence counts as an increase.
 */
const REFRESH_OUTCOMES: readonly RefreshOutcome[] = ['finished', 'problems', 'failed'];
const REFRESH_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_800];
/**
 * The interval at which the delay of the event loop is sampled. Each sample is a timer that wakes the
 * process.
 */
const EVENT_LOOP_SAMPLE_MS = 20;

interface ProcessMetrics {
  readonly recorder: Recorder;
  /** Returns this process's counts, memory, processor time and event loop. */
  read(): Promise<readonly Family[]>;
  /**
   * The version of the records that watched licenses were last compared with. Undefined unless this process
   * runs the jobs.
   */
  watch(): { readonly version: number | undefined } | undefined;
}

/** Creates the metrics of this process. */
export function createProcessMetrics(options: { readonly version: string }): ProcessMetrics {
  const counts = new Registry();
  const own = new Registry();
  own.setDefaultLabels({ process: 'service' });
  collectDefaultMetrics({ register: own, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  addOwn(own, options.version);
  let watch: { readonly version: number | undefined } | undefined;
  const recorder = createRecorder(counts, own, {
    begun: () => {
      watch ??= { version: undefined };
    },
    compared: (version) => {
      watch = { version };
    },
  });
  return {
    recorder,
    watch: () => watch,
    async read() {
      return [...(await familiesOf(counts)), ...(await familiesOf(own))];
    },
  };
}

function createRecorder(
  counts: Registry,
  own: Registry,
  watch: { begun(): void; compared(version: number): void },
): Recorder {
  const inCounts = { registers: [counts] };
  const requests = new Counter({
    ...inCounts,
    name: `${PREFIX}http_requests_total`,
    labelNames: ['method', 'route', 'status'],
    help: 'Answered requests, by the template of the route.',
  });
  const durations = new Histogram({
    ...inCounts,
    name: `${PREFIX}http_request_duration_seconds`,
    labelNames: ['method', 'route'],
    help: 'From the first byte of a request to the last of its answer.',
    buckets: REQUEST_SECONDS,
  });
  const limits = new Counter({
    ...inCounts,
    name: `${PREFIX}limit_hits_total`,
    labelNames: ['limit'],
    help: 'Requests refused because a limit was used up.',
  });
  const receipts = new Counter({
    ...inCounts,
    name: `${PREFIX}receipts_issued_total`,
    help: 'Receipts that are in the ledger.',
  });
  const steps = new Counter({
    ...inCounts,
    name: `${PREFIX}job_steps_total`,
    labelNames: ['step', 'outcome'],
    help: 'Steps of the scheduled work that came to an end.',
  });
  const stepSeconds = new Counter({
    ...inCounts,
    name: `${PREFIX}job_step_seconds_total`,
    labelNames: ['step'],
    help: 'Time that steps of the scheduled work took.',
  });
  const refreshes = new Histogram({
    ...inCounts,
    name: `${PREFIX}refresh_duration_seconds`,
    labelNames: ['outcome'],
    help: 'Refreshes from their source to the publication, downloads included.',
    buckets: REFRESH_SECONDS,
  });
  const doesJobs = new Gauge({
    name: `${PREFIX}does_jobs`,
    registers: [own],
    help: '1 for a process that does the jobs.',
  });
  return {
    request(method, route, status, seconds) {
      requests.inc({ method, route, status }, 1);
      durations.observe({ method, route }, seconds);
    },
    limitHit: (limit) => limits.inc({ limit }),
    receiptsIssued: (count) => receipts.inc(count),
    stepEnded(step, seconds, isFailed) {
      steps.inc({ step, outcome: isFailed ? 'failed' : 'done' });
      // The first failure only counts as an increase if the value was 0 before.
      steps.inc({ step, outcome: isFailed ? 'done' : 'failed' }, 0);
      stepSeconds.inc({ step }, seconds);
    },
    refreshEnded: (outcome, seconds) => refreshes.observe({ outcome }, seconds),
    jobsBegun() {
      doesJobs.set(1);
      for (const outcome of REFRESH_OUTCOMES) refreshes.zero({ outcome });
      watch.begun();
    },
    watchCompared: watch.compared,
  };
}

function addOwn(own: Registry, version: string): void {
  new Gauge({
    name: `${PREFIX}build_info`,
    registers: [own],
    labelNames: ['version', 'node'],
    help: 'Always 1; its labels say what runs.',
  }).set({ version, node: process.version }, 1);
  let before = performance.eventLoopUtilization();
  new Gauge({
    name: `${PREFIX}event_loop_utilization`,
    registers: [own],
    help: 'Share of the time since the last scrape in which the event loop had something to do.',
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, before).utilization);
      before = now;
    },
  });
}

async function familiesOf(registry: Registry): Promise<readonly Family[]> {
  return toFamilies(await registry.getMetricsAsJSON());
}
