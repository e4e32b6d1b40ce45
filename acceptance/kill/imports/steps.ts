/** The steps of an import, in their order; each is reported as it begins, and "committed" when nothing is left but to end. */
export const STEPS = ['reading', 'merging', 'scoring', 'publishing', 'committing', 'committed'] as const;
export type Step = (typeof STEPS)[number];

export function isStep(text: string): text is Step {
  return STEPS.some((step) => step === text);
}

/** What a start does before it can import: it makes the tables, or brings those of an earlier version up to date. */
const START_STEPS = ['starting', 'upgrading'] as const;
export type StartStep = (typeof START_STEPS)[number];

/** All that is killed, in equal shares. */
export const KILLED_STEPS = [...START_STEPS, ...STEPS] as const;
export type KilledStep = Step | StartStep;

export function isStartStep(step: KilledStep): step is StartStep {
  return START_STEPS.some((each) => each === step);
}

/** What an import is given, as one argument in JSON. */
export interface ImportRequest {
  readonly paths: readonly string[];
  readonly asOf: string;
  readonly fictional: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** A folder in which each import keeps the state that it is about to commit, by its version. */
  readonly keepStates?: string;
}

/** How many of `kills` fall to each step, as equal as whole numbers allow, in an order without a pattern. */
export function dealSteps(kills: number, random: () => number): KilledStep[] {
  const dealt = Array.from(
    { length: kills },
    (_, index) => KILLED_STEPS[index % KILLED_STEPS.length] ?? 'reading',
  );
  for (let last = dealt.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const a = dealt[last];
    const b = dealt[other];
    if (a && b) [dealt[last], dealt[other]] = [b, a];
  }
  return dealt;
}
