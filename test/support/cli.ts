import { Writable } from 'node:stream';
import { runCommand } from '../../src/cli/run.ts';
import type { OwnProcess, Shell } from '../../src/cli/shell.ts';
import type { Finished } from './process.ts';

/**
 * Does nothing, because other tests share this process and a command must not change its priority or memory
 * limits.
 */
export const SHARED_PROCESS: OwnProcess = { limitHeapGrowth() {}, async runInBackground() {} };

interface TestShell {
  readonly shell: Shell;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** Returns a shell with these settings that captures everything commands write. */
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
 * Runs the command line in this process with only these settings. To test signals or modules loaded at
 * startup, which need a separate process, use `runProcess` in process.ts.
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
