/** The average cost of one request, in numbers that do not depend on how busy or fast the machine is. */
export interface Costs {
  /** SQL statements, of all threads. */
  readonly statements: number;
  /** Bytes that the thread of requests allocates on its heap. */
  readonly allocatedBytes: number;
  /** Blocks of JavaScript that run, including blocks of Node's own modules that are compiled later than ours. */
  readonly blocks: number;
  /** Bytes on the wire, head and body. */
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
/** Below these, growth is chance: a timer of the service that falls into a round. */
const CHANCE: Costs = { statements: 0.2, allocatedBytes: 256, blocks: 8, answerBytes: 8 };

/** Returns the costs above the baseline. A request or cost that only one side has is an error. */
export function findGrowth(was: Baseline, is: Baseline): Growth[] {
  return compare(was, is, (before, now) => now > before);
}

/** Returns the costs below the baseline, which can be lowered so that later growth is noticed. */
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
