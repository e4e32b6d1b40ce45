import { createRandom, drawFrom } from '../../src/lib/random.ts';
import type { Matchable } from '../../src/matching/matchable.ts';
import { wordsOf } from '../../src/matching/vendor-words.ts';
import { createMatcher } from '../../test/support/matcher.ts';
import type { NOISES } from './noise.ts';

const QUERIES = 300;
const SEED = 5;

/**
 * Prints the cost of building and querying an index of `size` vendors: the given vendors, and then vendors
 * whose names combine halves of two given names.
 */
export function timeAmong(known: readonly Matchable[], size: number, noises: typeof NOISES): void {
  const vendors = amongOthers(known, size);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const started = performance.now();
  const matcher = createMatcher(vendors);
  const built = performance.now() - started;
  globalThis.gc?.();
  const bytes = process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers - before;
  const changes = Object.values(noises);
  const asked = Array.from({ length: QUERIES }, (_, index) => {
    const random = createRandom(SEED + 1, index);
    const meant = drawFrom(random, vendors);
    const { name, city } = meant;
    const change = changes[index % changes.length];
    const text = change?.(name.toLowerCase(), random, city?.toLowerCase() ?? '') ?? name;
    const from = performance.now();
    const hits = matcher.match(text, 5);
    const ms = performance.now() - from;
    const words = wordsOf(name).join(' ');
    const right = hits.findIndex(({ vendor }) => wordsOf(vendor.name).join(' ') === words);
    return { ms, right };
  });
  const times = asked.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(part * QUERIES)] ?? 0).toFixed(1);
  const count = (fits: (right: number) => boolean) =>
    asked.filter(({ right }) => fits(right)).length / QUERIES;
  const first = count((right) => right === 0);
  const five = count((right) => right >= 0);
  const memory = globalThis.gc ? `${(bytes / size / 1_024).toFixed(2)} KB a vendor` : 'memory not measured';
  console.log(
    `${size} vendors: built in ${built.toFixed(0)} ms, ${memory}; a query ${at(0.5)} ms (median), ${at(0.95)} ms (95 %), ${at(0.99)} ms (99 %); first ${(100 * first).toFixed(1)} %, of five ${(100 * five).toFixed(1)} %`,
  );
}

/**
 * Returns `size` vendors: the known vendors, and then vendors whose names combine halves of two known names.
 */
export function amongOthers(known: readonly Matchable[], size: number): Matchable[] {
  return Array.from({ length: size }, (_, index) => known[index] ?? mixed(known, index));
}

function mixed(known: readonly Matchable[], index: number): Matchable {
  const random = createRandom(SEED, index);
  const one = drawFrom(random, known);
  const other = drawFrom(random, known);
  const head = one.name.split(' ');
  const tail = other.name.split(' ');
  const name = [
    ...head.slice(0, Math.ceil(head.length / 2)),
    ...tail.slice(Math.floor(tail.length / 2)),
  ].join(' ');
  return { ...one, id: `mixed-${index}`, name, digits: String(1_000_000 + index) };
}
