import { type BacktestOutcome, byOutcome } from '../judgment/methodology/backtest-report.ts';
import { type Case, knownCounts } from '../judgment/score/cases.ts';
import { type Score, scoreCases } from '../judgment/score/score.ts';
import type { Grade, ScoreRules } from '../judgment/score/score-rules.ts';
import { addDays, daysBetween } from '../lib/time/dates.ts';
import { parseCategories } from '../regulator/source/categories.ts';
import { REGULATOR } from '../regulator/source/regulator.ts';
import { fitLogistic, type LogisticModel } from './logistic.ts';
import { baselines, type Method, ourMethod } from './methods.ts';
import type { Moment } from './moments.ts';

export const FITTED_ID = 'fitted';

/**
 * One method's results for the evaluated moments: the risks that rank them, and the predicted probabilities
 * of each outcome.
 */
interface MethodTrial {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly risks: Readonly<Record<BacktestOutcome, readonly number[]>>;
  /** Undefined if there is no earlier year to train on. */
  readonly chances: Readonly<Record<BacktestOutcome, readonly number[]>> | undefined;
}

/** The evaluated moments, their outcomes, and what each method predicted on the day before. */
export interface Trial {
  readonly moments: readonly Moment[];
  /** The fiscal year of each moment. */
  readonly years: readonly string[];
  readonly found: Readonly<Record<BacktestOutcome, readonly boolean[]>>;
  readonly letters: readonly (Grade | undefined)[];
  readonly methods: readonly MethodTrial[];
}

/** The penalties to choose from. One is chosen for each year by cross-validation on the earlier years. */
const PENALTIES = [10, 30, 100, 300, 1_000, 3_000, 10_000];
const FOLDS = 5;
const HALF_LIFE_DAYS = 365;
const SHRINK_CASES = 2;
const CATEGORIES = 58;

/**
 * Returns the reported years, which are all years except the first, because it has no earlier year to train
 * on. A file can extend a few days into July, and so few moments do not count as a year.
 */
export function evaluatedYears(moments: readonly Moment[]): string[] {
  const counts = new Map<string, number>();
  for (const { fiscalYear } of moments) counts.set(fiscalYear, (counts.get(fiscalYear) ?? 0) + 1);
  const all = [...counts.keys()].sort();
  const full = all.filter((year) => (counts.get(year) ?? 0) >= YEAR_MOMENTS_LEAST);
  const years = full.length > 0 ? full : all;
  return years.length > 1 ? years.slice(1) : years;
}

const YEAR_MOMENTS_LEAST = 20;

/**
 * Runs each method as of the day before each evaluated moment. A fitted method learns only from earlier
 * years.
 */
export function runTrial(
  all: readonly Moment[],
  rules: ScoreRules,
  onYear: (done: number, years: number) => void,
): Trial {
  const years = evaluatedYears(all);
  const methods = [ourMethod(rules), ...baselines(rules)];
  const parts = years.map((year, index) => {
    const part = trialOfYear(all, year, methods);
    onYear(index + 1, years.length);
    return part;
  });
  const moments = parts.flatMap((part) => part.moments);
  return {
    moments,
    years: moments.map(({ fiscalYear }) => fiscalYear),
    found: byOutcome((outcome) => moments.map(({ found }) => found[outcome])),
    letters: moments.map((moment) => letterBefore(moment, rules)),
    methods: (parts[0]?.methods ?? []).map((method, index) =>
      joined(
        method,
        parts.flatMap((part) => part.methods[index] ?? []),
      ),
    ),
  };
}

/** Returns the letter on the day before; `undefined` if the record is too short to have one. */
export function letterBefore(moment: Moment, rules: ScoreRules): Grade | undefined {
  const score = scoreBefore(moment, rules);
  return score.scored ? score.grade : undefined;
}

/** Returns the score on the day before. */
export function scoreBefore({ known, visitedOn }: Moment, rules: ScoreRules): Score {
  return scoreCases(known, addDays(visitedOn, -1), rules);
}

function trialOfYear(all: readonly Moment[], year: string, methods: readonly Method[]) {
  const training = all.filter(({ fiscalYear }) => fiscalYear < year);
  const moments = all.filter(({ fiscalYear }) => fiscalYear === year);
  const trials = methods.map((method) => trialOf(method, training, moments));
  return { moments, methods: training.length > 0 ? [...trials, fittedTrial(training, moments)] : trials };
}

/** Returns a method's own ranking, with probabilities from a curve fitted to it on the earlier years. */
function trialOf(method: Method, training: readonly Moment[], moments: readonly Moment[]): MethodTrial {
  const { id, name, about } = method;
  const risks = moments.map(method.risk);
  const learned = training.map((moment) => [method.risk(moment)]);
  const chances = byOutcome((outcome) => {
    const curve = fitLogistic(
      learned,
      training.map(({ found }) => found[outcome]),
      CURVE_PENALTY,
    );
    return risks.map((risk) => curve.chance([risk]));
  });
  return {
    id,
    name,
    about,
    risks: byOutcome(() => risks),
    chances: training.length > 0 ? chances : undefined,
  };
}

/** Keeps the curve finite if no earlier closure is on file. */
const CURVE_PENALTY = 1;

