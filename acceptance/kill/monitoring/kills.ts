import { setTimeout as wait } from 'node:timers/promises';
import { count } from '../scenario.ts';
import type { Looker, Service } from './service.ts';

/** The number of people who work at the same time. */
const AT_ONCE = 4;
const LONGEST_MS = 250;
const BEGINS_WITHIN_MS = 120_000;

/**
 * Runs each person's work, a few people at a time, while the service is killed and restarted at regular
 * intervals. Returns the errors.
 */
export async function killAmong<Person>(
  service: Service,
  kills: number,
  people: readonly Person[],
  work: (person: Person) => Promise<void>,
): Promise<string[]> {
  let done = 0;
  const problems: string[] = [];
  const waiting = [...people];
  const workInTurn = async (): Promise<void> => {
    for (let person = waiting.shift(); person !== undefined; person = waiting.shift()) {
      await work(person).catch((error: unknown) => problems.push(String(error)));
      done += 1;
    }
  };
  const killEvenly = async (): Promise<void> => {
    for (let kill = 0; kill < kills; kill++) {
      while (done < Math.floor((kill * people.length) / kills)) await wait(1);
      await wait(Math.random() * LONGEST_MS);
      await service.kill();
      await service.start();
    }
  };
  await Promise.all([...Array.from({ length: AT_ONCE }, workInTurn), killEvenly()]);
  return problems;
}

/**
 * Kills the service during an import, during the comparisons after it, and during the emails about them. Each
 * phase gets a third of the kills.
 */
export async function killImports(
  service: Service,
  kills: number,
  options: {
    readonly files: string;
    readonly at: string;
    readonly looker: Looker | undefined;
    readonly phases: readonly ImportStage[];
    /** Resolves when this share of the due emails, from 0 to 1, has arrived, or after a time limit. */
    readonly mailed: (share: number) => Promise<void>;
    readonly isMailing: () => boolean;
  },
): Promise<Map<string, number>> {
  const { files, at, looker, phases, mailed, isMailing } = options;
  const killedAt = new Map<string, number>();
  await service.start({ files, at, looker });
  for (let kill = 0; kill < kills; kill++) {
    const phase = phases[Math.floor((kill * phases.length) / kills)] ?? 'importing';
    await begun(service, BEGINS[phase]);
    if (phase === 'mailing') await mailed(Math.random());
    else await wait(Math.random() * service.takesMs[phase]);
    const reached = service.phase();
    const name = reached !== 'after' ? reached : isMailing() ? 'mailing' : 'idle';
    count(killedAt, name);
    await service.kill();
    await service.start({ looker });
  }
  return killedAt;
}

/**
 * Waits for the service to log a step. Throws after a time limit, because an import that is held back does
 * not reach the step.
 */
async function begun(service: Service, message: string): Promise<void> {
  const late = wait(BEGINS_WITHIN_MS, false, { ref: false });
  if (!(await Promise.race([service.logged(message), late])))
    throw new Error(`the service did not get to "${message}": ${service.errors.join('; ')}`);
}

type ImportStage = 'importing' | 'looking' | 'mailing';

const BEGINS: Readonly<Record<ImportStage, string>> = {
  importing: 'refresh started',
  looking: 'refresh finished',
  mailing: 'steps after the refresh are done',
};
