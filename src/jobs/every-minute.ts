import type { Logger } from '../platform/log/log.ts';
import type { Recorder } from '../platform/recorder.ts';
import { runSteps } from './run-steps.ts';

/** What people wait for; each step can be repeated, by several processes too, and costs one statement when nothing is to be done. */
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
  /** Compares what organizers and vendors watch with a publication that is new. */
  readonly lookAtPublication: () => Promise<boolean>;
  /** Last, since it may take a while after a publication. */
  readonly makeDataFiles: (signal?: AbortSignal) => Promise<void>;
  readonly log: Logger;
  /** Once it is aborted, no further step is begun. */
  readonly signal?: AbortSignal;
  /** Where metrics are on. */
  readonly recorder?: Recorder | undefined;
}): Promise<void> {
  const failure = 'a step of the minute failed; the next minute repeats it';
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
