import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { isWholeRun } from '../../../../test/support/whole-run.ts';
import { checkFile } from '../../../intake/check/check-file.ts';
import { loadFile } from '../../../intake/fetch/disk-files-service.ts';
import { COUNTIES, countyOfNumber } from '../../../regulator/florida/vocabulary/counties.ts';
import type { ParsedFile } from '../../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { FIRST_STRAY_SERIAL } from '../stray-rows.ts';
import { BY_POPULATION_MAX, planNumbers, VENDORS_MAX, writeDemoFiles } from './write-demo-files.ts';

const TODAY = '2026-10-15';

type State = readonly [vendorCount: number, seed: number, months?: number];
const SMALL_STATES: readonly State[] = [
  ...[100, 300, 1_000].map((count) => [count, count] as const),
  // With these numbers of vendors, buyers draw the same name as the seller.
  [2_600, 2_603],
];
const LARGE_STATES: readonly State[] = [
  ...[2_000, 2_500, 3_000, 4_000, 5_000].map((count) => [count, count] as const),
  ...[2, 3, 4].map((other) => [3_500, other] as const),
  [10_000, 1],
  [2_000, 2, 120],
];

test('no demo file is held back, regardless of the number of vendors', async () => {
  for (const [vendorCount, seed, months] of isWholeRun ? [...SMALL_STATES, ...LARGE_STATES] : SMALL_STATES) {
    const directory = await mkdtemp(path.join(tmpdir(), 'whole-'));
    const files: ParsedFile[] = [];
    const options = { directory, today: TODAY, vendorCount, seed, months: months ?? 36 };
    for (const file of await writeDemoFiles(options))
      files.push(await REGULATOR.readFile(await loadFile(file, path.basename(file), null), TODAY));
    for (const file of files) {
      const { refusals } = checkFile(file, { previous: undefined, known: undefined }, TODAY, () => false);
      assert.deepEqual([refusals, file.refusals], [[], {}], `${file.name} of ${vendorCount}, seed ${seed}`);
    }
    await rm(directory, { recursive: true });
  }
});

test('license numbers are unique and every county has at least one, regardless of the number of vendors', () => {
  for (const vendors of [200, BY_POPULATION_MAX, BY_POPULATION_MAX + 1, 500_000, VENDORS_MAX]) {
    const plan = planNumbers(vendors);
    assert.equal(
      plan.reduce((sum, each) => sum + each.vendors, 0),
      vendors,
    );
    const most = Math.max(...plan.map((each) => each.vendors));
    assert.ok(most + 100 <= FIRST_STRAY_SERIAL, String(most));
    assert.equal(new Set(plan.map(({ county }) => county.code)).size, 67);
    assert.ok(plan.every((each) => each.vendors > 0));
  }
});

test('every number in the fictional series is recognized as fictional, and no other number is', () => {
  for (const digits of ['8000000', '8190000', '9999999']) {
    assert.equal(countyOfNumber(digits), undefined);
    assert.ok(REGULATOR.fictional.isDigits(digits));
  }
  for (const { code } of COUNTIES)
    for (const third of '0123456789')
      assert.equal(REGULATOR.fictional.isDigits(`${code}${third}0000`), third === '9');
});

/** Hashes of the bytes that were published with this seed and day. They must never change. */
test('every version writes the same bytes for the same seed and day', async () => {
  for (const [vendorCount, months, expected] of [
    [400, 36, 'ea5e1dacf98aec5668a1fa12c56aa0a376ea1f5031e12f4bff3af293a83ef67b'],
    [400, 120, 'd84d5dfbd360d1ad6a14d34769f320604258c4bdc8d0ca8f2ec06692c39fd044'],
  ] as const) {
    const directory = await mkdtemp(path.join(tmpdir(), 'bytes-'));
    const files = await writeDemoFiles({ directory, today: TODAY, vendorCount, months });
    const hash = createHash('sha256');
    for (const file of files.toSorted()) hash.update(path.basename(file)).update(await readFile(file));
    assert.equal(hash.digest('hex'), expected, `${vendorCount} vendors, ${months} months`);
    await rm(directory, { recursive: true });
  }
  const plans = JSON.stringify([80_000, 80_001, 300_000, 650_000].map(planNumbers));
  assert.equal(
    createHash('sha256').update(plans).digest('hex'),
    'de0a94d4f1b9a8ff8684a9e53f056f6d49499b3cd2e610c264bd3878e907ffec',
  );
});

test('more vendors or months than a demo can have are rejected', async () => {
  const options = { directory: path.join(tmpdir(), 'never-made'), today: TODAY };
  for (const wrong of [{ vendorCount: VENDORS_MAX + 1 }, { months: 121 }])
    await assert.rejects(writeDemoFiles({ ...options, ...wrong }), RangeError, JSON.stringify(wrong));
});
