/** Adds later statements about a record to its scorecard. */
export interface ScorecardMarks {
  /** Returns true if the record is known to have no statements. */
  isUnmarked(id: string): boolean;
  annotate(
    id: string,
    body: string,
    sha256: string,
  ): Promise<{ readonly body: string; readonly hash: string; readonly isMarked: boolean }>;
}

/** For services that do not store statements about scorecards. */
export const UNMARKED: ScorecardMarks = {
  isUnmarked: () => true,
  annotate: async (_id, body, hash) => ({ body, hash, isMarked: false }),
};
