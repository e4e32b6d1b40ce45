/** Receives events for metrics and traces while the service runs. If both are off, there is no recorder. */
export interface Recorder {
  /** A completed request; `route` is the template of its address, never the address itself. */
  request(method: string, route: string, status: number, seconds: number, from: RequestFacts): void;
  /** A request rejected because the limit of this name is used up. */
  limitHit(limit: string): void;
  receiptsIssued(count: number): void;
  /** A step of the scheduled jobs ended. */
  stepEnded(step: string, seconds: number, isFailed: boolean): void;
  refreshEnded(outcome: RefreshOutcome, seconds: number): void;
  /** From now on this process runs the jobs. */
  jobsBegun(): void;
  /** Watched licenses were compared with the records of this version. */
  watchCompared(version: number): void;
}

/** The facts about a request that a trace needs. */
interface RequestFacts {
  readonly id: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** `problems`: the refresh ended, but some files of the source were missing or held back. */
export type RefreshOutcome = 'finished' | 'problems' | 'failed';

/** Passes each event to all recorders; undefined if there are none. */
export function combineRecorders(recorders: readonly (Recorder | undefined)[]): Recorder | undefined {
  const all = recorders.flatMap((each) => each ?? []);
  if (all.length <= 1) return all[0];
  return {
    request: (...told) => all.forEach((each) => void each.request(...told)),
    limitHit: (...told) => all.forEach((each) => void each.limitHit(...told)),
    receiptsIssued: (...told) => all.forEach((each) => void each.receiptsIssued(...told)),
    stepEnded: (...told) => all.forEach((each) => void each.stepEnded(...told)),
    refreshEnded: (...told) => all.forEach((each) => void each.refreshEnded(...told)),
    jobsBegun: () => all.forEach((each) => void each.jobsBegun()),
    watchCompared: (...told) => all.forEach((each) => void each.watchCompared(...told)),
  };
}
