/** What the service tells its metrics as it works. Where metrics are off there is no recorder, and nothing is told. */
export interface Recorder {
  /** An answered request; `route` is the template of its address, never the address. */
  request(method: string, route: string, status: number, seconds: number): void;
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

/** `problems`: it went through, and files of the source did not come or were held back. */
export type RefreshOutcome = 'finished' | 'problems' | 'failed';
