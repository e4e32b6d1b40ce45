/** What `doctor` says of one thing. */
export interface Finding {
  readonly name: string;
  /** `skipped`: there was nothing to look at, and that is no fault. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** One line, without secrets. */
  readonly says: string;
  /** What to do about it, one line; where something is wrong. */
  readonly advice?: string;
}

/** Looks at something; may throw, which is a finding too. */
export interface Check {
  readonly name: string;
  readonly look: () => Promise<Finding[]> | Finding[];
  /** What to do when it throws or has no answer in time. */
  readonly advice: string;
  readonly withinMs?: number;
}
