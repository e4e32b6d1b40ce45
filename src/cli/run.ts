import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { EXIT } from './output.ts';
import { buildProgram } from './program.ts';

/** Dispatches the command of this process and sets its exit code. */
export async function run(): Promise<void> {
  const result = { exitCode: EXIT.done as number };
  // A reader that has seen enough (`… | head`) stops no command; whatever else keeps the output from being written does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
    console.error(`The output could not be written: ${error.message}`);
    process.exit(EXIT.failed);
  });
  try {
    await buildProgram(process.env, result).parseAsync(process.argv);
  } catch (error) {
    result.exitCode = explain(error);
  }
  process.exitCode = result.exitCode;
}

/** Commander has printed its own message; everything else is told in one sentence, with its cause. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof ConfigError) {
    console.error(error.message);
    return EXIT.usage;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  console.error(`${error instanceof Error ? error.message : String(error)}${cause}`);
  return EXIT.failed;
}
