import { type Static, Type } from 'typebox';
import { shownAs } from '../../http/schemas.ts';
import type { Language } from '../../lib/language/language.ts';
import {
  BACKTEST_LIMITS,
  BACKTEST_STEPS,
  BACKTEST_TEXTS,
  METHODS_NAMED,
  METHODS_TOLD,
} from './backtest-messages.ts';
import {
  type Backtest,
  byOutcome,
  NO_ESTIMATE,
  type SliceResult,
  type VerdictResults,
} from './backtest-report.ts';
import { PUBLISHED } from './published-backtest.ts';

const Share = Type.Union([Type.Number(), Type.Null()]);
const Interval = Type.Object(
  { value: Share, low: Share, high: Share },
  {
    title: 'Estimate',
    description:
      'A figure with its 95 % interval; null without data; a low with a high of null means that there is no upper limit.',
  },
);
const ByOutcome = <Value extends Parameters<typeof Type.Object>[0][string]>(value: Value, title?: string) =>
  Type.Object({ high_priority: value, follow_up: value, closure: value }, title ? { title } : {});

const Estimates = ByOutcome(Interval, 'EstimatesByOutcome');
const Shares = ByOutcome(Share, 'SharesByOutcome');

const verdictFields = {
  decisions: Type.Integer({ description: 'Decisions looked at.' }),
  owners: Type.Integer(),
  visited: Interval,
  rates: Estimates,
};
const verdictResults = {
  by_verdict: Type.Array(
    Type.Object({ verdict: Type.String(), ...verdictFields }, { title: 'VerdictRates' }),
  ),
  by_reason: Type.Array(Type.Object({ reason: Type.String(), ...verdictFields }, { title: 'ReasonRates' }), {
    description: 'By each reason that applied; a decision may have several.',
  }),
};

/** The schema of the latest back-test in GET /api/v1/methodology. */
export const BacktestSummary = Type.Object(
  {
    score_version: Type.String(),
    ran_on: Type.String({ format: 'date' }),
    region: Type.String(),
    command: Type.String({ description: 'Repeats it, given the files.' }),
    files: Type.Array(
      Type.Object({
        name: Type.String(),
        sha256: Type.String(),
        newest: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    what: Type.Array(Type.String(), { description: 'What was done, step by step.' }),
    years: Type.Array(
      Type.Object({
        fiscal_year: Type.String(),
        use: Type.String({
          ...shownAs({ enum: ['training', 'evaluation', 'left_out'] }),
          description: 'What the year was used for.',
        }),
        moments: Type.Integer({
          description: 'Routine first visits with an earlier case under the same owner.',
        }),
        owners: Type.Integer(),
        rates: Shares,
      }),
    ),
    moments: Type.Integer({ description: 'The moments of the evaluated years.' }),
    owners: Type.Integer(),
    methods: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        about: Type.String(),
        auc: Estimates,
        top_decile_lift: Estimates,
        calibration_error: Shares,
      }),
    ),
    differences: Type.Array(Type.Object({ than: Type.String(), auc: Estimates }), {
      description: 'The AUC of the score minus the AUC of another method.',
    }),
    grades: Type.Array(
      Type.Object({
        grade: Type.String(),
        moments: Type.Integer(),
        share: Share,
        rates: Estimates,
      }),
      { description: 'What came, by the letter on the day before.' },
    ),
    without_letter: Type.Object({ moments: Type.Integer(), share: Share, rates: Estimates }),
    worst_to_best: Estimates,
    monotone: ByOutcome(Type.Boolean({ description: 'True if the rate never falls toward worse letters.' })),
    quintiles: Type.Array(Type.Object({ quintile: Type.Integer(), rates: Estimates })),
    stability: Type.Object({ pairs: Type.Integer(), same: Share, one_letter: Share, more: Share }),
    cut_offs: Type.Array(
      Type.Object({
        grade: Type.String(),
        least: Type.Number(),
        below: Type.Integer({ description: 'Scores within two points below.' }),
        above: Type.Integer(),
        chance: Type.Number(),
      }),
    ),
    groups: Type.Array(
      Type.Object({
        by: Type.String(),
        value: Type.String(),
        moments: Type.Integer(),
        auc: Estimates,
      }),
      { description: 'The score’s AUC for parts of the moments.' },
    ),
    verdicts: Type.Object(
      {
        policy_version: Type.String(),
        next_inspection: Type.Object(verdictResults, {
          description: 'The verdict on the day before a routine inspection, and what that inspection found.',
        }),
        next_days: Type.Object(
          { days: Type.Integer(), quarters: Type.Array(Type.String({ format: 'date' })), ...verdictResults },
          {
            description:
              'The verdict on the first day of each quarter, and what all visits of the next days found, if any came.',
          },
        ),
      },
      { description: 'What came after each verdict; licenses are taken as confirmed.' },
    ),
    vendors: Type.Object({
      as_of: Type.String({ format: 'date' }),
      on_record: Type.Integer(),
      with_letter: Type.Integer(),
      below_minimum: Type.Integer(),
      grades: Type.Record(Type.String(), Type.Integer()),
    }),
    weakest: Type.String(),
    limits: Type.Array(Type.String()),
  },
  { title: 'BacktestSummary' },
);
export type BacktestSummary = Static<typeof BacktestSummary>;

