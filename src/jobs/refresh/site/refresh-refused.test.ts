import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Answer } from '../../../../test/support/fake-regulator.ts';
import { EXTRACTS, PAGE, setUpSite } from '../../../../test/support/site-setup.ts';
import { gatherProblems } from '../../../intake/coverage/source-problems.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { refresh } from '../refresh.ts';
import { logRefresh, summarizeRefresh } from '../refresh-result.ts';

describe('a site that blocks the service', () => {
  const refusals: readonly [string, Answer, RegExp][] = [
    ['with 403', { kind: 'status', status: 403 }, /turns this service away \(403\)/],
    [
      'with a challenge',
      { kind: 'status', status: 403, headers: { 'cf-mitigated': 'challenge' } },
      /turns this service away \(a challenge that only a browser passes\)/,
    ],
    ['for too many requests', { kind: 'status', status: 429, retryAfter: '7200' }, /a retry in 120 minutes/],
  ];
  for (const [how, answer, expected] of refusals)
    test(`${how} does not get any more requests, which is reported once for all files`, async (t) => {
      const site = await setUpSite(t);
      for (const { path } of REGULATOR.listFiles()) site.regulator.plan(path, answer);
      const moment = '2026-11-27T12:20:00Z';
      const result = await refresh({ ...site.context, now: () => new Date(moment) });
      assert.deepEqual(
        site.regulator.requests.map(({ path }) => path),
        [PAGE, `${EXTRACTS}/hrfood1.csv`],
      );
      const lines = gatherProblems(result.source);
      assert.deepEqual(
        lines.map(({ name, problem }) => [name, problem.code]),
        [['16 files (1fdinspi.csv, 2fdinspi.csv, 3fdinspi.csv, and 13 more)', 'not_allowed']],
      );
      assert.match(lines[0]?.problem.what ?? '', expected);
      assert.match(lines[0]?.problem.next ?? '', /npm run cli -- source list/);
      const summary = summarizeRefresh(result);
      assert.equal(summary.problems.length, 1);
      const logged: unknown[] = [];
      const write = (...line: unknown[]) => void logged.push(line[1]);
      logRefresh({ info: write, warn: write }, summary);
      assert.deepEqual(logged, ['refresh finished with problems in 16 of 16 source files']);
    });

  test('halfway through does not affect the files already downloaded, and the older years wait for the next run', async (t) => {
    const site = await setUpSite(t);
    site.regulator.plan('/hr/inspections/fdinspi_2526.xlsx', { kind: 'status', status: 403 });
    const paths = await site.run('2026-11-27T12:20:00Z');
    assert.equal(paths.at(-1), '/hr/inspections/fdinspi_2526.xlsx');
    const { loading_years: loading, source } = await site.coverage();
    assert.deepEqual(loading, ['2025-26', '2024-25', '2023-24', '2022-23']);
    const refused = source.filter(({ problem }) => problem?.code === 'not_allowed').map(({ name }) => name);
    assert.deepEqual(refused, ['fdinspi_2526.xlsx']);
  });

  test('by redirecting to a new host is reported once for all files, with that host’s name', async (t) => {
    const site = await setUpSite(t);
    for (const { path } of REGULATOR.listFiles())
      site.regulator.plan(path, { kind: 'redirect', to: `https://files.example${path}` });
    const result = await refresh({ ...site.context, now: () => new Date('2026-11-27T12:20:00Z') });
    const lines = gatherProblems(result.source);
    assert.deepEqual(
      lines.map(({ name, problem }) => [name, problem.code]),
      [['16 files (1fdinspi.csv, 2fdinspi.csv, 3fdinspi.csv, and 13 more)', 'not_allowed']],
    );
    assert.match(lines[0]?.problem.what ?? '', /redirects this service to https:\/\/files\.example/);
    assert.match(lines[0]?.problem.next ?? '', /set REGULATOR_SOURCE to it/);
  });
});
