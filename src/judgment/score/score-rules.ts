export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

/** Everything that determines a score. A version never changes; any change requires a new version. */
export interface ScoreRules {
  readonly version: string;
  /** Points for each citation found at the first visit of a case. */
  readonly pointsPerCitation: {
    readonly highPriority: number;
    readonly intermediate: number;
    readonly basic: number;
  };
  /**
   * Points for a case's most severe enforcement action, by the severity of its disposition (from 0, met
   * standards, to 6, closed).
   */
  readonly pointsPerSeverity: readonly number[];
  /** The maximum for a single case, so that one disastrous day does not decide everything. */
  readonly casePointsMax: number;
  /** A case's weight is halved for each period of this many days between it and the newest case. */
  readonly halfLifeDays: number;
  /** The points for an average case, and the number of such cases added to every record. */
  readonly meanPoints: number;
  readonly meanCases: number;
  /** Score points deducted for each point of the weighted mean. 100 is the best. */
  readonly scorePerPoint: number;
  /** The lowest score for each letter, best first. The last one starts at 0. */
  readonly cutOffs: readonly { readonly grade: Grade; readonly least: number }[];
  /**
   * The minimum cost of a case with unknown counts: the cost of an average case, or of the worst possible
   * counts.
   */
  readonly unknownCounts: 'mean' | 'worst';
  /**
   * The cost of a case whose first visit is not on file: the counts of its callbacks, or at least an average
   * case and what the callbacks prove. With the second option, the case does not count toward the minimum
   * record.
   */
  readonly unopenedCases: 'as_on_file' | 'as_proven';
  /** The minimum record for a letter. */
  readonly minimumRecord: {
    /** Cases with a known outcome and known counts under the current owner. */
    readonly cases: number;
    /**
     * The number of those cases that must be inspections of the business in operation. A pre-opening
     * inspection shows an empty kitchen.
     */
    readonly operatingCases: number;
    /** The maximum age of the newest one. */
    readonly monthsSinceNewest: number;
  };
}
