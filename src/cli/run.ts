import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { CommanderError } from 'commander';
import { ConfigError, loadConfig, refuseUnencrypted } from '../config.ts';
import { createLogger } from '../platform/log.ts';
import { EXIT } from './output.ts';

/** Dispatches the command of this process and sets its exit code. */
export async function run(): Promise<void> {
  // A reader that has seen enough (`… | head`) stops no command; whatever else keeps the output from being written does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
    console.error(`The output could not be written: ${error.message}`);
    process.exit(EXIT.failed);
  });
  try {
    process.exitCode = (await serveAsPrimary()) ?? (await runProgram());
  } catch (error) {
    process.exitCode = explain(error);
  }
}

async function runProgram(): Promise<number> {
  const { buildProgram } = await import('./program.ts');
  const result = { exitCode: EXIT.done as number };
  await buildProgram(process.env, result).parseAsync(process.argv);
  return result.exitCode;
}

/**
 * Keeps what V8 compiled of a thousand files for the next start, which takes a third less time then. It is run without another look, so it
 * stands beside the keys, where only the service's account may write. Where it cannot be written, nothing is kept.
 */
function keepCompiled(dataDir: string): void {
  const folder = path.resolve(dataDir, '.compiled');
  enableCompileCache(folder);
  // For workers, which are processes of their own.
  process.env.NODE_COMPILE_CACHE = folder;
}

/** Undefined unless this process is to start workers. Then it does not load the commands, which take 35 MB. */
async function serveAsPrimary(): Promise<number | undefined> {
  const [command, ...others] = process.argv.slice(2);
  if (!cluster.isPrimary || command !== 'serve' || others.length > 0) return undefined;
  const config = loadConfig(process.env);
  refuseUnencrypted(config);
  keepCompiled(config.dataDir);
  if (config.workers === 1) return undefined;
  const { serveWithWorkers } = await import('./workers.ts');
  return serveWithWorkers(config, createLogger(config.logLevel));
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
