import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { loadFile } from '../../registry/intake/files-service.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import { VENDORS_MAX, writeDemoFiles } from './files-service.ts';
import { planCounties } from './places.ts';
import { FIRST_STRAY_SERIAL } from './strays.ts';

const TODAY = '2026-10-15';

test('no demo file, of however many vendors, seems to lack a part', async () => {
  for (const [vendorCount, seed] of [
    ...[100, 300, 1_000, 2_000, 2_500, 3_000, 4_000, 5_000].map((count) => [count, count] as const),
    ...[2, 3, 4].map((other) => [3_500, other] as const),
    [12_000, 1] as const,
  ]) {
    const directory = await mkdtemp(path.join(tmpdir(), 'whole-'));
    for (const file of await writeDemoFiles({ directory, today: TODAY, vendorCount, seed })) {
      const read = await REGULATOR.readFile(await loadFile(file, path.basename(file), null), TODAY);
      assert.deepEqual(
        REGULATOR.likenesses.missingParts(read),
        [],
        `${read.name} of ${vendorCount}, seed ${seed}`,
      );
    }
    await rm(directory, { recursive: true });
  }
});

test('the most vendors that a fictional state may have leave numbers over in every county', () => {
  const most = Math.max(...planCounties(VENDORS_MAX).map(({ vendors }) => vendors));
  assert.ok(most + 100 <= FIRST_STRAY_SERIAL, String(most));
});
