import { matchLine } from '../../src/matching/match-line.ts';
import type { Matchable } from '../../src/matching/matchable.ts';
import { createMatcher } from '../../test/support/matcher.ts';
import { hostileLists, LINES, withSharedName } from './hostile-lists.ts';
import { amongOthers } from './time-among.ts';

const VENDORS = 10_000;

/** Prints the cost of each hostile list among 10,000 vendors, next to ordinary lists. */
export function timeHostile(known: readonly Matchable[], seed: number): void {
  const vendors = withSharedName(amongOthers(known, VENDORS));
  const matcher = createMatcher(vendors);
  console.log(`\n${LINES} lines each among ${vendors.length} vendors, seed ${seed}; times of the processor`);
  for (const [what, lines] of hostileLists(vendors, seed)) {
    let mostMs = 0;
    const started = process.threadCpuUsage();
    for (const line of lines) {
      const from = process.threadCpuUsage();
      matchLine(matcher, line);
      mostMs = Math.max(mostMs, msSince(from));
    }
    console.log(
      `${what.padEnd(44)} ${(msSince(started) / 1_000).toFixed(2)} s, slowest line ${mostMs.toFixed(1).padStart(5)} ms`,
    );
  }
}

function msSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1_000;
}
