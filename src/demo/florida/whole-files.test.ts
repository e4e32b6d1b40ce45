import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { addDays } from '../../lib/dates.ts';
import { checkBounds } from '../../registry/intake/bounds.ts';
import { findDamage } from '../../registry/intake/file-findings.ts';
import { loadFile } from '../../registry/intake/files-service.ts';
import type { ParsedFile } from '../../registry/sources/parsed-file.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { BY_POPULATION_MAX, planNumbers, VENDORS_MAX, writeDemoFiles } from './files-service.ts';
import { FIRST_STRAY_SERIAL } from './strays.ts';

const TODAY = '2026-10-15';

test('no demo file, of however many vendors, is held back', async () => {
  for (const [vendorCount, seed] of [
    ...[100, 300, 1_000, 2_000, 2_500, 3_000, 4_000, 5_000].map((count) => [count, count] as const),
    ...[2, 3, 4].map((other) => [3_500, other] as const),
    // Here buyers draw the seller's name.
    ...[
      [2_600, 2_603],
      [10_000, 1],
    ],
  ]) {
    const directory = await mkdtemp(path.join(tmpdir(), 'whole-'));
    const files: ParsedFile[] = [];
    for (const file of await writeDemoFiles({ directory, today: TODAY, vendorCount, seed }))
      files.push(await REGULATOR.readFile(await loadFile(file, path.basename(file), null), TODAY));
    for (const file of files) {
      const problems = [checkBounds(file, undefined), ...findDamage(file, nothingBefore(file, files), TODAY)];
      assert.deepEqual(
        [problems.filter((each) => each !== undefined), file.refusals],
        [[], {}],
        `${file.name} of ${vendorCount}, seed ${seed}`,
      );
    }
    await rm(directory, { recursive: true });
  }
});

test('however many vendors a fictional state has, no two share a license number and every county has one', () => {
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

/** A first file is judged by the licenses that the inspections beside it visited. */
function nothingBefore({ district, records }: ParsedFile, files: readonly ParsedFile[]) {
  if (records?.kind !== 'licenses') return undefined;
  const from = addDays(TODAY, -REGULATOR.likenesses.inspectedDays);
  const visits = files.flatMap((file) => (file.records?.kind === 'inspections' ? file.records.rows : []));
  const inspected = visits
    .filter((visit) => visit.district === district && visit.visitedOn >= from)
    .map(({ licenseType, digits }) => `${licenseType}:${digits}`);
  return {
    known: { kind: 'licenses' as const, rows: [] },
    predecessor: undefined,
    predecessorDate: null,
    inspected: new Set(inspected),
  };
}
