import type { Estimate } from '../judgment/methodology/backtest-report.ts';
import { createRandom, drawInt } from '../lib/random.ts';
import type { Weights } from './figures.ts';

/** Computes a figure for a sample, given how often the sample contains each moment. */
export type Figure = (weights: Weights) => number;

const DECIMALS = 4;

/**
 * Computes percentile bootstraps of many figures over the same samples. It draws owners rather than moments:
 * a vendor's inspections resemble one another, so drawing them one by one would make the intervals too
 * narrow. The same seed gives the same digits.
 */
export function bootstrap(
  figures: ReadonlyMap<string, Figure>,
  owners: readonly string[],
  options: { readonly samples: number; readonly seed: number; readonly onSample?: (done: number) => void },
): Map<string, Estimate> {
  const members = [...new Set(owners)];
  const memberOf = new Map(members.map((owner, index) => [owner, index]));
  const own = owners.map((owner) => memberOf.get(owner) ?? 0);
  const draws = new Map([...figures.keys()].map((name) => [name, new Float64Array(options.samples)]));
  const weights = new Float64Array(owners.length);
  for (let sample = 0; sample < options.samples; sample++) {
    const random = createRandom(options.seed, sample);
    const times = new Float64Array(members.length);
    for (let draw = 0; draw < members.length; draw++) {
      const member = drawInt(random, members.length);
      times[member] = (times[member] ?? 0) + 1;
    }
    for (const [index, member] of own.entries()) weights[index] = times[member] ?? 0;
    for (const [name, figure] of figures) draws.get(name)?.fill(figure(weights), sample, sample + 1);
    options.onSample?.(sample + 1);
  }
  const once = new Float64Array(owners.length).fill(1);
  return new Map(
    [...figures].map(([name, figure]) => [
      name,
      estimate(figure(once), draws.get(name) ?? new Float64Array()),
    ]),
  );
}

/**
 * Replaces the bootstrap interval of a share that is zero or one with the exact binomial bound (Clopper and
 * Pearson). Every bootstrap sample repeats such a share, so zero of 20 would look as certain as zero of
 * 2,000.
 */
export function boundedShare(share: Estimate, count: number): Estimate {
  if (share.low === null) return share;
  const least = rounded(0.025 ** (1 / count));
  if (share.value === 0 && least !== null) return { ...share, low: 0, high: rounded(1 - least) };
  if (share.value === 1) return { ...share, low: least, high: 1 };
  return share;
}

/** Rounds a figure for output. Returns `null` if the figure cannot be computed. */
export function rounded(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toFixed(DECIMALS)) : null;
}

function estimate(value: number, draws: Float64Array): Estimate {
  // A sample without the figure yields NaN and is skipped. A sample that divides by a rate of zero yields
  // infinity.
  const sorted = draws.filter((draw) => !Number.isNaN(draw)).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { value: rounded(value), low: rounded(at(0.025)), high: rounded(at(0.975)) };
}
