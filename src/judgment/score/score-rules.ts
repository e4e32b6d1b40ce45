export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

/**
 * Everything that determines a score. A published version never changes: any change requires a new version.
 */
export interface ScoreRules {
  readonly version: string;
  /** The points for each citation at the first visit in a case. */
  readonly pointsPerCitation: {
    readonly highPriority: number;
    readonly intermediate: number;
    readonly basic: number;
  };
  /**
   * The points for the most severe enforcement action in a case, indexed by the severity of its disposition
   * (from 0, met standards, to 6, closed).
   */
  readonly pointsPerSeverity: readonly number[];
  /**
   * The maximum number of points for a single case, so that one disastrous day does not determine the whole
   * score.
   */
  readonly casePointsMax: number;
  /**
   * The half-life of a case's weight: it is halved for every period of this many days between the case and
   * the newest case.
   */
  readonly halfLifeDays: number;
  /** The points for an average case, and the number of average cases that are added to every record. */
  readonly meanPoints: number;
  readonly meanCases: number;
  /** The number of score points deducted from 100 for each point of the weighted mean. */
  readonly scorePerPoint: number;
  /** The lowest score for each letter, best letter first. The last letter starts at 0. */
  readonly cutOffs: readonly { readonly grade: Grade; readonly least: number }[];
  /**
   * A case with unknown counts is assumed to cost at least as much as an average case, or as much as one with
   * the highest possible counts.
   */
  readonly unknownCounts: 'mean' | 'worst';
  /**
   * What a case costs if its first visit is not on file. With `as_on_file`, its callbacks' counts. With
   * `as_proven`, at least an average case and what the callbacks prove; the case then does not count toward
   * the minimum record.
   */
  readonly unopenedCases: 'as_on_file' | 'as_proven';
  /** The minimum record that a letter requires. */
  readonly minimumRecord: {
    /** The number of cases under the current owner with a known outcome and known counts. */
    readonly cases: number;
    /**
     * The number of those cases that must be inspections of the business in operation. A pre-opening
     * inspection only shows an empty kitchen.
     */
    readonly operatingCases: number;
    /** The maximum age of the newest of those cases, in months. */
    readonly monthsSinceNewest: number;
  };
}