/** Returns a summary of the published back-test. */
export function summarizeBacktest(language: Language = 'en'): BacktestSummary {
  const { ranOn, region, command, report } = PUBLISHED;
  const { overall } = report;
  return {
    score_version: report.score_version,
    ran_on: ranOn,
    region: region[language],
    command,
    files: report.files.map(({ name, sha256, newest }) => ({ name, sha256, newest })),
    what: Object.values(BACKTEST_STEPS[language]),
    years: [...report.years],
    moments: overall.moments,
    owners: overall.owners,
    methods: report.methods.map((method) => ({
      ...describeMethodOfReport(method, language),
      ...resultsOf(overall, method.id),
    })),
    differences: [...report.differences],
    grades: [...overall.grades],
    without_letter: overall.below_minimum,
    worst_to_best: overall.worst_to_best,
    monotone: overall.monotone,
    quintiles: [...overall.quintiles],
    stability: overall.stability,
    cut_offs: [...report.cut_offs],
    groups: report.groups.map((group) => ({
      by: group.by,
      value: group.value,
      moments: group.moments,
      auc: resultsOf(group, 'score').auc,
    })),
    verdicts: copyVerdicts(report.verdicts),
    vendors: report.vendors,
    weakest: BACKTEST_TEXTS[language].weakest,
    limits: Object.values(BACKTEST_LIMITS[language]),
  };
}

function copyVerdicts({ policy_version, next_inspection, next_days }: Backtest['verdicts']) {
  const copy = ({ by_verdict, by_reason }: VerdictResults) => ({
    by_verdict: [...by_verdict],
    by_reason: [...by_reason],
  });
  const { days, quarters } = next_days;
  return {
    policy_version,
    next_inspection: copy(next_inspection),
    next_days: { days, quarters: [...quarters], ...copy(next_days) },
  };
}

function resultsOf({ methods }: SliceResult, id: string) {
  const outcomes = methods.find((method) => method.id === id)?.outcomes;
  return {
    auc: byOutcome((outcome) => outcomes?.[outcome].auc ?? NO_ESTIMATE),
    top_decile_lift: byOutcome((outcome) => outcomes?.[outcome].top_decile_lift ?? NO_ESTIMATE),
    calibration_error: byOutcome((outcome) => outcomes?.[outcome].calibration_error ?? null),
  };
}

/**
 * Returns the method with our current name and description. A method that only an older back-test has keeps
 * the report's own.
 */
function describeMethodOfReport<
  Of extends { readonly id: string; readonly name: string; readonly about: string },
>(method: Of, language: Language): Of {
  const names: Readonly<Record<string, string>> = METHODS_NAMED[language];
  const told: Readonly<Record<string, string>> = METHODS_TOLD[language];
  const { name, about, id } = method;
  return { ...method, name: names[id] ?? name, about: told[id] ?? about };
}
