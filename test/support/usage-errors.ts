import assert from 'node:assert/strict';
import { type Command, CommanderError } from 'commander';
import { buildProgram } from '../../src/cli/program.ts';

/**
 * What the command line says to wrong usage, asked of the program itself: a process for each case would only load the
 * commands' code once more. `main.ts` makes exit code 2 of every such refusal.
 */
export async function usageError(args: readonly string[]): Promise<string> {
  const result = { exitCode: 0 };
  const program = buildProgram({}, result);
  let said = '';
  const listenTo = (command: Command) => {
    command.configureOutput({ writeErr: (text) => (said += text) });
    command.commands.forEach(listenTo);
  };
  listenTo(program);
  await assert.rejects(program.parseAsync(['node', 'main.ts', ...args]), CommanderError, args.join(' '));
  return said;
}
