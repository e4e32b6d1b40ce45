/** Adds later statements about a record to its scorecard. */
export interface ScorecardMarks {
  /** Returns true if there are no statements; false also while this is unknown. */
  isUnmarked(id: string): boolean;
  annotate(
    id: string,
    body: string,
    sha256: string,
  ): Promise<{ readonly body: string; readonly hash: string; readonly isMarked: boolean }>;
}

/** For services in which there are no statements about scorecards. */
export const UNMARKED: ScorecardMarks = {
  isUnmarked: () => true,
  annotate: async (_id, body, hash) => ({ body, hash, isMarked: false }),
};
