import type { BacktestOutcome } from '../judgment/methodology/backtest-report.ts';
import { type Case, knownCounts } from '../judgment/score/cases.ts';
import { daysBetween } from '../lib/time/dates.ts';
import { parseCategories } from '../regulator/source/categories.ts';
import { REGULATOR } from '../regulator/source/regulator.ts';
import { fitLogistic, type LogisticModel } from './logistic.ts';
import type { Moment } from './moments.ts';

/**
 * The ceiling: a model fitted on everything in the record. Nobody could check it by hand; it shows how much
 * accuracy a readable rule gives up.
 */
export function fitEverything(
  training: readonly Moment[],
  outcome: BacktestOutcome,
): (moment: Moment) => number {
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

/** Chosen anew for each year by cross-validation within the years before it. */
const PENALTIES = [10, 30, 100, 300, 1_000, 3_000, 10_000];
const FOLDS = 5;
const HALF_LIFE_DAYS = 365;
const SHRINK_CASES = 2;
const CATEGORIES = 58;

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

/** All moments of one owner are in one fold: a model must gain nothing by remembering a vendor. */
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

/** Which categories the first visit of the case cited. */
function categoriesOf({ visits: [first] }: Case, visits: Moment['visits']): number[] {
  const cited = Array<number>(CATEGORIES).fill(0);
  const visit = visits.find(({ visitId }) => visitId === first?.visitId);
  for (const [category] of parseCategories(visit?.categories ?? '')) cited[category - 1] = 1;
  return cited;
}
