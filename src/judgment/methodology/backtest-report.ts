import type { Verdict } from '../score/recommendation.ts';
import type { Grade } from '../score/score-rules.ts';

/** What may be found at a visit; a closure is also a follow-up. */
export const OUTCOMES = ['high_priority', 'follow_up', 'closure'] as const;
export type BacktestOutcome = (typeof OUTCOMES)[number];

type ByOutcome<Value> = Readonly<Record<BacktestOutcome, Value>>;

/** The same for each outcome. */
export function byOutcome<Value>(make: (outcome: BacktestOutcome) => Value): Record<BacktestOutcome, Value> {
  const values = OUTCOMES.map((outcome) => [outcome, make(outcome)] as const);
  return Object.fromEntries(values) as Record<BacktestOutcome, Value>;
}

/**
 * A figure with its 95 % interval; `null` where there is nothing to make it of. A `high` of null beside a `low`
 * has no upper limit: in more than one sample in forty the ratio's divisor is zero.
 */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The estimate where there is no data. */
export const NO_ESTIMATE: Estimate = { value: null, low: null, high: null };

/** What a back-test found. Shares and chances are 0 to 1; moments are routine first visits, seen from the day before. */
export interface Backtest {
  readonly score_version: string;
  readonly license_types: readonly string[];
  readonly seed: number;
  readonly samples: number;
  /** Fiscal years, 1 July to 30 June; the first full one only teaches, those after it are evaluated. */
  readonly years: readonly YearResult[];
  readonly methods: readonly { readonly id: string; readonly name: string; readonly about: string }[];
  /** All evaluated moments. */
  readonly overall: SliceResult;
  /** How much larger the score's AUC is than another method's, over the same samples. */
  readonly differences: readonly { readonly than: string; readonly auc: ByOutcome<Estimate> }[];
  /** The same figures for a part of the moments each. */
  readonly groups: readonly (SliceResult & { readonly by: GroupedBy; readonly value: string })[];
  /** What came after each verdict of the policy; licenses are taken as confirmed, since no file of those days is at hand. */
  readonly verdicts: {
    readonly policy_version: string;
    /** On the day before each moment, and what that inspection found. */
    readonly next_inspection: VerdictResults;
    /** On the first day of each quarter, whether or not an inspection came, and what every visit of the next days found. */
    readonly next_days: VerdictResults & { readonly days: number; readonly quarters: readonly string[] };
  };
  /** Scores within two points below and above where a letter begins, over all years. */
  readonly cut_offs: readonly CutOffResult[];
  /** Vendors with any visit, as of the newest day on file; license and holds are not looked at. */
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
  /** By each reason that applied; a decision may have several. */
  readonly by_reason: readonly (VerdictResult & { readonly reason: string })[];
}

export interface VerdictResult {
  /** Decisions looked at. */
  readonly decisions: number;
  readonly owners: number;
  /** Share of them after which an inspector came; 1 for the next inspection by definition. */
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
  /** The rate at the worst letter over the rate at the best. */
  readonly worst_to_best: ByOutcome<Estimate>;
  /** Whether the rate never falls from one letter to the next worse one. */
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
  /** How much oftener the outcome came in the tenth with the worst records than in all. */
  readonly top_decile_lift: Estimate;
  /** Mean distance between the chance stated, learned from earlier years, and what came; `null` without such years. */
  readonly calibration_error: number | null;
}

interface GradeResult {
  readonly moments: number;
  /** Of the moments with a letter; for those without: of all. */
  readonly share: number | null;
  readonly rates: ByOutcome<Estimate>;
}

export interface CutOffResult {
  readonly grade: Grade;
  readonly least: number;
  readonly below: number;
  readonly above: number;
  /** Chance of a split as uneven as this if both sides were as likely. */
  readonly chance: number;
}
