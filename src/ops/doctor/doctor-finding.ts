/** The result of one check of `doctor`. */
export interface Finding {
  readonly name: string;
  /** `skipped`: there was nothing to check, which is not a fault. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** One line, without secrets. */
  readonly says: string;
  /** The remedy, in one line; present if something is wrong. */
  readonly advice?: string;
}

/** Runs a check. It may throw, which is a finding too. */
export interface Check {
  readonly name: string;
  readonly look: () => Promise<Finding[]> | Finding[];
  /** The remedy if it throws or has no answer in time. */
  readonly advice: string;
  readonly withinMs?: number;
}
