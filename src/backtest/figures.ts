/**
 * The figures of a back-test, computed over moments that can be weighted. A moment's weight is the number of
 * times that a bootstrap sample contains it, or 1 without a bootstrap. Ties are divided evenly, so that no
 * figure depends on the order of equal risks.
 */
export type Weights = ArrayLike<number>;

/** The moments of one year, ordered by risk with the lowest first. Moments of equal risk form one group. */
interface Ranking {
  readonly order: readonly number[];
  /** The end of each group in `order`. */
  readonly ends: readonly number[];
}

/**
 * Creates one ranking for each year. Moments are compared only within their year. A method that is refitted
 * each year shifts its probabilities with the statewide mean, and a ranking across years would measure that
 * shift.
 */
export function rankByYear(
  risks: readonly number[],
  years: readonly string[],
  members: readonly number[] = [...risks.keys()],
): Ranking[] {
  return [...new Set(members.map((index) => years[index]))].sort().map((year) =>
    rank(
      risks,
      members.filter((index) => years[index] === year),
    ),
  );
}

function rank(risks: readonly number[], members: readonly number[]): Ranking {
  const order = [...members].sort((a, b) => (risks[a] ?? 0) - (risks[b] ?? 0) || a - b);
  const ends: number[] = [];
  for (let at = 1; at <= order.length; at++)
    if (at === order.length || risks[order[at] ?? -1] !== risks[order[at - 1] ?? -1]) ends.push(at);
  return { order, ends };
}

/**
 * Returns the area under the ROC curve: the probability that a moment with the outcome was ranked as riskier
 * than one without it. A coin toss gives ½. NaN if there are no moments with the outcome or none without it.
 */
export function aucOf(rankings: readonly Ranking[], outcomes: readonly boolean[], weights: Weights): number {
  let right = 0;
  let all = 0;
  for (const ranking of rankings) {
    const pairs = pairsOf(ranking, outcomes, weights);
    right += pairs.right;
    all += pairs.all;
  }
  return right / all;
}

function pairsOf({ order, ends }: Ranking, outcomes: readonly boolean[], weights: Weights) {
  let start = 0;
  let misses = 0;
  let hits = 0;
  let right = 0;
  for (const end of ends) {
    let groupHits = 0;
    let groupMisses = 0;
    for (let at = start; at < end; at++) {
      const index = order[at] ?? 0;
      const weight = weights[index] ?? 0;
      if (outcomes[index]) groupHits += weight;
      else groupMisses += weight;
    }
    right += groupHits * (misses + groupMisses / 2);
    hits += groupHits;
    misses += groupMisses;
    start = end;
  }
  return { right, all: hits * misses };
}

interface Band {
  readonly weight: number;
  readonly hits: number;
  /** The sum of the predicted probabilities. */
  readonly expected: number;
}

/** Returns the bands of all years, added together. Each year is divided separately. */
export function bandsOf(
  rankings: readonly Ranking[],
  ...rest: [
    outcomes: readonly boolean[],
    weights: Weights,
    cuts: readonly number[],
    chances?: readonly number[],
  ]
): Band[] {
  const years = rankings.map((ranking) => bandsOfYear(ranking, ...rest));
  const [, , cuts] = rest;
  return [...cuts, 1].map((_, at) => ({
    weight: sumOf(years, (bands) => bands[at]?.weight),
    hits: sumOf(years, (bands) => bands[at]?.hits),
    expected: sumOf(years, (bands) => bands[at]?.expected),
  }));
}

function sumOf<Each>(list: readonly Each[], numberOf: (each: Each) => number | undefined): number {
  return list.reduce((sum, each) => sum + (numberOf(each) ?? 0), 0);
}

/**
 * Divides a ranking at the given shares of its weight (0.2, 0.4 … for quintiles), lowest risk first. A group
 * of equal risks at a boundary is divided in proportion.
 */
function bandsOfYear(
  { order, ends }: Ranking,
  outcomes: readonly boolean[],
  weights: Weights,
  cuts: readonly number[],
  chances: readonly number[] = [],
): Band[] {
  const total = order.reduce((sum, index) => sum + (weights[index] ?? 0), 0);
  const limits = [...cuts.map((cut) => cut * total), Number.POSITIVE_INFINITY];
  const bands = limits.map(() => ({ weight: 0, hits: 0, expected: 0 }));
  let start = 0;
  let passed = 0;
  for (const end of ends) {
    const group = { weight: 0, hits: 0, expected: 0 };
    for (let at = start; at < end; at++) {
      const index = order[at] ?? 0;
      const weight = weights[index] ?? 0;
      group.weight += weight;
      if (outcomes[index]) group.hits += weight;
      group.expected += weight * (chances[index] ?? 0);
    }
    start = end;
    if (group.weight === 0) continue;
    for (const [at, band] of bands.entries()) {
      const from = Math.max(passed, at === 0 ? 0 : (limits[at - 1] ?? 0));
      const share = (Math.min(passed + group.weight, limits[at] ?? 0) - from) / group.weight;
      if (share <= 0) continue;
      band.weight += share * group.weight;
      band.hits += share * group.hits;
      band.expected += share * group.expected;
    }
    passed += group.weight;
  }
  return bands;
}

/** Returns the ratio of the outcome's frequency in the riskiest tenth to its frequency overall. */
export function topDecileLift(
  rankings: readonly Ranking[],
  outcomes: readonly boolean[],
  weights: Weights,
): number {
  const [rest, top] = bandsOf(rankings, outcomes, weights, [0.9]);
  if (!rest || !top) return Number.NaN;
  return top.hits / top.weight / ((rest.hits + top.hits) / (rest.weight + top.weight));
}

export const QUINTILES = [0.2, 0.4, 0.6, 0.8];

/**
 * Returns the mean distance between the predicted probability and the observed share, over fifths of the
 * ranking.
 */
export function calibrationError(
  rankings: readonly Ranking[],
  outcomes: readonly boolean[],
  chances: readonly number[],
): number {
  const bands = bandsOf(rankings, outcomes, Array<number>(outcomes.length).fill(1), QUINTILES, chances);
  const total = bands.reduce((sum, { weight }) => sum + weight, 0);
  return bands.reduce((sum, { hits, expected }) => sum + Math.abs(hits - expected), 0) / total;
}

/**
 * Returns the two-sided probability of a split at least as uneven as `a` to `b` if both sides are equally
 * likely (exact binomial).
 */
export function evenSplitChance(a: number, b: number): number {
  const count = a + b;
  let tail = 0;
  let term = 0.5 ** count;
  for (let k = 0; k <= Math.min(a, b); k++) {
    tail += term;
    term *= (count - k) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}
