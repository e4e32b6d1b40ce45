import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildProgram } from '../../src/cli/program.ts';
import type { FileOutcome } from '../../src/intake/check/judge-file.ts';
import { rows } from '../support/check.ts';
import { openTestShell, runCli } from '../support/cli.ts';
import { zipOf } from '../support/hostile-files.ts';
import { runProcess, runProcessUnread, startService } from '../support/process.ts';
import {
  closureRow,
  closureWorkbook,
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../support/regulator-files.ts';
import { usageError } from '../support/usage-errors.ts';

describe('the command line', () => {
  let folder: string;
  let settings: Record<string, string>;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cli-'));
    settings = { DATA_DIR: path.join(folder, 'data') };
    await writeFile(path.join(folder, 'licenses.csv.gz'), gzipSync(licenseCsv([licenseRow()])));
    await writeFile(path.join(folder, 'visits.csv'), inspectionCsv([inspectionRow()]));
    await writeFile(path.join(folder, 'home.csv'), '<!DOCTYPE html><html></html>');
  });
  after(() => rm(folder, { recursive: true }));

  test('does not fail when its reader closes the pipe early', async () => {
    const { code, stderr } = await runProcessUnread(['openapi']);
    assert.deepEqual([code, stderr], [0, '']);
  });

  test('does not serve real records while the email server, PostgreSQL, or Redis on another machine is used without TLS', async () => {
    const real = { ...settings, REGULATOR_SOURCE: folder, REDIS_URL: 'redis://:sesame@cache.example' };
    for (const command of [['serve'], ['serve', '--']]) {
      const run = command.length > 1 ? runCli : runProcess;
      const { code, stdout, stderr } = await run(command, real);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^REDIS_URL may leave this machine unencrypted.* UNENCRYPTED_ALLOWED/);
      assert.ok(!stderr.includes('sesame'));
    }
  });

  test('also refuses to serve real records that were imported on the command line, for any source', async () => {
    const own = { ...settings, DATA_DIR: path.join(folder, 'imported') };
    const files = ['licenses.csv.gz', 'visits.csv'].map((name) => path.join(folder, name));
    const { code } = await runCli(['import', '--as-of', '2025-12-31', '--from', ...files], own);
    assert.equal(code, 0);
    const plain = { ...own, SMTP_URL: 'smtp://user:sesame@mail.example' };
    const refused = await runProcess(['serve'], plain);
    assert.equal(refused.code === 0, false);
    assert.match(refused.stderr, /SMTP_URL may leave this machine unencrypted/);
    assert.ok(!refused.stderr.includes('sesame'));
  });

  test('lets requests go first during an import if records are already published, but not during the first import', {
    skip: process.platform === 'linux' ? false : 'only Linux has a priority for each thread',
  }, async () => {
    const told = `import { isMainThread } from 'node:worker_threads'; import { getPriority } from 'node:os';
      if (isMainThread) process.on('exit', () => console.error(getPriority()));`;
    const own = {
      DATA_DIR: path.join(folder, 'gives-way'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(told)}`,
    };
    const importFiles = ['import', '--as-of', '2025-12-31', '--from', path.join(folder, 'visits.csv')];
    assert.equal(Number((await runProcess(importFiles, own)).stderr), getPriority());
    assert.equal(Number((await runProcess(importFiles, own)).stderr), Math.max(getPriority(), 10));
  });

  test('exits 0 when done, 3 when some files were held back, and 1 when all were and nothing changed', async () => {
    const good = [
      'import',
      '--as-of',
      '2025-12-31',
      '--from',
      path.join(folder, 'licenses.csv.gz'),
      path.join(folder, 'visits.csv'),
    ];
    const done = await runCli(good, settings);
    assert.deepEqual([done.code, done.stderr], [0, '']);
    assert.match(done.stdout, /Published version 1: 1 vendor,/);
    const partial = await runCli([...good, path.join(folder, 'home.csv'), '--json'], settings);
    assert.equal(partial.code, 3);
    const { outcome, files } = JSON.parse(partial.stdout);
    assert.equal(outcome, 'unchanged');
    assert.deepEqual(files.map((file: { outcome: string }) => file.outcome).sort(), [
      'held_back',
      'unchanged',
      'unchanged',
    ]);
    const failed = await runProcess(['import', '--from', path.join(folder, 'home.csv')], settings);
    assert.equal(failed.code, 1);
    assert.match(failed.stdout, /html_page.*\n[\s\S]*FAILED/);
  });

  test('imports the files in a zip independently: one can be held back without the others, and each is accepted separately', async () => {
    const own = { DATA_DIR: path.join(folder, 'zipped') };
    const zip = path.join(folder, '2025-EOS.zip');
    const closures = await closureWorkbook([closureRow()]);
    await writeFile(
      zip,
      zipOf([
        { name: 'licenses.csv', content: licenseCsv([licenseRow()]) },
        { name: 'weeks/EOS_2025-09-21.xlsx', content: closures },
        { name: 'home.csv', content: '<!DOCTYPE html><html></html>' },
      ]),
    );
    const read = await runCli(['import', '--as-of', '2025-12-31', '--from', zip, '--json'], own);
    const { files } = JSON.parse(read.stdout);
    assert.deepEqual(
      files.map((file: FileOutcome) => [file.name.split('.zip/')[1], file.kind, file.outcome]).sort(),
      [
        ['home.csv', 'unknown', 'held_back'],
        ['licenses.csv', 'licenses', 'published'],
        ['weeks/EOS_2025-09-21.xlsx', 'closures', 'published'],
      ],
    );
    const accepted = await runCli(['import', '--accept', zip, '--because', 'I looked at it.'], own);
    assert.equal(accepted.code, 1);
    assert.match(
      accepted.stderr,
      /2025-EOS\.zip is a zip of 3 files\. Unpack it, and accept one of them\.\n/,
    );
  });

  test('accepts a file that was held back and withdraws it again, each with a reason', async () => {
    const own = { DATA_DIR: path.join(folder, 'decided') };
    const write = async (name: string, day: string, count: number) => {
      const fleet = Array.from({ length: count }, (_, index) => `MFD47588${String(index).padStart(2, '0')}`);
      const lines = fleet.map((licenseNumber) =>
        licenseRow({ licenseNumber, businessName: `TRUCK ${licenseNumber}`, lastInspectedOn: day }),
      );
      await writeFile(path.join(folder, name), licenseCsv(lines));
      return path.join(folder, name);
    };
    const full = await write('full.csv', '2025-09-15', 20);
    const few = await write('few.csv', '2025-09-16', 2);
    const day = ['--as-of', '2025-12-31'];
    assert.equal((await runCli(['import', ...day, '--from', full], own)).code, 0);
    assert.equal((await runCli(['import', ...day, '--from', few], own)).code, 1);
    const why = ['--because', 'The fleet was sold.', '--by', 'ola', ...day];
    const changed = await runCli(
      ['import', '--accept', await write('changed.csv', '2025-09-16', 3), ...why],
      own,
    );
    assert.deepEqual([changed.code, /were not held back/.test(changed.stderr)], [1, true]);
    const accepted = await runCli(['import', '--accept', few, ...why], own);
    assert.equal(accepted.code, 0);
    assert.match(
      accepted.stdout,
      /Accepted on \d{4}-\d\d-\d\d by ola because: The fleet was sold\.\n +Bounds released: far_fewer_rows: /,
    );
    assert.doesNotMatch(accepted.stdout, /held back/);
    const twice = await runCli(['import', '--accept', few, ...why], own);
    assert.deepEqual([twice.code, twice.stdout], [1, '']);
    assert.match(
      twice.stderr,
      /are file \d+ \(.*few\.csv\), which was taken in on .*Nothing was changed, and the reason was not stored\.\n$/,
    );
    assert.match(accepted.stdout, /\nverdicts as of \d{4}-\d\d-\d\d: none changed\n/);
    const [, number = ''] = /file (\d+)\]/.exec(accepted.stdout) ?? [];
    const withdraw = ['import', '--withdraw', number, ...why.slice(0, 4), '--json'];
    const withdrawn = await runCli(withdraw, own);
    assert.equal(withdrawn.code, 0);
    const { withdrawn: file, ...result } = JSON.parse(withdrawn.stdout);
    assert.deepEqual(
      [file.id, file.by, file.because, result.vendors, result.asOf, result.verdictChanges],
      [Number(number), 'ola', 'The fleet was sold.', 20, '2025-12-31', []],
    );
    const again = await runCli(['import', ...day, '--from', few], own);
    assert.equal(again.code, 3);
    assert.match(again.stdout, /withdrawn on \d{4}-\d\d-\d\d because The fleet was sold\./);
    const unknown = await runCli(['import', '--withdraw', 'other.csv', ...why], own);
    assert.deepEqual([unknown.code, unknown.stderr.split('\n').length], [1, 2]);
  });

  test('exits 2 with a hint for wrong usage, or with the name of a setting that is invalid', async () => {
    for (const args of [['nonsense'], ['import', '--withdraw', '1']]) {
      const { code, stderr } = await runCli(args, settings);
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, /error: /);
    }
    for (const args of [
      ['import', '--nonsense'],
      ['import', '--from', 'x', '--as-of', '2025-02-30'],
      ['import', '--accept', 'x', '--because', ' '],
      ['import', '--accept', 'x', '--because', 'a\u001b[31mred'],
      ['import', '--accept', 'x', '--withdraw', '1', '--because', 'y'],
      ['import', '--from', 'x', '--because', 'y'],
      ['import', '--accept', 'x', '--because', 'y', '--by', 'a\u202eb'],
      ['demo', '--vendors', 'many'],
    ])
      assert.match(await usageError(args), /error: /, args.join(' '));
    assert.match(
      await usageError(['import', '--from', 'x', '--as-of', '1918-06-30']),
      /option '--as-of <day>' argument '1918-06-30' is invalid\. It must be 2013-01-01 or later/,
    );
    assert.match(
      await usageError(['demo', '--as-of', '2099-01-01']),
      /^error: --as-of is 2099-01-01; it must be today \(.+\) or an earlier day/,
    );
    assert.match(
      await usageError(['demo', '--vendors', '50']),
      /option '--vendors <number>' argument '50' is invalid\. It must be a number from 100 to 650000\./,
    );
    const bad = await runProcess(['import'], { ...settings, PORT: 'x' });
    assert.deepEqual(
      [bad.code, bad.stderr],
      [2, 'The setting PORT is "x"; it must be a port from 0 to 65535.\n'],
    );
  });

  test('exits 1 with one sentence if a path does not exist', async () => {
    const missing = path.join(folder, 'nothing');
    for (const args of [
      ['--from', missing],
      ['--accept', missing, '--because', 'It is right.'],
    ]) {
      const { code, stderr } = await runCli(['import', ...args], settings);
      assert.deepEqual([code, stderr], [1, `There is no such file or directory: ${missing}\n`]);
    }
  });

  test('names the next step for each file that is held back, and says if no reason was stored', async () => {
    const own = { DATA_DIR: path.join(folder, 'next') };
    const write = async (name: string, count: number) => {
      const fleet = Array.from({ length: count }, (_, index) => `MFD47588${String(index).padStart(2, '0')}`);
      const lines = fleet.map((licenseNumber) =>
        licenseRow({ licenseNumber, businessName: `TRUCK ${licenseNumber}`, lastInspectedOn: '2025-09-15' }),
      );
      await writeFile(path.join(folder, name), licenseCsv(lines));
      return path.join(folder, name);
    };
    const home = path.join(folder, 'home.csv');
    assert.match(
      (await runCli(['import', '--from', home], own)).stdout,
      /FAILED: .* Do: see above what is wrong/,
    );
    await runCli(['import', '--from', await write('all.csv', 20)], own);
    const few = await write('it’s few.csv', 2);
    const { code, stdout } = await runCli(['import', '--from', few, home], own);
    assert.equal(code, 1);
    assert.match(stdout, /far_fewer_rows: .* until an operator accepts it \(import --accept\)\./);
    assert.ok(stdout.includes(`import --accept '${few}' --because <reason>`), stdout);
    assert.match(stdout, /html_page: .* It can’t be accepted\.\n(?! +To accept)/);
    const why = ['--because', 'It looks right.'];
    const never = await runCli(['import', '--accept', home, ...why], own);
    assert.equal(never.code, 1);
    assert.match(
      never.stdout,
      /It can’t be accepted\.\n +Nothing was changed, and the reason was not stored\./,
    );
  });

  test('explains every command', async () => {
    const { code, stdout } = await runCli(['--help'], {});
    assert.equal(code, 0);
    const commands = [...stdout.matchAll(/^ {2}([a-z][a-z-]+) .*$/gm)]
      .map(([, name]) => name ?? '')
      .filter((name) => name !== 'help');
    assert.deepEqual(commands, [
      'serve',
      'import',
      'demo',
      'decide',
      'openapi',
      'data-files',
      'rebuild',
      'mcp',
      'backtest',
      'receipt-keys',
      'receipt',
      'ledger',
      'backup',
      'restore',
      'backup-key',
      'doctor',
      'keys',
      'operators',
      'accounts',
      'claims',
      'notify-deprecation',
      'source',
    ]);
    // In separate processes, this would load the service's code twelve more times.
    const { commands: defined } = buildProgram(openTestShell({}).shell, { exitCode: 0 });
    for (const name of commands) {
      const command = defined.find((each) => each.name() === name);
      assert.match(command?.helpInformation() ?? '', /^Usage: /, name);
    }
  });
});

describe('the service', () => {
  test('responds immediately with an empty folder, becomes ready automatically, and exits cleanly on SIGTERM', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'serve-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(path.join(folder, 'licenses.csv'), licenseCsv([licenseRow()]));
    const settings = {
      DATA_DIR: path.join(folder, 'data'),
      REGULATOR_SOURCE: path.join(folder, 'licenses.csv'),
      AS_OF: '2025-12-31',
    };
    const service = await startService({ ...settings, WORKERS: '2' });
    t.after(() => service.child.kill('SIGKILL'));
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
    const { level, setting } = await service.logged('this setting no longer exists and is ignored');
    assert.deepEqual([level, setting], [40, 'WORKERS']);
    await service.logged('refresh finished');
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
    const vendors = await fetch(`${service.url}/api/vendors`);
    assert.equal(rows(await vendors.json()).length, 1);
    assert.equal((await stat(settings.DATA_DIR)).mode & 0o077, 0);
    assert.equal(await service.stop(), 0);
    assert.equal((await readFile(path.join(settings.DATA_DIR, 'ledger.sqlite'))).length > 0, true);
  });

  test('exits with one sentence when its port is in use', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'port-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(path.join(folder, 'licenses.csv'), licenseCsv([licenseRow()]));
    const settings = { REGULATOR_SOURCE: path.join(folder, 'licenses.csv'), AS_OF: '2025-12-31' };
    const first = await startService({ ...settings, DATA_DIR: path.join(folder, 'one') });
    t.after(() => first.child.kill('SIGKILL'));
    const second = await runProcess(['serve'], {
      ...settings,
      DATA_DIR: path.join(folder, 'two'),
      PORT: new URL(first.url).port,
    });
    assert.equal(second.code, 1);
    assert.match(
      second.stderr,
      /^Another process listens on port \d+ of 127\.0\.0\.1\. End it, or set PORT to another port\.\n$/,
    );
    assert.equal(await first.stop(), 0);
  });
});
