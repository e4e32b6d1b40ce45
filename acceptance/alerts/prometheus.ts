import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../test/support/free-port.ts';

export const FOLDER = path.resolve(import.meta.dirname, '../../deploy/observability');

/** The waiting times in the rules are divided by this number. The thresholds are unchanged. */
const FASTER = 300;
const RANGE_SECONDS = 10;

/** One value in a query response. */
interface Value {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [at: number, value: string];
}

export interface Prometheus {
  /** Runs a query. Throws if the query is invalid. */
  query(expression: string): Promise<readonly Value[]>;
  /** Returns the error from the last scrape, or an empty string if it succeeded. */
  scrapeError(): Promise<string>;
  stop(): Promise<void>;
}

/** Runs `promtool` on the rules, their tests and the configuration. Returns its error messages. */
export function checkFiles(): string[] {
  const checks = [
    ['check', 'rules', 'alerts.yml'],
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ];
  return checks.flatMap((args) => {
    const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
    if (error) return [`promtool is not there (Debian: apt-get install prometheus): ${error.message}`];
    return status === 0 ? [] : [`promtool ${args.join(' ')}: ${stdout}${stderr}`];
  });
}

/**
 * Starts a Prometheus server that scrapes the service every second and waits less time before an alert fires.
 */
export async function startPrometheus(folder: string, target: string, token: string): Promise<Prometheus> {
  const port = await findFreePort();
  const rules = readFileSync(path.join(FOLDER, 'alerts.yml'), 'utf8');
  writeFileSync(path.join(folder, 'alerts.yml'), hasten(rules));
  const config = readFileSync(path.join(FOLDER, 'prometheus.yml'), 'utf8')
    .replaceAll(/_interval: \w+/g, '_interval: 1s')
    .replace('127.0.0.1:9464', target)
    .replace(/# (authorization:)\n( *)# ( *credentials_file:).*/, `$1\n$2$3 ${path.join(folder, 'token')}`);
  writeFileSync(path.join(folder, 'token'), token);
  writeFileSync(path.join(folder, 'prometheus.yml'), config);
  const child = spawn(
    'prometheus',
    [
      `--config.file=${path.join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ask = async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${address}`);
    const { data, error } = (await answer.json()) as { data: unknown; error?: string };
    if (error !== undefined) throw new Error(error);
    return data;
  };
  await untilReady(port, child);
  return {
    async query(expression) {
      const data = await ask(`query?query=${encodeURIComponent(expression)}`);
      return (data as { result: Value[] }).result;
    },
    async scrapeError() {
      const data = await ask('targets?state=active');
      const { activeTargets } = data as { activeTargets: { lastError: string }[] };
      return activeTargets.map(({ lastError }) => lastError).join();
    },
    stop: () => end(child),
  };
}

/** Returns the same rules with shorter waiting times and ranges. */
function hasten(rules: string): string {
  const seconds = (count: string, unit: string) => Number(count) * (unit === 'h' ? 3600 : 60);
  return rules
    .replaceAll(/for: (\d+)([mh])\n/g, (_all, count: string, unit: string) => {
      return `for: ${Math.max(1, Math.round(seconds(count, unit) / FASTER))}s\n`;
    })
    .replaceAll('[5m]', `[${RANGE_SECONDS}s]`)
    .replace('interval: 1m', 'interval: 1s');
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    const isReady = await fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null) break;
    await wait(200);
  }
  throw new Error('Prometheus does not start.');
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
