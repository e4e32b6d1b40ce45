/** The result of one check of `doctor`. */
export interface Finding {
  readonly name: string;
  /** `skipped` means that there was nothing to check, which is not a problem. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** One line, without secrets. */
  readonly says: string;
  /** The remedy, in one line; present if something is wrong. */
  readonly advice?: string;
}

/** A check. If `look` throws an error, that also counts as a finding. */
export interface Check {
  readonly name: string;
  readonly look: () => Promise<Finding[]> | Finding[];
  /** The remedy if the check throws an error or times out. */
  readonly advice: string;
  readonly withinMs?: number;
}
