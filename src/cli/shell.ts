import type { Writable } from 'node:stream';
import { runInBackground } from '../platform/threads/background-thread.ts';
import { limitHeapGrowth } from '../platform/threads/heap-growth.ts';
import { createOutput, type Output } from './output.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command is run from: a process of its own, or a test that runs many commands in one. */
export interface Shell {
  readonly environment: Environment;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Changes to the whole process, for commands that take long or much memory. */
  readonly ownProcess: OwnProcess;
}

export interface OwnProcess {
  limitHeapGrowth(): void;
  runInBackground(): Promise<void>;
}

/** The process that runs nothing but this command. */
export function shellOfProcess(): Shell {
  const { env: environment, stdout, stderr } = process;
  return { environment, stdout, stderr, ownProcess: { limitHeapGrowth, runInBackground } };
}

/** Results go to the shell's standard output, progress to its standard error. */
export function openOutput({ stdout, stderr }: Shell, json: boolean): Output {
  return createOutput({ json, stdout, stderr, now: Date.now });
}
