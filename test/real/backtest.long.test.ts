import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { listMoments } from '../../src/backtest/moments.ts';
import { collectVisits } from '../../src/backtest/past-visits.ts';
import { findFiles, loadFile } from '../../src/intake/fetch/disk-files-service.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import { runCli } from '../support/cli.ts';

const RECORDS = path.resolve(import.meta.dirname, '../../../shared/dbpr/inspections');
const skip = existsSync(RECORDS) ? false : 'the real regulator records are not on this machine';
const FILES = ['6fdinspi_1516.csv', '6fdinspi_1617.csv', '6fdinspi_1718.csv'].map((name) =>
  path.join(RECORDS, name),
);

test('the published back-test matches today’s output of the command byte for byte, with files in any order', {
  skip,
}, async () => {
  const published = readFileSync('src/judgment/methodology/published-backtest.json', 'utf8');
  const { stdout, code } = await runCli(['backtest', '--json', '--from', ...FILES.toReversed()], {});
  assert.equal(code, 0);
  assert.ok(stdout === published, 'the figures have moved: publish them anew, docs/scoring.md says how');
});

/** The expected numbers were counted once from the raw files by another program in another language. */
test('prediction dates across three years, and their outcomes, match the counts of a second implementation', {
  skip,
}, async () => {
  const files = await Promise.all(
    (await findFiles(FILES)).map(async (file) =>
      readRegulatorFile(await loadFile(file, path.basename(file), null), '2026-11-01'),
    ),
  );
  const counts: Record<string, number[]> = {};
  for (const { fiscalYear, found } of listMoments(collectVisits(files))) {
    const year = counts[fiscalYear] ?? [0, 0, 0, 0];
    counts[fiscalYear] = year;
    for (const [index, yes] of [true, found.high_priority, found.follow_up, found.closure].entries())
      if (yes) year[index] = (year[index] ?? 0) + 1;
  }
  assert.deepEqual(counts, {
    // One routine first visit has contradictory counts in addition.
    '2015-16': [160, 49, 31, 2],
    '2016-17': [308, 92, 83, 2],
    '2017-18': [287, 67, 76, 5],
  });
});
