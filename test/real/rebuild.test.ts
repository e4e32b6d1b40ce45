import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { listLoggedPublications } from '../../src/intake/log/runs-service.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { runCli } from '../support/cli.ts';
import { RECORDS, skip } from '../support/real-records.ts';

const FILES = [
  'licenses/2019-07/hrfood6.csv',
  'inspections/6fdinspi_1516.csv',
  'inspections/6fdinspi_1617.csv',
  'inspections/6fdinspi_1718.csv',
].map((name) => path.join(RECORDS, name));
const DAY = '2018-06-30';

const folder = mkdtempSync(path.join(tmpdir(), 'rebuild-real-'));

describe('rebuild with real records', () => {
  after(() => rmSync(folder, { recursive: true }));

  test('recomputes the logged root hash of real records from copies in another folder and time zone', {
    skip,
  }, async () => {
    const dataDir = path.join(folder, 'data');
    const imported = await runCli(['import', '--from', ...FILES, '--as-of', DAY], { DATA_DIR: dataDir });
    assert.equal(imported.code, 0, imported.stderr + imported.stdout);
    const registry = openLedger({ dataDir, databaseUrl: undefined });
    const logged = (await listLoggedPublications(registry.db, 0)).at(-1)?.publication ?? assert.fail();
    await registry.close();
    const copies = path.join(folder, 'another place');
    mkdirSync(copies);
    for (const file of FILES) copyFileSync(file, path.join(copies, path.basename(file)));
    const zone = process.env.TZ;
    process.env.TZ = 'Asia/Tokyo';
    try {
      const args = [
        'rebuild',
        '--files',
        copies,
        '--as-of',
        DAY,
        '--published-at',
        logged.published_at,
        '--json',
      ];
      const { root_hash, records } = JSON.parse((await runCli(args, {})).stdout);
      assert.deepEqual([root_hash, records], [logged.root_hash, logged.records]);
      assert.ok(records > 500, String(records));
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
