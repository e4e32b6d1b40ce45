/** Adds later statements about a record to its scorecard. */
export interface ScorecardMarks {
  /** Returns true if there are no statements; false if there are some or it is not known yet. */
  isUnmarked(id: string): boolean;
  annotate(
    id: string,
    body: string,
    sha256: string,
  ): Promise<{ readonly body: string; readonly hash: string; readonly isMarked: boolean }>;
}

/** For services that store no statements about scorecards. */
export const UNMARKED: ScorecardMarks = {
  isUnmarked: () => true,
  annotate: async (_id, body, hash) => ({ body, hash, isMarked: false }),
};
