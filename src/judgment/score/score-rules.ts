export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

/** Everything that decides a score: a version of it is never changed, a change is the next version. */
export interface ScoreRules {
  readonly version: string;
  /** Points for each citation found at the first visit of a case. */
  readonly pointsPerCitation: {
    readonly highPriority: number;
    readonly intermediate: number;
    readonly basic: number;
  };
  /** Points for the gravest measure of a case, by the gravity of its disposition (0 met … 6 closed). */
  readonly pointsPerGravity: readonly number[];
  /** No single case weighs more than this: one disastrous day does not decide everything. */
  readonly casePointsMax: number;
  /** A case counts half as much for each so many days that it is older than the newest case. */
  readonly halfLifeDays: number;
  /** Points of an average case, and how many such cases are added to every record. */
  readonly meanPoints: number;
  readonly meanCases: number;
  /** Score points taken off for each point of the weighted mean; 100 is the best. */
  readonly scorePerPoint: number;
  /** Lowest score of each letter, best first; the last begins at 0. */
  readonly cutOffs: readonly { readonly grade: Grade; readonly least: number }[];
  /** What a case with unknown counts costs at least: a mean case, or the worst that its counts can be. */
  readonly unknownCounts: 'mean' | 'worst';
  /**
   * What a case costs whose first visit is not on file: what its callbacks say, or at least a mean case and what they prove. With
   * the second it does not count toward the minimum record.
   */
  readonly unopenedCases: 'as_on_file' | 'as_proven';
  /** Below this record there is no letter. */
  readonly minimumRecord: {
    /** Cases with a known outcome and known counts under the current owner. */
    readonly cases: number;
    /** Of these, inspections of the running business: a pre-opening inspection shows an empty kitchen. */
    readonly operatingCases: number;
    /** The newest of them not older than this. */
    readonly monthsSinceNewest: number;
  };
}
