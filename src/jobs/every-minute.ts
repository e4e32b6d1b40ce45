import type { Logger } from '../platform/log/log.ts';
import type { Recorder } from '../platform/telemetry-recorder.ts';
import { runSteps } from './run-steps.ts';

/**
 * Runs the work that people are waiting for. Each step can safely be repeated, even by several processes, and
 * takes a single statement if there is nothing to do.
 */
export async function everyMinute({
  services,
  lookAtPublication,
  makeDataFiles,
  log,
  signal,
  recorder,
}: {
  readonly services: {
    readonly applications: { moveWaitlists(): Promise<number>; sendDocumentNotices(): Promise<number> };
  };
  /** Compares the records that organizers and vendors watch with a new publication. */
  readonly lookAtPublication: () => Promise<boolean>;
  /** Runs last, because it can take a while after a publication. */
  readonly makeDataFiles: (signal?: AbortSignal) => Promise<void>;
  readonly log: Logger;
  /** Once this is aborted, no further step starts. */
  readonly signal?: AbortSignal;
  /** Present if metrics are on. */
  readonly recorder?: Recorder | undefined;
}): Promise<void> {
  const failure = 'a step failed; it will be retried in the next minute';
  const moveWaitlists = async () => {
    const moved = await services.applications.moveWaitlists();
    if (moved > 0) log.info({ moved }, 'vendors moved up from a waitlist');
  };
  const sendNotices = () => services.applications.sendDocumentNotices();
  await runSteps(
    {
      waitlists: moveWaitlists,
      'notices of documents': sendNotices,
      'a new publication': lookAtPublication,
      'data files': () => makeDataFiles(signal),
    },
    { log, failure, signal, recorder },
  );
}
