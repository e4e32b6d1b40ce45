/** What the service tells its metrics and traces as it works. Where both are off there is no recorder, and nothing is told. */
export interface Recorder {
  /** An answered request; `route` is the template of its address, never the address. */
  request(method: string, route: string, status: number, seconds: number, from: RequestFacts): void;
  /** A request refused because the limit of this name is used up. */
  limitHit(limit: string): void;
  receiptsIssued(count: number): void;
  /** A step of the scheduled work came to an end. */
  stepEnded(step: string, seconds: number, isFailed: boolean): void;
  refreshEnded(outcome: RefreshOutcome, seconds: number): void;
  /** From now on this process does the jobs. */
  jobsBegun(): void;
  /** Watched licenses were compared with the records of this version. */
  watchCompared(version: number): void;
}

/** What a trace needs of a request. */
interface RequestFacts {
  readonly id: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** `problems`: it went through, and files of the source did not come or were held back. */
export type RefreshOutcome = 'finished' | 'problems' | 'failed';

/** Tells each of them; undefined when there is none. */
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
