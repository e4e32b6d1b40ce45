import type { Logger } from '../platform/log/log.ts';
import type { Recorder } from '../platform/telemetry-recorder.ts';

/**
 * Runs steps one after the other. A step that fails is logged and does not stop the next one. Returns each
 * step's result by the step's name.
 */
export async function runSteps(
  steps: Readonly<Record<string, () => Promise<unknown>>>,
  options: {
    readonly log: Pick<Logger, 'error'>;
    readonly failure: string;
    /** Once this is aborted, no further step starts. */
    readonly signal?: AbortSignal | undefined;
    readonly recorder?: Pick<Recorder, 'stepEnded'> | undefined;
  },
): Promise<Record<string, unknown>> {
  const { log, failure, signal, recorder } = options;
  const done: Record<string, unknown> = {};
  for (const [name, step] of Object.entries(steps)) {
    if (signal?.aborted) break;
    const startedAt = performance.now();
    let isFailed = false;
    try {
      done[name] = (await step()) ?? 'done';
    } catch (error) {
      isFailed = true;
      log.error({ err: error, step: name }, failure);
    }
    recorder?.stepEnded(name, (performance.now() - startedAt) / 1000, isFailed);
  }
  return done;
}
