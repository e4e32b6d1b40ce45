import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { parse } from 'yaml';
import { environmentOf, lastOf, ROOT, readStages, type Stage } from '../../test/support/containerfile.ts';
import { reservedNumber } from '../../test/support/demo-app.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import { startFakeMailServer } from '../../test/support/mail-server.ts';
import { addNpm, build, countTests, makeBase } from './roots.ts';

/**
 * Builds the image's contents with the Containerfile's own steps, without a container engine. Runs the
 * contents as an engine would: as the image's unprivileged user, on a read-only root, and stopped with the
 * image's stop signal. The first run uses only the image's settings; the second adds the settings of
 * compose.yaml with this machine's PostgreSQL and Redis. Measures the time for each step up to the first
 * decision. Needs root, debootstrap, the registry and Debian's packages. Exits with 1 if a check fails.
 */
const READY_WITHIN_MS = 180_000;

/** Each step and how many seconds it took, as in docs/deploying.md. */
const table: (readonly [what: string, seconds: number])[] = [];
const folder = mkdtempSync(path.join(tmpdir(), 'container-'));
try {
  process.exitCode = await main();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function main(): Promise<number> {
  if (process.getuid?.() !== 0) return tell('not tried: making roots needs root');
  const stages = readStages();
  const image = stages.at(-1) as Stage;
  const root = await timed('built by the steps of the Containerfile', () => buildAll(stages));
  assert.equal(countTests(path.join(root, 'app/src')), 0, 'no tests in the image');
  const megabytes = (place: string) =>
    Math.round(Number(execFileSync('du', ['-sxk', place], { encoding: 'utf8' }).split('\t')[0]) / 1024);
  console.log(
    `         contents: ${megabytes(root)} MB, of it ${megabytes(path.join(root, 'app'))} MB in /app`,
  );
  await runImage(root, image, {}, 'the image alone');
  await runComposed(root, image);
  console.log('\n| From nothing | Seconds |\n|---|---|');
  for (const [what, seconds] of table) console.log(`| ${what} | ${seconds.toFixed(0)} |`);
  console.log('container: everything holds');
  return 0;
}

function tell(text: string): number {
  console.error(text);
  return 1;
}

async function buildAll(stages: readonly Stage[]): Promise<string> {
  const base = path.join(folder, 'base');
  const built = new Map<string, string>();
  for (const [at, stage] of stages.entries()) {
    if (!existsSync(base)) await timed(`stand-in for ${stage.base}`, () => makeBase(base, stage.base));
    const root = path.join(folder, `stage-${at}`);
    execFileSync('cp', ['--archive', base, root]);
    if (stage.base.startsWith('node:')) addNpm(root);
    await build(stage, root, built);
    built.set(stage.name ?? '', root);
  }
  return built.get('') ?? assert.fail('the last stage has a name');
}

async function runComposed(root: string, image: Stage): Promise<void> {
  const postgres = process.env.TEST_DATABASE_URL;
  if (!postgres) return console.log('         compose.yaml not tried: TEST_DATABASE_URL names no PostgreSQL');
  const name = `container_${process.pid}`;
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  const mail = await startFakeMailServer();
  try {
    await client.query(`create database ${name}`);
    const { app } = parse(readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8')).services;
    const own = new URL(postgres);
    own.pathname = `/${name}`;
    const settings = {
      ...app.environment,
      DATABASE_URL: own.href,
      SMTP_URL: mail.url,
      REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379/9',
    };
    await runImage(root, image, settings, 'with the settings of compose.yaml');
  } finally {
    await mail.close();
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}

/**
 * Starts the image's contents on an empty volume, requests a decision and checks the health. Then tries to
 * write to read-only folders, and stops the service.
 */
async function runImage(
  root: string,
  image: Stage,
  settings: Readonly<Record<string, string>>,
  what: string,
): Promise<void> {
  const data = mkdtempSync(path.join(folder, 'data-'));
  execFileSync('cp', ['--archive', `${path.join(root, lastOf(image, 'VOLUME') ?? '')}/.`, data]);
  const port = await findFreePort();
  const env = {
    ...environmentOf(image),
    ...settings,
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    HOST: '127.0.0.1',
  };
  const began = performance.now();
  const entry: string[] = JSON.parse(lastOf(image, 'ENTRYPOINT') ?? '');
  const command: string[] = JSON.parse(lastOf(image, 'CMD') ?? '');
  const child = start({ root, data, image, env }, [...entry, ...command]);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(child, 'exit');
  try {
    const health = lastOf(image, 'HEALTHCHECK') ?? '';
    const ask: string[] = JSON.parse(health.slice(health.indexOf('[')));
    const isHealthy = async () => {
      const [code] = await once(start({ root, data, image, env }, ask), 'exit');
      return code === 0;
    };
    while (!(await isHealthy())) {
      if (child.exitCode !== null || performance.now() - began > READY_WITHIN_MS)
        throw new Error(output.join(''));
      await wait(500);
    }
    const url = `http://127.0.0.1:${port}`;
    let verdict: string | undefined;
    for (;;) {
      const answer = await fetch(`${url}/api/v1/decision?license_number=${reservedNumber('grade-a')}`);
      verdict = ((await answer.json()) as { verdict?: string; data?: { verdict?: string } }).data?.verdict;
      if (answer.ok || performance.now() - began > READY_WITHIN_MS) break;
      await wait(250);
    }
    assert.equal(verdict, 'CLEAR', output.join(''));
    told(began, `from nothing to the first decision, ${what}`);
    const ready = await fetch(`${url}/readyz`).then((answer) => answer.json());
    console.log(`         /readyz: ${JSON.stringify(ready)}`);
    const write = (place: string) => [
      entry[0] ?? '',
      '-e',
      `require('fs').writeFileSync('${place}/written', '')`,
    ];
    for (const [place, may] of [
      ['/app', false],
      ['/etc', false],
      ['/data', true],
      ['/tmp', true],
    ] as const) {
      const [code] = await once(start({ root, data, image, env }, write(place)), 'exit');
      assert.equal(code === 0, may, `writes ${place}`);
    }
  } finally {
    const stopping = performance.now();
    stop(child.pid);
    const [code] = await ended;
    if (process.exitCode === undefined) assert.equal(code, 0, output.join('').slice(-2_000));
    told(stopping, 'stopped by SIGTERM, with exit code 0');
  }
}

interface Contents {
  readonly root: string;
  readonly data: string;
  readonly image: Stage;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts a process with its own mounts and process namespace and a read-only root. It does not have any
 * privileges, but uses the machine's network.
 */
function start({ root, data, image, env }: Contents, command: readonly string[]) {
  const [user, group] = (lastOf(image, 'USER') ?? '').split(':');
  for (const each of ['tmp', 'data', 'proc', 'app']) mkdirSync(path.join(root, each), { recursive: true });
  const steps = [
    `mount --bind ${root} ${root}`,
    `mount -o remount,bind,ro ${root}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp`,
    `mount --bind ${data} ${root}${lastOf(image, 'VOLUME')}`,
    `mount -t proc proc ${root}/proc`,
    `exec chroot --userspec=${user}:${group} --groups= ${root} /usr/bin/setpriv --no-new-privs --inh-caps=-all "$@"`,
  ];
  return spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child=TERM',
      '/bin/sh',
      '-c',
      steps.join(' && '),
      'sh',
      ...command,
    ],
    { env: { ...env, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

/** `unshare` stays outside the namespace and does not forward signals, so its child is signaled directly. */
function stop(pid: number | undefined): void {
  if (pid === undefined) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const child of children) if (child !== '') process.kill(Number(child), 'SIGTERM');
}

async function timed<Result>(what: string, step: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await step();
  told(began, what);
  return result;
}

function told(began: number, what: string): void {
  const seconds = (performance.now() - began) / 1_000;
  table.push([what, seconds]);
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${what}`);
}
