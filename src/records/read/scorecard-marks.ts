/** Puts to a scorecard what was said about it since. */
export interface ScorecardMarks {
  /** Whether nothing was said; also false while nobody knows. */
  isUnmarked(id: string): boolean;
  annotate(
    id: string,
    body: string,
    sha256: string,
  ): Promise<{ readonly body: string; readonly hash: string; readonly isMarked: boolean }>;
}

/** Where nobody can say anything about a scorecard. */
export const UNMARKED: ScorecardMarks = {
  isUnmarked: () => true,
  annotate: async (_id, body, hash) => ({ body, hash, isMarked: false }),
};
