import type { Logger } from '../platform/log.ts';

/** One after the other; one that fails is logged and does not keep the next from its work. What each gave, by its name. */
export async function runSteps(
  steps: Readonly<Record<string, () => Promise<unknown>>>,
  { log, failure }: { readonly log: Pick<Logger, 'error'>; readonly failure: string },
): Promise<Record<string, unknown>> {
  const done: Record<string, unknown> = {};
  for (const [name, step] of Object.entries(steps))
    try {
      done[name] = (await step()) ?? 'done';
    } catch (error) {
      log.error({ err: error, step: name }, failure);
    }
  return done;
}
