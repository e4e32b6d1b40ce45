/**
 * Logistic regression with a ridge penalty, using Newton's method on standardized columns. It is implemented
 * here because it must give the same digits on every machine, and npm has no maintained library for it.
 * Source: Hastie, Tibshirani, Friedman, The Elements of Statistical Learning, §4.4.
 */
export interface LogisticModel {
  /**
   * Returns the probability of the outcome, 0 to 1, for one row with the columns that the model was fitted
   * on.
   */
  readonly chance: (row: readonly number[]) => number;
}

const STEPS_MAX = 40;
const STEP_SMALL = 1e-9;
const PART_LEAST = 1e-9;
/** An increase smaller than this is a rounding error, not a step in the wrong direction. */
const LOSS_SMALL = 1e-9;

/**
 * Fits rows (observations × columns) to their outcomes. `penalty` is the ridge penalty on the standardized
 * coefficients; the intercept is not penalized. If all rows have the same outcome, the probability is their
 * smoothed share.
 */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  outcomes: readonly boolean[],
  penalty: number,
): LogisticModel {
  const hits = outcomes.filter((outcome) => outcome).length;
  const share = (hits + 0.5) / (rows.length + 1);
  const columns = rows[0]?.length ?? 0;
  const { means, spreads } = standardOf(rows, columns);
  const standardise = (row: readonly number[]) => [
    1,
    ...row.map((value, column) => (value - (means[column] ?? 0)) / (spreads[column] ?? 1)),
  ];
  const design = rows.map(standardise);
  const start = [Math.log(share / (1 - share)), ...Array<number>(columns).fill(0)];
  const weights = hits === 0 || hits === rows.length ? start : newton(design, outcomes, penalty, start);
  return { chance: (row) => logistic(dot(weights, standardise(row))) };
}

function newton(
  design: readonly (readonly number[])[],
  outcomes: readonly boolean[],
  penalty: number,
  start: readonly number[],
): readonly number[] {
  const size = start.length;
  let weights = start;
  let loss = lossOf(weights, design, outcomes, penalty);
  for (let step = 0; step < STEPS_MAX; step++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : -penalty * weight));
    const hessian = Array.from({ length: size }, (_, at) => {
      const line = new Float64Array(size);
      line[at] = at === 0 ? 1e-9 : penalty;
      return line;
    });
    for (const [index, row] of design.entries()) {
      const chance = logistic(dot(weights, row));
      addRow(hessian, gradient, row, (outcomes[index] ? 1 : 0) - chance, chance * (1 - chance));
    }
    const change = solve(hessian, gradient);
    const ahead = (part: number) => weights.map((weight, at) => weight + part * (change[at] ?? 0));
    // If an outcome is rare, a full step can overshoot and diverge, so the step is halved.
    const lossAhead = (part: number) => lossOf(ahead(part), design, outcomes, penalty);
    let part = 1;
    let next = lossAhead(part);
    while (part > PART_LEAST && next > loss + LOSS_SMALL) {
      part /= 2;
      next = lossAhead(part);
    }
    weights = ahead(part);
    loss = next;
    if (change.every((value) => Math.abs(value) < STEP_SMALL)) break;
  }
  return weights;
}

/**
 * Returns the value that Newton's method minimizes: the negative log-likelihood plus half the penalty on the
 * squared weights.
 */
function lossOf(
  weights: readonly number[],
  design: readonly (readonly number[])[],
  outcomes: readonly boolean[],
  penalty: number,
): number {
  let loss = 0;
  for (const weight of weights.slice(1)) loss += (penalty / 2) * weight ** 2;
  for (const [index, row] of design.entries()) {
    const odds = dot(weights, row);
    loss += Math.max(odds, 0) + Math.log1p(Math.exp(-Math.abs(odds))) - (outcomes[index] ? odds : 0);
  }
  return loss;
}

/** Adds one observation to the gradient and to the lower half of the Hessian. */
function addRow(
  hessian: readonly Float64Array[],
  gradient: number[],
  row: readonly number[],
  residual: number,
  curvature: number,
): void {
  for (let i = 0; i < row.length; i++) {
    const value = row[i] ?? 0;
    gradient[i] = (gradient[i] ?? 0) + value * residual;
    const line = hessian[i];
    if (!line) continue;
    const scaled = curvature * value;
    for (let j = 0; j <= i; j++) line[j] = (line[j] ?? 0) + scaled * (row[j] ?? 0);
  }
}

/** Solves a symmetric positive definite system whose lower half is given (Cholesky). */
function solve(matrix: readonly Float64Array[], right: readonly number[]): number[] {
  const at = (i: number, j: number) => matrix[i]?.[j] ?? 0;
  for (let i = 0; i < right.length; i++) {
    const line = matrix[i];
    if (!line) continue;
    for (let j = 0; j <= i; j++) {
      const other = matrix[j] ?? line;
      let sum = line[j] ?? 0;
      for (let k = 0; k < j; k++) sum -= (line[k] ?? 0) * (other[k] ?? 0);
      line[j] = i === j ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / at(j, j);
    }
  }
  const forward: number[] = [];
  for (let i = 0; i < right.length; i++) {
    let sum = right[i] ?? 0;
    for (let k = 0; k < i; k++) sum -= at(i, k) * (forward[k] ?? 0);
    forward.push(sum / at(i, i));
  }
  const solution = Array<number>(right.length).fill(0);
  for (let i = right.length - 1; i >= 0; i--) {
    let sum = forward[i] ?? 0;
    for (let k = i + 1; k < right.length; k++) sum -= at(k, i) * (solution[k] ?? 0);
    solution[i] = sum / at(i, i);
  }
  return solution;
}

function standardOf(rows: readonly (readonly number[])[], columns: number) {
  const means = Array<number>(columns).fill(0);
  for (const row of rows) for (const [at, value] of row.entries()) means[at] = (means[at] ?? 0) + value;
  for (let at = 0; at < columns; at++) means[at] = (means[at] ?? 0) / rows.length;
  const spreads = Array<number>(columns).fill(0);
  for (const row of rows)
    for (const [at, value] of row.entries())
      spreads[at] = (spreads[at] ?? 0) + (value - (means[at] ?? 0)) ** 2;
  // A constant column carries no information. Dividing it by one leaves it at zero.
  for (let at = 0; at < columns; at++) spreads[at] = Math.sqrt((spreads[at] ?? 0) / rows.length) || 1;
  return { means, spreads };
}

function dot(weights: readonly number[], row: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += (weights[at] ?? 0) * (row[at] ?? 0);
  return sum;
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
