import type { Verdict } from '../score/recommendation.ts';
import type { Grade } from '../score/score-rules.ts';

/** The possible findings of a visit. A closure is also a follow-up. */
export const OUTCOMES = ['high_priority', 'follow_up', 'closure'] as const;
export type BacktestOutcome = (typeof OUTCOMES)[number];

type ByOutcome<Value> = Readonly<Record<BacktestOutcome, Value>>;

/** Makes a value for each outcome. */
export function byOutcome<Value>(make: (outcome: BacktestOutcome) => Value): Record<BacktestOutcome, Value> {
  const values = OUTCOMES.map((outcome) => [outcome, make(outcome)] as const);
  return Object.fromEntries(values) as Record<BacktestOutcome, Value>;
}

/**
 * A figure with its 95 % interval; `null` if there is no data for it. A `high` of null with a `low` means no
 * upper limit: in more than one sample in forty, the ratio's divisor is zero.
 */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The estimate without data. */
export const NO_ESTIMATE: Estimate = { value: null, low: null, high: null };

/**
 * The results of a back-test. Shares and chances are 0 to 1. Moments are routine first visits, seen from the
 * day before.
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
  /** The lead of the score's AUC over another method's, on the same samples. */
  readonly differences: readonly { readonly than: string; readonly auc: ByOutcome<Estimate> }[];
  /** The same figures for each part of the moments. */
  readonly groups: readonly (SliceResult & { readonly by: GroupedBy; readonly value: string })[];
  /**
   * The findings after each verdict of the policy. Licenses count as confirmed, because no file of those days
   * is available.
   */
  readonly verdicts: {
    readonly policy_version: string;
    /** The verdict on the day before each moment, and the findings of that inspection. */
    readonly next_inspection: VerdictResults;
    /**
     * The verdict on the first day of each quarter, with or without an inspection, and the findings of every
     * visit in the next days.
     */
    readonly next_days: VerdictResults & { readonly days: number; readonly quarters: readonly string[] };
  };
  /** Scores within two points below and above the lowest score of a letter, over all years. */
  readonly cut_offs: readonly CutOffResult[];
  /** Vendors with any visit, as of the newest day on file. License and holds do not matter. */
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
  /** The same by each reason that applied. A decision may have several. */
  readonly by_reason: readonly (VerdictResult & { readonly reason: string })[];
}

export interface VerdictResult {
  /** The number of evaluated decisions. */
  readonly decisions: number;
  readonly owners: number;
  /** The share of decisions after which an inspector came; 1 for the next inspection by definition. */
  readonly visited: Estimate;
  readonly rates: ByOutcome<Estimate>;
}

export type GroupedBy = 'fiscal_year' | 'district' | 'license_type' | 'earlier_cases' | 'letter';

export interface YearResult {
  readonly fiscal_year: string;
  /** Left out: the few days of July by which a fiscal year's file overruns its year. */
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
  /** Fifths by the score, the best records first. */
  readonly quintiles: readonly { readonly quintile: number; readonly rates: ByOutcome<Estimate> }[];
  readonly grades: readonly (GradeResult & { readonly grade: Grade })[];
  /** Moments with a record too short for a letter. */
  readonly below_minimum: GradeResult;
  /** The rate at the worst letter divided by the rate at the best. */
  readonly worst_to_best: ByOutcome<Estimate>;
  /** True if the rate never falls from one letter to the next worse one. */
  readonly monotone: ByOutcome<boolean>;
  /** Letters of the same owner before two inspections in a row. */
  readonly stability: {
    readonly pairs: number;
    readonly same: number | null;
    readonly one_letter: number | null;
    readonly more: number | null;
  };
}

interface MethodResult {
  readonly auc: Estimate;
  /** The rate of the outcome in the tenth with the worst records, divided by the rate in all. */
  readonly top_decile_lift: Estimate;
  /**
   * The mean distance between the stated chance, learned from earlier years, and the outcome; `null` without
   * such years.
   */
  readonly calibration_error: number | null;
}

interface GradeResult {
  readonly moments: number;
  /** The share of moments with a letter; for moments without one, the share of all. */
  readonly share: number | null;
  readonly rates: ByOutcome<Estimate>;
}

export interface CutOffResult {
  readonly grade: Grade;
  readonly least: number;
  readonly below: number;
  readonly above: number;
  /** The chance of a split at least as uneven if both sides were equally likely. */
  readonly chance: number;
}
