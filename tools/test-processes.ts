import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { asTestMessage, type TestOrder } from './test-messages.ts';
import type { TestReport } from './test-report.ts';
import type { Shares } from './test-shares.ts';

/** Node's compile cache, reused by later processes and runs. */
const COMPILED = 'node_modules/.cache/compiled';

/** Modules that together load nearly the whole service. */
const ENTRIES = [
  'src/cli/run.ts',
  'src/cli/serve/serve-command.ts',
  'src/cli/program.ts',
  'src/jobs/refresh/refresh-process.ts',
];

/** A test or suite that takes longer is assumed to hang. */
export const HANGS_AFTER_MS = 600_000;

interface Run {
  readonly root: string;
  /** One function per process, which returns its next file. */
  readonly shares: Shares<string>;
  readonly seed: number | undefined;
  /** Environment variables for the tests. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds after which a test or a suite fails because it hangs. */
  readonly limitMs: number;
  readonly report: TestReport;
}

/**
 * Fills Node's compile cache if this machine does not have one. Node writes the cache when a process ends, so
 * otherwise every process that the first tests start would compile the service again.
 */
export async function fillCompileCache(root: string): Promise<void> {
  const folder = path.join(root, COMPILED);
  if (existsSync(folder)) return;
  const imports = ENTRIES.map((entry) => `await import('./${entry}');`).join(' ');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', imports], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
  });
  await new Promise((resolve) => child.once('close', resolve));
}

/**
 * Runs test files in as many processes as there are shares. If a process dies, a new one runs the rest of its
 * share.
 */
export async function runFiles(run: Run): Promise<void> {
  await Promise.all(
    run.shares.map(async (next) => {
      for (let file = next(); file !== undefined; file = next()) await runProcess(run, file, next);
    }),
  );
}

/** Runs this file and the next ones in a new process, and resolves when it has ended. */
async function runProcess(run: Run, first: string, next: () => string | undefined): Promise<void> {
  const { root, report } = run;
  const child = start(run);
  let current: string | undefined = first;
  let hasFailed = false;
  const order = (file: string | undefined) => {
    current = file;
    send(child, file === undefined ? { type: 'end' } : { type: 'run', file, address: addressOf(root, file) });
  };
  child.on('message', (received) => {
    const message = asTestMessage(received);
    if (!message) return;
    if (message.type === 'failed') hasFailed = true;
    report.take(message, current);
    if (message.type === 'ready') order(first);
    if (message.type === 'done') order(next());
  });
  const ending = await new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(String(signal ?? code))),
  );
  const problem = problemOf(ending, current, hasFailed);
  if (problem) report.take({ type: 'failed', names: [problem], place: 'tools/test.ts', cause: '' }, current);
}

/** Describes the problem if a process ended abnormally; otherwise returns undefined. */
function problemOf(ending: string, current: string | undefined, hasFailed: boolean): string | undefined {
  if (current !== undefined) return `its process ended with ${ending} before its tests did`;
  if (ending !== '0' && !hasFailed) return `a process ended with ${ending}, although no test failed`;
  return undefined;
}

function start({ root, seed, environment, limitMs }: Run): ChildProcess {
  const reporter = pathToFileURL(path.join(root, 'tools/test-reporter.ts')).href;
  const args = [path.join(root, 'tools/test-process.ts'), ...(seed === undefined ? [] : [`${seed}`])];
  return spawn(
    process.execPath,
    [
      `--test-reporter=${reporter}`,
      '--test-reporter-destination=stdout',
      `--test-timeout=${limitMs}`,
      ...args,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Under `node --test` the variable would make this process report to that runner, and wait for it.
      env: {
        NODE_COMPILE_CACHE: path.join(root, COMPILED),
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        ...environment,
      },
    },
  );
}

function send(child: ChildProcess, order: TestOrder): void {
  child.send({ ofTestRun: order });
}

function addressOf(root: string, file: string): string {
  return pathToFileURL(path.join(root, file)).href;
}
