import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PROGRAMS } from './programs.ts';

/**
 * The one entry to the long-running programs of this folder: `npm run acceptance -- --list`, `-- <name> [options]`.
 * A program runs in a process of its own, on the Node that npm scripts run on, and its exit code is this one's.
 */
const USAGE = 'npm run acceptance -- --list\nnpm run acceptance -- <name> [its options]';
const USAGE_ERROR = 2;

process.exitCode = await main(process.argv.slice(2));

async function main([name = '', ...options]: readonly string[]): Promise<number> {
  const program = PROGRAMS[name];
  if (name === '--list') return tell(listPrograms());
  if (name === '--help') return tell(`${USAGE}\n\n${listPrograms()}`);
  if (!program) {
    console.error(
      `${name === '' ? 'Name a program.' : `There is no program ${name}.`}\n${USAGE}\n\n${listPrograms()}`,
    );
    return USAGE_ERROR;
  }
  if (options.includes('--help') && !program.hasHelp)
    return tell(`npm run acceptance -- ${name} ${program.options}\n${program.shows}`);
  return runProgram(program.file, options);
}

async function runProgram(file: string, options: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file), ...options], {
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  // An interrupt from the terminal reaches the program by itself; it cleans up, and this process waits for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await ended;
  return code ?? 1;
}

function tell(text: string): number {
  console.log(text);
  return 0;
}

function listPrograms(): string {
  const width = Math.max(...Object.keys(PROGRAMS).map((name) => name.length));
  return Object.entries(PROGRAMS)
    .map(([name, { shows }]) => `${name.padEnd(width)}  ${shows}`)
    .join('\n');
}
