/** The average cost of one request, in numbers that do not depend on how busy or fast the machine is. */
export interface Costs {
  /** SQL statements, in all threads. */
  readonly statements: number;
  /** Bytes that the request thread allocates on its heap. */
  readonly allocatedBytes: number;
  /**
   * Blocks of JavaScript that run, including blocks in Node's own modules, which Node compiles later than our
   * code.
   */
  readonly blocks: number;
  /** Bytes sent, including the head and body of the response. */
  readonly answerBytes: number;
}

export type Baseline = Readonly<Record<string, Costs>>;

export interface Growth {
  readonly request: string;
  readonly cost: keyof Costs;
  readonly was: number;
  readonly is: number;
}

/** Growth by more than this share above the baseline is reported. */
const GROWTH_MAX = 0.05;
/** Growth below these amounts is noise, such as a service timer that fires during a round. */
const CHANCE: Costs = { statements: 0.2, allocatedBytes: 256, blocks: 8, answerBytes: 8 };

/** Returns the costs that are above the baseline. Throws if either side lacks one of the requests. */
export function findGrowth(was: Baseline, is: Baseline): Growth[] {
  return compare(was, is, (before, now) => now > before);
}

/**
 * Returns the costs that are below the baseline; the baseline can then be lowered so that later growth is
 * noticed.
 */
export function findSavings(was: Baseline, is: Baseline): Growth[] {
  return compare(was, is, (before, now) => now < before);
}

function compare(was: Baseline, is: Baseline, matters: (before: number, now: number) => boolean): Growth[] {
  const requests = Object.keys(is);
  const missing = [...requests.filter((each) => !was[each]), ...Object.keys(was).filter((each) => !is[each])];
  if (missing.length > 0) throw new Error(`only the baseline or only this run has: ${missing.join(', ')}`);
  return requests.flatMap((request) =>
    (Object.keys(CHANCE) as (keyof Costs)[]).flatMap((cost) => {
      const before = was[request]?.[cost] ?? 0;
      const now = is[request]?.[cost] ?? 0;
      const difference = Math.abs(now - before);
      const isNotable = difference > CHANCE[cost] && difference > before * GROWTH_MAX;
      return isNotable && matters(before, now) ? [{ request, cost, was: before, is: now }] : [];
    }),
  );
}
