import assert from 'node:assert/strict';
import { EXIT } from '../../src/cli/output.ts';
import { runCli } from './cli.ts';

/** Returns the command line's error for wrong usage, which it must reject. */
export async function usageError(args: readonly string[]): Promise<string> {
  const { code, stderr } = await runCli(args, {});
  assert.equal(code, EXIT.usage, args.join(' '));
  return stderr;
}
