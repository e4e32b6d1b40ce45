import { Writable } from 'node:stream';
import { runCommand } from '../../src/cli/run.ts';
import type { OwnProcess, Shell } from '../../src/cli/shell.ts';
import type { Finished } from './process.ts';

/** Other tests share this process, so no command changes its priority or memory limits. */
export const SHARED_PROCESS: OwnProcess = { limitHeapGrowth() {}, async runInBackground() {} };

interface TestShell {
  readonly shell: Shell;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Returns a shell with these settings that collects what commands write. */
export function openTestShell(settings: Readonly<Record<string, string>>): TestShell {
  const stdout = new Kept();
  const stderr = new Kept();
  const environment = { PASSWORD_HASH_COST: '10', ...settings };
  return {
    shell: { environment, stdout, stderr, ownProcess: SHARED_PROCESS },
    stdout: () => stdout.text(),
    stderr: () => stderr.text(),
  };
}

/**
 * Runs the command line in this process, with only these settings. Tests of signals or of modules loaded at
 * startup need a separate process: use `runProcess` in process.ts.
 */
export async function runCli(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Finished> {
  const { shell, stdout, stderr } = openTestShell(settings);
  const code = await runCommand(args, shell);
  return { code, stdout: stdout(), stderr: stderr() };
}

class Kept extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
