/**
 * The steps of an import in order. Each step is reported when it begins. "committed" is reported when the
 * import only has to exit.
 */
export const STEPS = ['reading', 'merging', 'scoring', 'publishing', 'committing', 'committed'] as const;
export type Step = (typeof STEPS)[number];

export function isStep(text: string): text is Step {
  return STEPS.some((step) => step === text);
}

/**
 * The steps of a start before it can import: creating the tables, or upgrading an earlier version's tables.
 */
const START_STEPS = ['starting', 'upgrading'] as const;
export type StartStep = (typeof START_STEPS)[number];

/** All steps in which processes are killed, equally often in each. */
export const KILLED_STEPS = [...START_STEPS, ...STEPS] as const;
export type KilledStep = Step | StartStep;

export function isStartStep(step: KilledStep): step is StartStep {
  return START_STEPS.some((each) => each === step);
}

/** The input for an import, which is passed as a single JSON argument. */
export interface ImportRequest {
  readonly paths: readonly string[];
  readonly asOf: string;
  readonly fictional: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** A folder in which each import saves the state that it is about to commit, by version. */
  readonly keepStates?: string;
}

/** Distributes `kills` over the steps as evenly as possible, in random order. */
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
