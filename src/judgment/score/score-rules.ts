export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

/** Everything that decides a score. A version never changes; a change needs the next version. */
export interface ScoreRules {
  readonly version: string;
  /** Points for each citation found at the first visit of a case. */
  readonly pointsPerCitation: {
    readonly highPriority: number;
    readonly intermediate: number;
    readonly basic: number;
  };
  /**
   * Points for the most severe enforcement action of a case, by the severity of its disposition (0 met … 6
   * closed).
   */
  readonly pointsPerSeverity: readonly number[];
  /** The maximum for a single case: one disastrous day does not decide everything. */
  readonly casePointsMax: number;
  /** A case counts half as much for every so many days that it is older than the newest case. */
  readonly halfLifeDays: number;
  /** The points of an average case, and the number of such cases added to every record. */
  readonly meanPoints: number;
  readonly meanCases: number;
  /** Score points deducted for each point of the weighted mean. 100 is the best. */
  readonly scorePerPoint: number;
  /** Lowest score of each letter, best first. The last begins at 0. */
  readonly cutOffs: readonly { readonly grade: Grade; readonly least: number }[];
  /** The minimum cost of a case with unknown counts: a mean case, or the worst possible counts. */
  readonly unknownCounts: 'mean' | 'worst';
  /**
   * The cost of a case without its first visit on file: the counts of its callbacks, or at least a mean case
   * and what they prove. With the second option it does not count toward the minimum record.
   */
  readonly unopenedCases: 'as_on_file' | 'as_proven';
  /** Below this record there is no letter. */
  readonly minimumRecord: {
    /** Cases with a known outcome and known counts under the current owner. */
    readonly cases: number;
    /**
     * Those cases that are inspections of the running business: a pre-opening inspection shows an empty
     * kitchen.
     */
    readonly operatingCases: number;
    /** The maximum age of the newest of them. */
    readonly monthsSinceNewest: number;
  };
}
