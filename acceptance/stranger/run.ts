import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { reservedNumber } from '../../test/support/demo-app.ts';
import { runCommandOf, startServiceOf } from '../support/service.ts';
import { verifyInBrowser } from './in-browser.ts';
import { followWithKills } from './kills.ts';

/**
 * Follows the steps of a stranger who has only an empty folder, the client's README and the service's URL.
 * The stranger packs and installs the client, requests a decision, verifies the receipt without a network,
 * and follows the feed with a reader that is killed. Each step is timed. Exits with 1 if a step does not work
 * as the README describes.
 */
const CHECKOUT = path.resolve(import.meta.dirname, '../..');
const VENDORS = 300;
/** A command that runs another command without a network. */
const CUT_OFF = ['unshare', '--net', '--map-root-user'] as const;

const { values } = parseArgs({
  options: { node: { type: 'string', default: process.execPath }, kills: { type: 'string', default: '6' } },
});
const run = promisify(execFile);
const root = await mkdtemp(path.join(tmpdir(), 'stranger-'));
const folder = path.join(root, 'project');
const dataDir = path.join(root, 'data');
const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', REGULATOR_SOURCE: 'demo' };

try {
  await main();
} finally {
  await rm(root, { recursive: true });
}

async function main(): Promise<void> {
  const demo = await runCommandOf(CHECKOUT, ['demo', '--vendors', String(VENDORS)], settings);
  assert.equal(demo.code, 0, demo.stderr);
  const service = await startServiceOf(CHECKOUT, settings);
  try {
    const began = performance.now();
    await timed('packed and installed into an empty folder', install);
    const env = { ...ownEnvironment(), VENDOR_COMPLIANCE_URL: service.url };
    const command = path.join(folder, 'node_modules/vendor-compliance-client/dist/cli.js');
    const cli: Cli = async (args, before = []) => {
      const [program = '', ...rest] = [...before, values.node, command, ...args];
      return run(program, rest, { cwd: folder, env });
    };
    await timed('the example of the README decides and verifies', () => runExample(env));
    const receipt = await timed('decided and kept the keys by command', () => decide(cli));
    await timed('verified with the network cut; an altered one and a missing file are told', () =>
      verifyCutOff(cli, receipt),
    );
    await timed('Chromium verifies the same', () => verifyInBrowser(folder, receipt));
    const told = await timed('followed the feed through kills', () =>
      followWithKills({
        folder,
        env,
        node: values.node,
        url: service.url,
        kills: Number(values.kills),
        publish: () => publishAnotherDay(),
      }),
    );
    const { stdout } = await run(values.node, ['--version']);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`stranger: everything holds on Node ${stdout.trim()} in ${seconds} s. ${told}`);
  } finally {
    await service.stop();
  }
}

type Cli = (args: readonly string[], before?: readonly string[]) => Promise<{ stdout: string }>;

async function timed<Result>(what: string, step: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await step();
  console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${what}`);
  return result;
}

/** Removes the variables set by `npm run`, and uses the requested Node. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_|^INIT_CWD$/i.test(name));
  const places = [path.dirname(values.node), ...(process.env.PATH ?? '').split(path.delimiter)];
  const inCheckout = (place: string) => place.endsWith(path.join('node_modules', '.bin'));
  const PATH = places.filter((place) => !inCheckout(place)).join(path.delimiter);
  return { ...Object.fromEntries(own), PATH };
}

async function install(): Promise<void> {
  const env = ownEnvironment();
  cpSync(path.join(import.meta.dirname, 'follow.mjs'), path.join(folder, 'follow.mjs'));
  const packed = await run('npm', ['pack', '--silent', path.join(CHECKOUT, 'client')], { cwd: folder, env });
  const file = packed.stdout.trim().split('\n').at(-1) ?? '';
  const flags = ['--offline', '--no-audit', '--no-fund'];
  await run('npm', ['init', '-y'], { cwd: folder, env });
  await run('npm', ['install', ...flags, `./${file}`], { cwd: folder, env });
}

async function runExample(env: NodeJS.ProcessEnv): Promise<void> {
  const readme = await readFile(path.join(CHECKOUT, 'client/README.md'), 'utf8');
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  await writeFile(path.join(folder, 'example.mjs'), example);
  const { stdout, stderr } = await run(values.node, ['example.mjs'], { cwd: folder, env });
  assert.match(stdout, /^CLEAR .+\ngenuine: CLEAR\n$/);
  assert.equal(stderr, '');
}

async function decide(cli: Cli): Promise<string> {
  await writeFile(path.join(folder, 'jwks.json'), (await cli(['keys'])).stdout);
  const closed = JSON.parse((await cli(['decide', reservedNumber('emergency-hold'), '--json'])).stdout);
  assert.equal(closed.verdict, 'DECLINE');
  await writeFile(path.join(folder, 'receipt.txt'), `${closed.receipt}\n`);
  return closed.receipt;
}

async function verifyCutOff(cli: Cli, receipt: string): Promise<void> {
  await assert.rejects(cli(['keys'], CUT_OFF), { code: 1, stderr: /^No answer came from / });
  const verify = (file: string, keys: string) => cli(['verify', file, '--jwks', keys], CUT_OFF);
  assert.match((await verify('receipt.txt', 'jwks.json')).stdout, /^GENUINE: [^\n]+\n {2}DECLINE /);
  await writeFile(path.join(folder, 'altered.txt'), alter(receipt));
  await assert.rejects(verify('altered.txt', 'jwks.json'), { code: 1, stdout: /^NOT GENUINE/ });
  await assert.rejects(verify('receipt.txt', 'missing.json'), { code: 2, stderr: /^--jwks: .+\n$/ });
}

/** Returns the same receipt with a different verdict, as a forger would write it. */
function alter(receipt: string): string {
  const jws = JSON.parse(Buffer.from(receipt, 'base64url').toString());
  const claims = JSON.parse(Buffer.from(jws.payload, 'base64url').toString());
  const payload = Buffer.from(JSON.stringify({ ...claims, verdict: 'CLEAR' })).toString('base64url');
  return Buffer.from(JSON.stringify({ ...jws, payload })).toString('base64url');
}

async function publishAnotherDay(): Promise<void> {
  const asked = ['demo', '--vendors', String(VENDORS), '--as-of', '2026-03-16'];
  const published = await runCommandOf(CHECKOUT, asked, settings);
  assert.equal(published.code, 0, published.stderr);
}
