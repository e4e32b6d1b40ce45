import type { Writable } from 'node:stream';
import { runInBackground } from '../platform/threads/background-thread.ts';
import { limitHeapGrowth } from '../platform/threads/heap-growth.ts';
import { createOutput, type Output } from './output.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment that a command runs in: its own process, or a test that runs many commands in one process.
 */
export interface Shell {
  readonly environment: Environment;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Makes changes to the whole process, for commands that take a long time or need a lot of memory. */
  readonly ownProcess: OwnProcess;
}

export interface OwnProcess {
  limitHeapGrowth(): void;
  runInBackground(): Promise<void>;
}

/** Returns the shell of a process that runs only this command. */
export function shellOfProcess(): Shell {
  const { env: environment, stdout, stderr } = process;
  return { environment, stdout, stderr, ownProcess: { limitHeapGrowth, runInBackground } };
}

/** Writes results to the shell's standard output and progress to its standard error. */
export function openOutput({ stdout, stderr }: Shell, json: boolean): Output {
  return createOutput({ json, stdout, stderr, now: Date.now });
}
