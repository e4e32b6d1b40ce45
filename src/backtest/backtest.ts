import {
  type Backtest,
  byOutcome,
  type CutOffResult,
  type Estimate,
  NO_ESTIMATE,
  OUTCOMES,
  type YearResult,
} from '../judgment/methodology/backtest-report.ts';
import { POLICY_VERSION } from '../judgment/policy/policy.ts';
import { toCases } from '../judgment/score/cases.ts';
import { splitByOwner } from '../judgment/score/ownership.ts';
import { scoreCases } from '../judgment/score/score.ts';
import type { ScoreRules } from '../judgment/score/score-rules.ts';
import { licenseKey } from '../regulator/licenses/number.ts';
import { bootstrap, type Figure, rounded } from './bootstrap.ts';
import { aucOf, evenSplitChance, rankByYear } from './figures.ts';
import { FLAG_ID } from './methods.ts';
import { listMoments, type Moment, type PastVisit } from './moments.ts';
import { evaluatedYears, FITTED_ID, runTrial, scoreBefore, type Trial } from './trial.ts';
import { describeSlice, figuresOf, groupsOf, wholeOf } from './trial-groups.ts';
import { describeVerdicts } from './verdict-results.ts';
import { verdictsBefore, verdictsOnQuarters, WINDOW_DAYS } from './verdicts.ts';

interface BacktestOptions {
  readonly rules: ScoreRules;
  /** The number of bootstrap samples. The seed makes the samples reproducible. */
  readonly samples: number;
  readonly seed: number;
  readonly onProgress?: (done: number, all: number, what: string) => void;
}

/**
 * Walks through the visits in chronological order, and compares what was known the day before each routine
 * first visit with what that visit found. Pure: the same visits give the same report in any order. Throws a
 * RangeError if no visit qualifies.
 */
export function runBacktest(visits: readonly PastVisit[], options: BacktestOptions): Backtest {
  const { rules, samples, seed, onProgress } = options;
  const all = listMoments(visits);
  if (all.length === 0)
    throw new RangeError('No routine inspection in these files has an earlier one under the same owner.');
  const trial = runTrial(all, rules, (done, years) => onProgress?.(done, years, 'years of methods'));
  const groups = groupsOf(trial);
  const whole = wholeOf(trial);
  const figures = new Map([
    ...[whole, ...groups].flatMap((slice) => [...figuresOf(slice, trial, rules)]),
    ...differenceFigures(trial),
  ]);
  const estimates = bootstrap(
    figures,
    trial.moments.map(({ owner }) => owner),
    { samples, seed, onSample: (done) => onProgress?.(done, samples, 'bootstrap samples') },
  );
  const estimate = (name: string): Estimate => estimates.get(name) ?? NO_ESTIMATE;
  return {
    score_version: rules.version,
    license_types: [...new Set(all.map(({ licenseType }) => licenseType))].sort(),
    seed,
    samples,
    years: describeYears(all),
    methods: trial.methods.map(({ id, name, about }) => ({ id, name, about })),
    overall: describeSlice(whole, trial, rules, estimate),
    differences: OTHERS.filter((id) => trial.methods.some((method) => method.id === id)).map((id) => ({
      than: id,
      auc: byOutcome((outcome) => estimate(`difference:${id}:${outcome}`)),
    })),
    groups: groups.map((group) => ({
      by: group.by,
      value: group.value,
      ...describeSlice(group, trial, rules, estimate),
    })),
    verdicts: describePolicy(visits, trial, options),
    cut_offs: describeCutOffs(all, rules),
    vendors: gradeVendors(visits, rules),
  };
}

/** Describes the policy's verdicts and what happened after them. */
function describePolicy(
  visits: readonly PastVisit[],
  trial: Trial,
  { rules, samples, seed }: BacktestOptions,
): Backtest['verdicts'] {
  const onQuarters = verdictsOnQuarters(visits, [...new Set(trial.years)], rules);
  return {
    policy_version: POLICY_VERSION,
    next_inspection: describeVerdicts(verdictsBefore(trial.moments, rules), { samples, seed }),
    next_days: {
      days: WINDOW_DAYS,
      quarters: [...new Set(onQuarters.map(({ asOf }) => asOf))],
      ...describeVerdicts(onQuarters, { samples, seed }),
    },
  };
}

/**
 * The methods to compare the score with: the simplest one, and one that is fitted to everything in the
 * record.
 */
const OTHERS = [FLAG_ID, FITTED_ID];

function* differenceFigures({ methods, found, years }: Trial): Generator<[string, Figure]> {
  const ours = methods.find(({ id }) => id === 'score');
  for (const { id, risks } of methods.filter((method) => OTHERS.includes(method.id)))
    for (const outcome of OUTCOMES) {
      const mine = rankByYear(ours?.risks[outcome] ?? [], years);
      const theirs = rankByYear(risks[outcome], years);
      yield [
        `difference:${id}:${outcome}`,
        (weights) => aucOf(mine, found[outcome], weights) - aucOf(theirs, found[outcome], weights),
      ];
    }
}

function describeYears(all: readonly Moment[]): YearResult[] {
  const evaluated = evaluatedYears(all);
  const years = [...new Set(all.map(({ fiscalYear }) => fiscalYear))].sort();
  return years.map((year) => {
    const own = all.filter(({ fiscalYear }) => fiscalYear === year);
    return {
      fiscal_year: year,
      use: evaluated.includes(year) ? 'evaluation' : year < (evaluated[0] ?? '') ? 'training' : 'left_out',
      moments: own.length,
      owners: new Set(own.map(({ owner }) => owner)).size,
      rates: byOutcome((outcome) => rounded(own.filter(({ found }) => found[outcome]).length / own.length)),
    };
  });
}

const BULGE_POINTS = 2;

function describeCutOffs(all: readonly Moment[], rules: ScoreRules): CutOffResult[] {
  const values = all.flatMap((moment) => {
    const score = scoreBefore(moment, rules);
    return score.scored ? [score.value] : [];
  });
  return rules.cutOffs
    .filter(({ least }) => least > 0)
    .map(({ grade, least }) => {
      const below = values.filter((value) => value >= least - BULGE_POINTS && value < least).length;
      const above = values.filter((value) => value >= least && value < least + BULGE_POINTS).length;
      return { grade, least, below, above, chance: rounded(evenSplitChance(below, above)) ?? 1 };
    });
}

/**
 * Counts the vendors with at least one visit by their letter on the newest day, under the owner as of the
 * newest visit.
 */
function gradeVendors(visits: readonly PastVisit[], rules: ScoreRules): Backtest['vendors'] {
  const asOf = visits.reduce((newest, { visitedOn }) => (visitedOn > newest ? visitedOn : newest), '');
  const byLicense = Map.groupBy(visits, ({ licenseType, digits }) => licenseKey(licenseType, digits));
  const grades = { A: 0, B: 0, C: 0, D: 0, F: 0 };
  let belowMinimum = 0;
  for (const own of byLicense.values()) {
    const score = scoreCases(splitByOwner(toCases(own), []).current, asOf, rules);
    if (score.scored) grades[score.grade] += 1;
    else belowMinimum += 1;
  }
  const onRecord = byLicense.size;
  return {
    as_of: asOf,
    on_record: onRecord,
    with_letter: onRecord - belowMinimum,
    below_minimum: belowMinimum,
    grades,
  };
}
