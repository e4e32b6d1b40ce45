import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type ImportRequest, isStep, STEPS, type Step } from './steps.ts';

const CHILD = path.join(import.meta.dirname, 'child.ts');

export interface ImportRun {
  /** The step in which the import was killed; undefined if it finished. */
  readonly killedIn: Step | undefined;
  /** The time that each completed step took. */
  readonly took: ReadonlyMap<Step, number>;
}

/**
 * Runs one import. With `kill`, kills the import the given number of milliseconds after the given step
 * begins. Throws if the import fails without a kill.
 */
export async function runImport(
  request: ImportRequest,
  kill?: { readonly step: Step; readonly afterMs: number },
): Promise<ImportRun> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(request)], {
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const channel = child.stdio[3];
  if (!(channel instanceof Readable)) throw new Error('The import has no channel.');
  const began: [step: Step, at: number][] = [];
  createInterface(channel).on('line', (line) => {
    if (!isStep(line)) return;
    began.push([line, performance.now()]);
    if (line === kill?.step) setTimeout(() => child.kill('SIGKILL'), kill.afterMs);
  });
  await once(child, 'close');
  const killed = child.signalCode === 'SIGKILL';
  if (!killed && child.exitCode !== 0) throw new Error(`The import ended with ${child.exitCode}.`);
  // If another import commits first, this import starts over, so it may report a step more than once.
  const missing = STEPS.filter((step) => !began.some(([each]) => each === step));
  if (!killed && missing.length > 0) throw new Error(`The import did not report: ${missing.join(', ')}.`);
  const ends = [...began.slice(1).map(([, at]) => at), performance.now()];
  return {
    killedIn: killed ? began.at(-1)?.[0] : undefined,
    took: new Map(began.map(([step, at], index) => [step, (ends[index] ?? at) - at])),
  };
}
