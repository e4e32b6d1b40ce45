import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { runCli } from '../../../test/support/cli.ts';
import { formatRecordProof, publicationEntry } from '../../decisions/log/entries.ts';
import { writeDemoFiles } from '../../demo/florida/files/write-demo-files.ts';
import { type LoggedPublication, listLoggedPublications } from '../../intake/log/runs-service.ts';
import { openLedger } from '../../platform/db/open.ts';
import { formatProof } from '../../proof/checkpoint.ts';
import { type TreeRecord, treeEntryOf } from '../../records/snapshot/record-tree.ts';

const DAY = '2026-03-16';
const folder = mkdtempSync(path.join(tmpdir(), 'rebuild-test-'));

describe('rebuild', () => {
  after(() => rmSync(folder, { recursive: true }));

  test('computes the publication’s root hash from copies of its files in another time zone, and a different hash if a file is missing', async () => {
    const files = path.join(folder, 'files');
    const dataDir = path.join(folder, 'data');
    const paths = await writeDemoFiles({ directory: files, today: DAY, vendorCount: 100 });
    await runCli(['import', '--from', files, '--as-of', DAY], { DATA_DIR: dataDir });
    const registry = openLedger({ dataDir, databaseUrl: undefined });
    const logged = (await listLoggedPublications(registry.db, 0)).at(-1)?.publication ?? assert.fail();
    await registry.close();

    const copy = path.join(folder, 'another/place');
    cpSync(files, copy, { recursive: true });
    const args = [
      'rebuild',
      '--files',
      copy,
      '--as-of',
      DAY,
      '--published-at',
      logged.published_at,
      '--json',
    ];
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

  test('reports whether a proof’s records and files, and the receipt’s record, match the given files', async () => {
    const files = path.join(folder, 'proven-files');
    const dataDir = path.join(folder, 'proven');
    await writeDemoFiles({ directory: files, today: DAY, vendorCount: 100 });
    await runCli(['import', '--from', files, '--as-of', DAY], { DATA_DIR: dataDir });
    const registry = openLedger({ dataDir, databaseUrl: undefined });
    const logged = (await listLoggedPublications(registry.db, 0)).at(-1)?.publication ?? assert.fail();
    await registry.published.renew();
    const record = await registry.published.db
      .selectFrom('vendors')
      .select(['id', 'sha256', 'shown_sha256'])
      .limit(1)
      .executeTakeFirstOrThrow();
    await registry.close();

    let proofs = 0;
    const rebuild = async (publication: LoggedPublication, named: TreeRecord, ...more: readonly string[]) => {
      proofs += 1;
      const proof = path.join(folder, `${proofs}.tlog-proof`);
      writeFileSync(proof, proofOf(publication, named));
      return runCli(['rebuild', '--files', files, '--proof', proof, ...more], { DATA_DIR: 'none' });
    };
    const text = path.join(folder, 'record.txt');
    const same = await rebuild(logged, record, '--record', text);
    assert.equal(same.code, 0, same.stderr);
    assert.match(same.stdout, /THE SAME AS IN THE LOG/);
    assert.equal(hash('sha256', readFileSync(text)), record.sha256);
    const again = await rebuild(logged, record, '--record', text);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /record\.txt exists already, and is not overwritten/);
    for (const [publication, named, sentence] of [
      [
        { ...logged, files: logged.files.slice(1) },
        record,
        new RegExp(`OTHER FILES[^]*only here {8}${logged.files[0]}`),
      ],
      [{ ...logged, root_hash: 'ab'.repeat(32) }, record, /NOT WHAT THE LOG SAYS/],
      [logged, { ...record, sha256: 'ab'.repeat(32) }, /NOT WHAT THE RECEIPT SAYS/],
    ] as const) {
      const found = await rebuild(publication, named);
      assert.equal(found.code, 1, found.stderr);
      assert.match(found.stdout, sentence);
    }
    assert.equal((await runCli(['rebuild', '--files', files], {})).code, 2);
  });
});

function proofOf(publication: LoggedPublication, record: TreeRecord): string {
  const extra = formatRecordProof({
    publication: { index: 0, entry: publicationEntry(publication), path: [] },
    record: { index: 0, entry: treeEntryOf(record), path: [] },
  });
  return formatProof({ extra, index: 1, path: [], checkpoint: 'vendors.example/log\n' });
}
