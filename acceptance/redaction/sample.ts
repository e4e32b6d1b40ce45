import { createRandom } from '../../src/lib/random.ts';

/**
 * Draws `count` items from `all` without replacement, and returns them in their original order. The same seed
 * gives the same sample.
 */
export function sample<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = createRandom(seed, 0);
  const drawn: T[] = [];
  for (const [index, each] of all.entries()) {
    const wanted = count - drawn.length;
    if (random() * (all.length - index) < wanted) drawn.push(each);
  }
  return drawn;
}
