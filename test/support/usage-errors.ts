import assert from 'node:assert/strict';
import { EXIT } from '../../src/cli/output.ts';
import { runCli } from './cli.ts';

/** Runs the command line with wrong arguments, which it must reject, and returns the error message. */
export async function usageError(args: readonly string[]): Promise<string> {
  const { code, stderr } = await runCli(args, {});
  assert.equal(code, EXIT.usage, args.join(' '));
  return stderr;
}