function fittedTrial(training: readonly Moment[], moments: readonly Moment[]): MethodTrial {
  const chances = byOutcome((outcome) => moments.map(fitEverything(training, outcome)));
  return {
    id: FITTED_ID,
    name: 'Fitted model (ceiling)',
    about:
      'Ridge logistic regression on everything in the record: counts, measures, 58 categories, kinds and days of ' +
      'inspections, license type. Fitted on the years before; nobody could check it with a pencil.',
    risks: chances,
    chances,
  };
}

function joined(method: MethodTrial, parts: readonly MethodTrial[]): MethodTrial {
  return {
    ...method,
    risks: byOutcome((outcome) => parts.flatMap(({ risks }) => risks[outcome])),
    chances:
      method.chances && byOutcome((outcome) => parts.flatMap(({ chances }) => chances?.[outcome] ?? [])),
  };
}

/**
 * Fits a model to everything in the record, as an upper bound. The model cannot be checked by hand, but it
 * shows how much accuracy a readable rule gives up.
 */
function fitEverything(training: readonly Moment[], outcome: BacktestOutcome): (moment: Moment) => number {
  const rows = training.map(columnsOf);
  const outcomes = training.map(({ found }) => found[outcome]);
  const folds = foldsOf(training);
  let best: { penalty: number; loss: number } | undefined;
  for (const penalty of PENALTIES) {
    const loss = crossValidatedLoss(rows, outcomes, folds, penalty);
    if (!best || loss < best.loss) best = { penalty, loss };
  }
  const model = fitLogistic(rows, outcomes, best?.penalty ?? 1);
  return (moment) => model.chance(columnsOf(moment));
}

function crossValidatedLoss(
  rows: readonly (readonly number[])[],
  outcomes: readonly boolean[],
  folds: readonly number[],
  penalty: number,
): number {
  let loss = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const inside = <Each>(list: readonly Each[]) => list.filter((_, index) => folds[index] !== fold);
    const model = fitLogistic(inside(rows), inside(outcomes), penalty);
    for (const [index, row] of rows.entries())
      if (folds[index] === fold) loss -= logLikelihood(model, row, outcomes[index] ?? false);
  }
  return loss;
}

function logLikelihood(model: LogisticModel, row: readonly number[], outcome: boolean): number {
  const chance = Math.min(Math.max(model.chance(row), 1e-9), 1 - 1e-9);
  return Math.log(outcome ? chance : 1 - chance);
}

/**
 * Assigns all moments of one owner to the same fold, so that a model does not benefit from memorizing a
 * vendor.
 */
function foldsOf(moments: readonly Moment[]): number[] {
  const owners = [...new Set(moments.map(({ owner }) => owner))].sort();
  const fold = new Map(owners.map((owner, index) => [owner, index % FOLDS]));
  return moments.map(({ owner }) => fold.get(owner) ?? 0);
}

function columnsOf({ known, visits, visitedOn, licenseType }: Moment): number[] {
  const newest = known.at(-1);
  const weights = known.map(
    ({ openedOn }) => 0.5 ** (daysBetween(openedOn, newest?.openedOn ?? openedOn) / HALF_LIFE_DAYS),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shrink = known.length / (known.length + SHRINK_CASES);
  const mean = (columns: readonly (readonly number[])[]) =>
    (columns[0] ?? []).map(
      (_, column) =>
        (shrink / total) * columns.reduce((sum, row, at) => sum + (weights[at] ?? 0) * (row[column] ?? 0), 0),
    );
  const last = newest ? countsOf(newest) : [];
  return [
    ...mean(known.map(countsOf)),
    ...mean(known.map(measuresOf)),
    ...mean(known.map((single) => categoriesOf(single, visits))),
    ...last,
    Math.log(known.length),
    Math.log1p(daysBetween(newest?.openedOn ?? visitedOn, visitedOn)),
    Number(newest?.inspectionType === REGULATOR.inspectionTypes.preOpening),
    Number(newest && REGULATOR.inspectionTypes.isComplaint(newest.inspectionType)),
    Number((newest?.visits.length ?? 0) > 1),
    Number(REGULATOR.dispositionOf(newest?.outcome ?? '').result !== 'met'),
    Number(REGULATOR.licenses.kindOfType(licenseType) === 'caterer'),
  ];
}

function countsOf(single: Case): number[] {
  const counts = knownCounts(single);
  if (!counts) return [0, 0, 0, 0, 0];
  return [
    Math.log1p(counts.highPriority),
    Math.log1p(counts.intermediate),
    Math.log1p(counts.basic),
    Number(counts.highPriority > 0),
    Number(counts.total === 0),
  ];
}

function measuresOf({ worst }: Case): number[] {
  const { severity } = REGULATOR.dispositionOf(worst);
  return [Number(severity >= 2), Number(severity >= 4)];
}

/** Returns the categories cited at the first visit of the case. */
function categoriesOf({ visits: [first] }: Case, visits: Moment['visits']): number[] {
  const cited = Array<number>(CATEGORIES).fill(0);
  const visit = visits.find(({ visitId }) => visitId === first?.visitId);
  for (const [category] of parseCategories(visit?.categories ?? '')) cited[category - 1] = 1;
  return cited;
}
