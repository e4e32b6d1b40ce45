/** Records events for metrics and traces while the service runs. If both are off, there is no recorder. */
export interface Recorder {
  /** A request was completed. `route` is the route's template, never the requested address. */
  request(method: string, route: string, status: number, seconds: number, from: RequestFacts): void;
  /** A request was rejected because the limit with this name was exceeded. */
  limitHit(limit: string): void;
  receiptsIssued(count: number): void;
  /** A step of the scheduled jobs ended. */
  stepEnded(step: string, seconds: number, isFailed: boolean): void;
  refreshEnded(outcome: RefreshOutcome, seconds: number): void;
  /** This process started to run the scheduled jobs. */
  jobsBegun(): void;
  /** Watched licenses were compared with the records of this version. */
  watchCompared(version: number): void;
}

/** The facts about a request that a trace needs. */
interface RequestFacts {
  readonly id: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** `problems`: the refresh ended, but some files from the source were missing or held back. */
export type RefreshOutcome = 'finished' | 'problems' | 'failed';

/** Returns a recorder that passes each event to all of the given recorders; undefined if there are none. */
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
