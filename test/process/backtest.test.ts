import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { writeDemoFiles } from '../../src/demo/florida/files/write-demo-files.ts';
import { runCli } from '../support/cli.ts';
import { usageError } from '../support/usage-errors.ts';

describe('the back-test on the command line, run on fictional files', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'backtest-'));
    await writeDemoFiles({ directory: folder, today: '2026-02-01', vendorCount: 150 });
  });
  after(() => rm(folder, { recursive: true }));

  const backtest = (...args: string[]) =>
    runCli(['backtest', '--samples', '20', '--from', folder, ...args], {});

  test('needs no database, names each file that it used or skipped, and prints every table', async () => {
    const { code, stdout, stderr } = await backtest();
    assert.deepEqual([code, stderr], [3, ''], 'the folder holds license files as well, which are not used');
    assert.match(stdout, /^read .*fdinspi.*visits kept/m);
    assert.match(stdout, /^not used .*hrfood.*: no inspections in it/m);
    for (const title of [
      'Fiscal year',
      'Method, by high priority',
      'Method, by follow-up',
      'Method, by closure',

      'AUC of the score less that of',
      'Letter before the visit',
      'Fifth by score',
      'Letter begins',
      'Group',
    ])
      assert.ok(stdout.includes(title), title);
    assert.match(stdout, /^Fitted model \(ceiling\) +0\.\d{3} \[/m);
    assert.match(stdout, /vendors had a visit on file: \d+ with a letter/);
  });

  test('prints the same bytes for the same files, compares v1 with v3, and ignores everything after --until', async () => {
    const one = await backtest('--json');
    const two = await backtest('--json');
    assert.equal(one.stdout, two.stdout);
    const { score_version, years, vendors } = JSON.parse(one.stdout);
    assert.equal(score_version, 'v3');
    const early = JSON.parse((await backtest('--json', '--score', 'v1', '--until', '2025-01-31')).stdout);
    assert.equal(early.score_version, 'v1');
    assert.ok(early.years.length < years.length && early.vendors.as_of <= '2025-01-31');
    assert.ok(vendors.as_of > early.vendors.as_of);
  });

  test('exits with an error that names the wrong input', async () => {
    const wrong = await backtest('--score', 'v9');
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--score.*v9.*v1, v2/s);
    for (const [args, said] of [
      [['--until', 'yesterday'], /--until.*YYYY-MM-DD/s],
      [['--samples', '0'], /--samples.*1 to/s],
      [['--license-types', 'truck'], /--license-types.*four digits/s],
    ] as const)
      assert.match(await usageError(['backtest', '--from', folder, ...args]), said);
    const html = path.join(folder, 'home.html');
    await writeFile(html, '<!DOCTYPE html><html></html>');
    const nothing = await runCli(['backtest', '--from', html], {});
    assert.equal(nothing.code, 1);
    assert.match(nothing.stderr, /None of these files has inspections\.\n.*home\.html: .+/);
    const missing = await runCli(['backtest', '--from', path.join(folder, 'none')], {});
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /none/);
  });
});
