import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isInContext, ROOT, readCopy, type Stage } from '../../test/support/containerfile.ts';

/**
 * Runs the steps of a Containerfile in empty root folders made by debootstrap. It does as much of a container
 * engine's work as our Containerfile needs.
 */

const run = promisify(execFile);
const SUITE = /^(?:node:.*-|debian:)(\w+)-slim$/;

/** Creates a root folder like Debian's slim image. Throws if the base image is not Debian's slim image. */
export async function makeBase(folder: string, base: string): Promise<void> {
  const suite = SUITE.exec(base)?.[1];
  if (suite === undefined) throw new Error(`No stand-in for the base ${base}.`);
  await run('debootstrap', ['--variant=minbase', suite, folder]);
}

/** Adds the extra parts of the build image: the Node version from the lock file, and this machine's npm. */
export function addNpm(root: string): void {
  const program = process.env.npm_execpath;
  if (program === undefined) throw new Error('Start this by npm: npm run acceptance -- container.');
  const npm = path.resolve(path.dirname(realpathSync(program)), '..');
  const lib = path.join(root, 'usr/local/lib/npm');
  const bin = path.join(root, 'usr/local/bin');
  cpSync(npm, lib, { recursive: true, dereference: true });
  cpSync(realpathSync(process.execPath), path.join(bin, 'node'));
  symlinkSync('../lib/npm/bin/npm-cli.js', path.join(bin, 'npm'));
  // This machine's settings for reaching the registry.
  for (const file of ['/etc/resolv.conf', '/etc/hosts', process.env.NODE_EXTRA_CA_CERTS ?? ''])
    if (existsSync(file)) cpSync(file, path.join(root, file), { dereference: true });
}

/** Runs COPY, RUN and WORKDIR. The other instructions affect how the image runs, but not its contents. */
export async function build(stage: Stage, root: string, stages: ReadonlyMap<string, string>): Promise<void> {
  let workdir = '/';
  for (const { word, rest } of stage.steps) {
    if (word === 'WORKDIR') {
      workdir = rest;
      mkdirSync(path.join(root, workdir), { recursive: true });
    } else if (word === 'COPY') copy(rest, path.join(root, workdir), stages);
    else if (word === 'RUN') await runIn(root, workdir, rest);
    else if (!NOT_OF_CONTENT.has(word)) throw new Error(`This program does not know the step ${word}.`);
  }
}

const NOT_OF_CONTENT = new Set([
  'ENV',
  'USER',
  'EXPOSE',
  'VOLUME',
  'STOPSIGNAL',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
]);

async function runIn(root: string, workdir: string, command: string): Promise<void> {
  const registry = (await run('npm', ['config', 'get', 'registry', '--silent'])).stdout.trim();
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    npm_config_registry: registry,
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
  };
  await run('chroot', [root, '/bin/sh', '-c', `cd ${workdir} && ${command}`], { env, maxBuffer: 2 ** 26 });
}

function copy(rest: string, into: string, stages: ReadonlyMap<string, string>): void {
  const { stage, from, to } = readCopy(rest);
  const source = stage === undefined ? ROOT : stages.get(stage);
  if (source === undefined) throw new Error(`There is no stage ${stage}.`);
  const ignore = readFileSync(path.join(ROOT, '.containerignore'), 'utf8');
  const target = path.resolve(into, to);
  for (const each of from) {
    const file = path.join(source, each);
    const isFolder = statSync(file).isDirectory();
    const place =
      isFolder || !(to.endsWith('/') || to === '.') ? target : path.join(target, path.basename(each));
    if (to.startsWith('/') && stage !== undefined) {
      cpSync(file, path.join(into, path.relative('/app', to)), COPIED);
      continue;
    }
    const isGiven = (name: string) =>
      stage !== undefined || statSync(name).isDirectory() || isInContext(path.relative(ROOT, name), ignore);
    cpSync(file, place, { ...COPIED, filter: isGiven });
  }
}

const COPIED = { recursive: true, verbatimSymlinks: true } as const;

/** Counts the test files in a folder. An image should not contain any. */
export function countTests(folder: string): number {
  return globSync('**/*.test.ts', { cwd: folder }).length;
}
