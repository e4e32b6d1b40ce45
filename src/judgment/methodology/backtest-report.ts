import type { Verdict } from '../score/recommendation.ts';
import type { Grade } from '../score/score-rules.ts';

/** The outcomes of a visit that are counted. A closure also counts as a follow-up. */
export const OUTCOMES = ['high_priority', 'follow_up', 'closure'] as const;
export type BacktestOutcome = (typeof OUTCOMES)[number];

type ByOutcome<Value> = Readonly<Record<BacktestOutcome, Value>>;

/** Creates an object with a value for each outcome. */
export function byOutcome<Value>(make: (outcome: BacktestOutcome) => Value): Record<BacktestOutcome, Value> {
  const values = OUTCOMES.map((outcome) => [outcome, make(outcome)] as const);
  return Object.fromEntries(values) as Record<BacktestOutcome, Value>;
}

/**
 * A figure with its 95% confidence interval, or `null` if there is no data for it. If only `high` is null,
 * there is no upper limit, because the divisor of the ratio is zero in more than one in forty samples.
 */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The estimate if there is no data. */
export const NO_ESTIMATE: Estimate = { value: null, low: null, high: null };

/**
 * The results of a back-test. Shares and probabilities are between 0 and 1. A "moment" is the day before a
 * routine first visit, for which a score is calculated.
 */
export interface Backtest {
  readonly score_version: string;
  readonly license_types: readonly string[];
  readonly seed: number;
  readonly samples: number;
  /**
   * The fiscal years (July 1 to June 30). The first full year is used only for training, and the following
   * years are evaluated.
   */
  readonly years: readonly YearResult[];
  readonly methods: readonly { readonly id: string; readonly name: string; readonly about: string }[];
  /** The results for all evaluated moments. */
  readonly overall: SliceResult;
  /** The difference between the AUC of the score and the AUC of another method, on the same samples. */
  readonly differences: readonly { readonly than: string; readonly auc: ByOutcome<Estimate> }[];
  /** The results for each group of moments. */
  readonly groups: readonly (SliceResult & { readonly by: GroupedBy; readonly value: string })[];
  /**
   * What visits found after each policy verdict. Licenses are treated as confirmed, because no license files
   * from that time are available.
   */
  readonly verdicts: {
    readonly policy_version: string;
    /** Verdicts on the day before each inspection, and what that inspection found. */
    readonly next_inspection: VerdictResults;
    /**
     * Verdicts on the first day of each quarter, whether or not an inspection followed, and what all visits
     * in the following days found.
     */
    readonly next_days: VerdictResults & { readonly days: number; readonly quarters: readonly string[] };
  };
  /** For each letter, the results for scores within two points of its lowest score, over all years. */
  readonly cut_offs: readonly CutOffResult[];
  /** The vendors with at least one visit, as of the newest date on file. Licenses and holds are ignored. */
  readonly vendors: {
    readonly as_of: string;
    readonly on_record: number;
    readonly with_letter: number;
    readonly below_minimum: number;
    readonly grades: Readonly<Record<Grade, number>>;
  };
}

export interface VerdictResults {
  readonly by_verdict: readonly (VerdictResult & { readonly verdict: Verdict })[];
  /** The results by reason. Several reasons may apply to one decision. */
  readonly by_reason: readonly (VerdictResult & { readonly reason: string })[];
}

export interface VerdictResult {
  /** The number of evaluated decisions. */
  readonly decisions: number;
  readonly owners: number;
  /** The share of decisions that were followed by a visit. For `next_inspection` it is 1 by definition. */
  readonly visited: Estimate;
  readonly rates: ByOutcome<Estimate>;
}

export type GroupedBy = 'fiscal_year' | 'district' | 'license_type' | 'earlier_cases' | 'letter';

export interface YearResult {
  readonly fiscal_year: string;
  /**
   * `left_out` stands for the first days of July that are in a fiscal year's file but belong to the next
   * year.
   */
  readonly use: 'training' | 'evaluation' | 'left_out';
  readonly moments: number;
  readonly owners: number;
  readonly rates: ByOutcome<number | null>;
}

export interface SliceResult {
  readonly moments: number;
  readonly owners: number;
  readonly rates: ByOutcome<number | null>;
  readonly methods: readonly { readonly id: string; readonly outcomes: ByOutcome<MethodResult> }[];
  /** The results for quintiles by score, best records first. */
  readonly quintiles: readonly { readonly quintile: number; readonly rates: ByOutcome<Estimate> }[];
  readonly grades: readonly (GradeResult & { readonly grade: Grade })[];
  /** The results for moments at which the record was too short for a letter. */
  readonly below_minimum: GradeResult;
  /** The rate for the worst letter divided by the rate for the best. */
  readonly worst_to_best: ByOutcome<Estimate>;
  /** True if the rate never decreases from one letter to the next worse one. */
  readonly monotone: ByOutcome<boolean>;
  /** The shares of owners whose letter stays the same or changes from one inspection to the next. */
  readonly stability: {
    readonly pairs: number;
    readonly same: number | null;
    readonly one_letter: number | null;
    readonly more: number | null;
  };
}

interface MethodResult {
  readonly auc: Estimate;
  /** The rate of the outcome in the worst tenth of records, divided by its overall rate. */
  readonly top_decile_lift: Estimate;
  /**
   * The mean difference between the outcome and its predicted probability, which is learned from earlier
   * years. Null if there are no earlier years.
   */
  readonly calibration_error: number | null;
}

interface GradeResult {
  readonly moments: number;
  /** The share among moments with a letter. For moments without a letter, the share among all moments. */
  readonly share: number | null;
  readonly rates: ByOutcome<Estimate>;
}

export interface CutOffResult {
  readonly grade: Grade;
  readonly least: number;
  readonly below: number;
  readonly above: number;
  /** The probability of a split at least as uneven as this one if both sides were equally likely. */
  readonly chance: number;
}
