import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import type { CommanderError } from 'commander';
import { type Config, ConfigError, listRemovedSettings, loadConfig, refuseUnencrypted } from '../config.ts';
import { startRefresh } from '../jobs/refresh/refresh-process.ts';
import { LEDGER_FILE } from '../platform/db/sqlite/sqlite-file.ts';
import { createLogger } from '../platform/log/log.ts';
import { destinationFor } from '../platform/log/text-lines.ts';
import { importDirectly } from './direct-imports.ts';
import { compiledFolder } from './heap-settings.ts';
import { EXIT } from './output.ts';
import { type Shell, shellOfProcess } from './shell.ts';

/** Runs the command that this process was started with, and sets the exit code. */
export async function run(): Promise<void> {
  // A command continues if its reader closes the pipe early (`… | head`), but not after any other output
  // error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
    console.error(`The output could not be written: ${error.message}`);
    process.exit(EXIT.failed);
  });
  const shell = shellOfProcess();
  try {
    const served = await serveAtOnce();
    process.exitCode = served ?? (await runCommand(process.argv.slice(2), shell));
  } catch (error) {
    process.exitCode = explain(error, shell);
  }
}

/** Runs any command and returns its exit code. The command's output goes to the shell. */
export async function runCommand(args: readonly string[], shell: Shell): Promise<number> {
  try {
    const { buildProgram } = await import('./program.ts');
    const result = { exitCode: EXIT.done as number };
    await buildProgram(shell, result).parseAsync(args, { from: 'user' });
    return result.exitCode;
  } catch (error) {
    return explain(error, shell);
  }
}

/**
 * Stores V8's compiled code for a thousand files, which makes the next start a third faster. V8 runs this
 * code unchecked, so it is stored next to the keys, where only the service's account can write. If the
 * operator sets NODE_COMPILE_CACHE, that folder is used instead. Nothing is stored if the folder is not
 * writable.
 */
function keepCompiled(dataDir: string): void {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return;
  const folder = compiledFolder(dataDir);
  enableCompileCache(folder);
  // Our threads and child processes find the folder only through the environment.
  process.env.NODE_COMPILE_CACHE = folder;
}

/**
 * Serves if this process should, without loading the code of the other commands, which would be a tenth of
 * the startup code. Returns undefined for any other command.
 */
async function serveAtOnce(): Promise<number | undefined> {
  const [command, ...others] = process.argv.slice(2);
  if (command !== 'serve' || others.length > 0) return undefined;
  const config = loadConfig(process.env);
  refuseUnencrypted(config);
  if (config.regulatorFiles !== undefined) {
    const { readFileList } = await import('../jobs/refresh/site/file-list.ts');
    readFileList(config);
  }
  const log = createLogger(config.logLevel, destinationFor(config.logFormat));
  for (const { name, instead } of listRemovedSettings(process.env))
    log.warn({ setting: name, instead }, 'this setting no longer exists and is ignored');
  keepCompiled(config.dataDir);
  importDirectly();
  const ahead = isFirstStart(config) ? startRefresh({ environment: process.env, isAhead: true }) : undefined;
  const { serveCommand } = await import('./serve/serve-command.ts');
  return serveCommand(config, process.env, log, ahead);
}

/**
 * Returns true for a folder without records that will be filled with fictional ones. Creating them takes
 * longer than anything else at startup, so the process that does so is started while this one is still
 * loading. The schedule decides later whether that process can publish them.
 */
function isFirstStart({ databaseUrl, dataDir, regulatorSource }: Config): boolean {
  if (databaseUrl !== undefined || regulatorSource.type !== 'demo') return false;
  return !existsSync(path.join(dataDir, LEDGER_FILE));
}

/**
 * Prints any error as one sentence with its cause, and returns the exit code. Commander has already printed
 * its own message.
 */
function explain(error: unknown, { stderr }: Shell): number {
  if (isCommanderError(error)) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof ConfigError) {
    stderr.write(`${error.message}\n`);
    return EXIT.usage;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  stderr.write(`${error instanceof Error ? error.message : String(error)}${cause}\n`);
  return EXIT.failed;
}

/**
 * Checks the error's code instead of its class, because a process that only serves does not load the library.
 */
function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}
