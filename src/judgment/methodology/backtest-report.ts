import type { Verdict } from '../score/recommendation.ts';
import type { Grade } from '../score/score-rules.ts';

/** The possible findings of a visit. A closure is also a follow-up. */
export const OUTCOMES = ['high_priority', 'follow_up', 'closure'] as const;
export type BacktestOutcome = (typeof OUTCOMES)[number];

type ByOutcome<Value> = Readonly<Record<BacktestOutcome, Value>>;

/** Creates a value for each outcome. */
export function byOutcome<Value>(make: (outcome: BacktestOutcome) => Value): Record<BacktestOutcome, Value> {
  const values = OUTCOMES.map((outcome) => [outcome, make(outcome)] as const);
  return Object.fromEntries(values) as Record<BacktestOutcome, Value>;
}

/**
 * A figure with its 95% confidence interval; `null` if there is no data for it. A null `high` with a `low`
 * means there is no upper limit: the ratio's divisor is zero in more than one in forty samples.
 */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The estimate when there is no data. */
export const NO_ESTIMATE: Estimate = { value: null, low: null, high: null };

/**
 * The results of a back-test. Shares and probabilities are between 0 and 1. A moment is the day before a
 * routine first visit.
 */
export interface Backtest {
  readonly score_version: string;
  readonly license_types: readonly string[];
  readonly seed: number;
  readonly samples: number;
  /**
   * Fiscal years, July 1 to June 30. The first full year is only for training; the years after it are
   * evaluated.
   */
  readonly years: readonly YearResult[];
  readonly methods: readonly { readonly id: string; readonly name: string; readonly about: string }[];
  /** All evaluated moments. */
  readonly overall: SliceResult;
  /** The difference between the score's AUC and another method's on the same samples. */
  readonly differences: readonly { readonly than: string; readonly auc: ByOutcome<Estimate> }[];
  /** The same figures for each group of moments. */
  readonly groups: readonly (SliceResult & { readonly by: GroupedBy; readonly value: string })[];
  /**
   * The findings after each policy verdict. Licenses are treated as confirmed, because no license files from
   * those days are available.
   */
  readonly verdicts: {
    readonly policy_version: string;
    /** The verdict on the day before each inspection, and the findings of that inspection. */
    readonly next_inspection: VerdictResults;
    /**
     * The verdict on the first day of each quarter, whether or not an inspection followed, and the findings
     * of every visit in the following days.
     */
    readonly next_days: VerdictResults & { readonly days: number; readonly quarters: readonly string[] };
  };
  /** Results for scores within two points of each letter's lowest score, over all years. */
  readonly cut_offs: readonly CutOffResult[];
  /** Vendors with at least one visit, as of the newest day on file. Licenses and holds are ignored. */
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
  /** The same figures by reason. Several reasons may apply to a decision. */
  readonly by_reason: readonly (VerdictResult & { readonly reason: string })[];
}

export interface VerdictResult {
  /** The number of evaluated decisions. */
  readonly decisions: number;
  readonly owners: number;
  /** The share of decisions that were followed by a visit. For the next inspection it is 1 by definition. */
  readonly visited: Estimate;
  readonly rates: ByOutcome<Estimate>;
}

export type GroupedBy = 'fiscal_year' | 'district' | 'license_type' | 'earlier_cases' | 'letter';

export interface YearResult {
  readonly fiscal_year: string;
  /** `left_out` marks the first days of July that a fiscal year's file contains beyond its year. */
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
  /** Quintiles by score, best records first. */
  readonly quintiles: readonly { readonly quintile: number; readonly rates: ByOutcome<Estimate> }[];
  readonly grades: readonly (GradeResult & { readonly grade: Grade })[];
  /** Moments with a record that was too short for a letter. */
  readonly below_minimum: GradeResult;
  /** The rate for the worst letter divided by the rate for the best. */
  readonly worst_to_best: ByOutcome<Estimate>;
  /** True if the rate never decreases from one letter to the next worse one. */
  readonly monotone: ByOutcome<boolean>;
  /** The stability of an owner's letter between two consecutive inspections. */
  readonly stability: {
    readonly pairs: number;
    readonly same: number | null;
    readonly one_letter: number | null;
    readonly more: number | null;
  };
}

interface MethodResult {
  readonly auc: Estimate;
  /** The outcome's rate among the worst tenth of records, divided by the overall rate. */
  readonly top_decile_lift: Estimate;
  /**
   * The mean difference between the predicted probability, learned from earlier years, and the outcome;
   * `null` if there are no earlier years.
   */
  readonly calibration_error: number | null;
}

interface GradeResult {
  readonly moments: number;
  /** The share of moments with a letter; for moments without one, the share of all moments. */
  readonly share: number | null;
  readonly rates: ByOutcome<Estimate>;
}

export interface CutOffResult {
  readonly grade: Grade;
  readonly least: number;
  readonly below: number;
  readonly above: number;
  /** The probability of a split at least this uneven if both sides were equally likely. */
  readonly chance: number;
}
