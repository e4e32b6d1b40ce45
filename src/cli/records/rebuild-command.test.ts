import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { runCli } from '../../../test/support/cli.ts';
import { writeDemoFiles } from '../../demo/florida/files/write-demo-files.ts';
import { listLoggedPublications } from '../../intake/log/runs-service.ts';
import { openLedger } from '../../platform/db/open.ts';

const DAY = '2026-03-16';
const folder = mkdtempSync(path.join(tmpdir(), 'rebuild-test-'));
after(() => rmSync(folder, { recursive: true }));

test('rebuild returns the root hash of the publication from copies of its files in another time zone, and another hash if one is missing', async () => {
  const files = path.join(folder, 'files');
  const dataDir = path.join(folder, 'data');
  const paths = await writeDemoFiles({ directory: files, today: DAY, vendorCount: 100 });
  await runCli(['import', '--from', files, '--as-of', DAY], { DATA_DIR: dataDir });
  const registry = openLedger({ dataDir, databaseUrl: undefined });
  const logged = (await listLoggedPublications(registry.db, 0)).at(-1)?.publication ?? assert.fail();
  await registry.close();

  const copy = path.join(folder, 'another/place');
  cpSync(files, copy, { recursive: true });
  const args = ['rebuild', '--files', copy, '--as-of', DAY, '--published-at', logged.published_at, '--json'];
  const zone = process.env.TZ;
  process.env.TZ = 'Pacific/Kiritimati';
  try {
    const { root_hash, records, files_count } = JSON.parse(
      (await runCli(args, { DATA_DIR: path.join(folder, 'none') })).stdout,
    );
    assert.deepEqual(
      [root_hash, records, files_count],
      [logged.root_hash, logged.records, logged.files.length],
    );
    const left = paths.find((each) => /fdinspi|insp/i.test(path.basename(each))) ?? paths.at(-1) ?? '';
    rmSync(path.join(copy, path.relative(files, left)));
    const without = JSON.parse((await runCli(args, { DATA_DIR: path.join(folder, 'none') })).stdout);
    assert.notEqual(without.root_hash, logged.root_hash);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});
