import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeDemoFiles } from '../src/demo/florida/files/write-demo-files.ts';
import { findFiles } from '../src/intake/fetch/disk-files-service.ts';
import { addDays } from '../src/lib/time/dates.ts';
import { splitEntries } from '../src/proof/tiles.ts';
import { LIMITS_OFF } from '../test/support/limits-off.ts';
import { runCommandOf, startServiceOf } from './support/service.ts';

/**
 * Checks that `rebuild` reproduces the root hash that a service logged. It uses copies of the files named in
 * the log, and runs in a different folder, as a different user, in different time zones and languages. If one
 * of the files is left out, the hash must be different. Exits with 1 otherwise.
 */
const { values } = parseArgs({
  options: { records: { type: 'string' }, only: { type: 'string', default: '' } },
});

const CHECKOUT = path.resolve(import.meta.dirname, '..');
const DAY = '2026-03-16';
const WEEK = 7;
const VENDORS = 300;
const NOBODY = 65_534;
const SURROUNDINGS = [
  { TZ: 'Asia/Tokyo', LANG: 'ja_JP.UTF-8' },
  { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' },
  { TZ: 'America/St_Johns', LANG: 'C' },
] as const;
const LOGGED_WITHIN_MS = 120_000;

/** The files for a publication, and the files for earlier publications. */
interface Case {
  readonly name: string;
  readonly publications: readonly { readonly files: readonly string[]; readonly asOf: string }[];
}

interface Entry {
  readonly type: string;
  readonly as_of: string;
  readonly published_at: string;
  readonly loading_years: readonly string[];
  readonly records: number;
  readonly root_hash: string;
  readonly files_sha256: string;
  readonly files: readonly string[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'rebuild-'));
// The unprivileged user must be able to read the copies in the folder.
chmodSync(folder, 0o755);
try {
  for (const each of await listCases()) if (each.name.includes(values.only)) await check(each);
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 });
}

async function listCases(): Promise<Case[]> {
  const early = { files: [path.join(folder, 'demo-early')], asOf: addDays(DAY, -WEEK) };
  const late = { files: [path.join(folder, 'demo-late')], asOf: DAY };
  for (const { files, asOf } of [early, late])
    await writeDemoFiles({ directory: files[0] ?? '', today: asOf, vendorCount: VENDORS });
  const cases: Case[] = [
    { name: 'demo', publications: [late] },
    { name: 'demo, the second week', publications: [early, late] },
  ];
  if (values.records === undefined) {
    console.log('real files: skipped, since --records is not given');
    return cases;
  }
  const real = (...names: readonly string[]) => names.map((name) => path.join(values.records ?? '', name));
  const district6 = real('licenses/2019-07/hrfood6.csv', 'inspections/6fdinspi_1516.csv');
  const all = [...district6, ...real('inspections/6fdinspi_1617.csv', 'inspections/6fdinspi_1718.csv')];
  return [
    ...cases,
    { name: 'real, one district', publications: [{ files: all, asOf: '2018-06-30' }] },
    {
      name: 'real, later licenses of the same district',
      publications: [
        { files: all, asOf: '2018-06-30' },
        { files: real('licenses/2025-06-25/hrfood6.csv'), asOf: '2025-06-25' },
      ],
    },
  ];
}

async function check({ name, publications }: Case): Promise<void> {
  const dataDir = path.join(folder, `data ${name}`);
  mkdirSync(dataDir);
  for (const { files, asOf } of publications) {
    const args = ['import', '--from', ...files, '--as-of', asOf];
    const { code, stderr, stdout } = await runCommandOf(CHECKOUT, args, { DATA_DIR: dataDir });
    assert.ok(code === 0 || code === 3, stderr + stdout);
  }
  const sources = publications.flatMap(({ files }) => files);
  const entry = await readLast(dataDir);
  const copies = await copyNamed(path.join(folder, `copies ${name}`), sources, entry);
  for (const [at, surroundings] of SURROUNDINGS.entries()) {
    const built = await rebuild(copies, entry, surroundings);
    assert.equal(built.files_sha256, entry.files_sha256, 'the files match the log');
    assert.equal(built.root_hash, entry.root_hash, `${name}: a different root hash in ${surroundings.TZ}`);
    if (at > 0) continue;
    console.log(`${name}: ${entry.records} records of ${copies.length} files, root hash ${entry.root_hash}`);
  }
  const without = await rebuild(copies.slice(1), entry, {});
  assert.notEqual(without.root_hash, entry.root_hash, 'the same root hash without a file');
}

/** Reads the newest publication in the log as any reader would. */
async function readLast(dataDir: string): Promise<Entry> {
  const empty = path.join(folder, 'empty');
  mkdirSync(empty, { recursive: true });
  const service = await startServiceOf(CHECKOUT, {
    ...LIMITS_OFF,
    DATA_DIR: dataDir,
    // The rebuild does not read any other files.
    REGULATOR_SOURCE: empty,
    LOG_LEVEL: 'warn',
  });
  try {
    const until = Date.now() + LOGGED_WITHIN_MS;
    for (;;) {
      const note = await (await fetch(`${service.url}/log/checkpoint`)).text();
      const size = Number(note.split('\n')[1]);
      if (size > 0) {
        const bundle = await fetch(`${service.url}/log/tile/entries/000.p/${size}`);
        const entries = splitEntries(new Uint8Array(await bundle.arrayBuffer()));
        return JSON.parse(Buffer.from(entries.at(-1) ?? new Uint8Array()).toString());
      }
      if (Date.now() > until) throw new Error(`nothing was logged: ${note}`);
      await wait(500);
    }
  } finally {
    await service.stop();
  }
}

/**
 * Copies the files named in the log. Each file is copied into its own folder, because two files can have the
 * same name.
 */
async function copyNamed(to: string, sources: readonly string[], { files }: Entry): Promise<string[]> {
  const left = new Set(files);
  const copies: string[] = [];
  for (const file of await findFiles([...sources])) {
    if (!left.delete(hash('sha256', readFileSync(file)))) continue;
    const own = path.join(to, String(copies.length));
    mkdirSync(own, { recursive: true });
    copyFileSync(file, path.join(own, path.basename(file)));
    copies.push(path.join(own, path.basename(file)));
  }
  assert.deepEqual([...left], [], 'the log names files that were not provided');
  return copies;
}

/** Runs `rebuild`, as an unprivileged user if the current user may switch users. */
async function rebuild(
  files: readonly string[],
  { as_of, published_at, loading_years: loading }: Entry,
  surroundings: Readonly<Record<string, string>>,
): Promise<Pick<Entry, 'root_hash' | 'files_sha256'>> {
  const own = mkdtempSync(path.join(folder, 'other-user-'));
  chmodSync(own, 0o777);
  const args = ['rebuild', '--files', ...files, '--as-of', as_of, '--published-at', published_at, '--json'];
  const years = loading.length > 0 ? ['--loading', ...loading] : [];
  const child = spawn(process.execPath, [path.join(CHECKOUT, 'src/main.ts'), ...args, ...years], {
    cwd: own,
    env: { PATH: process.env.PATH ?? '', HOME: own, TMPDIR: own, ...surroundings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  const [out, errors]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  await once(child, 'close');
  assert.equal(child.exitCode, 0, Buffer.concat(errors).toString());
  return JSON.parse(Buffer.concat(out).toString());
}
