/** A stream of numbers in [0, 1); each call advances it. */
export type Random = () => number;

/**
 * Mulberry32 seeded with (seed, key). Each vendor has its own stream, so its data does not depend on data
 * generated earlier.
 */
export function createRandom(seed: number, key: number): Random {
  let state = mix(mix(seed | 0) ^ Math.imul(key + 1, 0x9e3779b1));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws a whole number from 0 to `count` - 1. */
export function drawInt(random: Random, count: number): number {
  return Math.floor(random() * count);
}

/** Draws an item of a non-empty list. */
export function drawFrom<T>(random: Random, items: readonly T[]): T {
  const item = items[drawInt(random, items.length)];
  if (item === undefined) throw new RangeError('cannot draw from an empty list');
  return item;
}

/** Draws an item by weight. Weights need not add up to 1. */
export function drawWeighted<T>(random: Random, table: readonly (readonly [T, number])[]): T {
  let rest = random() * table.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of table) {
    rest -= weight;
    if (rest < 0) return item;
  }
  return drawFrom(random, table)[0];
}

/** Draws from a log-normal distribution with mean 1. `sigma` is the standard deviation of the logarithm. */
export function drawLogNormal(random: Random, sigma: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  const normal = radius * Math.cos(2 * Math.PI * random());
  return Math.exp(sigma * normal - (sigma * sigma) / 2);
}

/**
 * Draws a Poisson count with this mean, capped at `max`. Uses Knuth's method, because the means here are
 * small.
 */
export function drawPoisson(random: Random, mean: number, max: number): number {
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit && count < max; count += 1) product *= random();
  return Math.max(count, 0);
}

/** Draws a waiting time with this mean. */
export function drawExponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random());
}

/** Draws a whole number from an observed distribution, given as evenly spaced quantiles. */
export function drawQuantile(random: Random, quantiles: readonly number[]): number {
  const position = random() * (quantiles.length - 1);
  const index = Math.floor(position);
  const low = quantiles[index] ?? 0;
  const high = quantiles[index + 1] ?? low;
  return Math.round(low + (high - low) * (position - index));
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
