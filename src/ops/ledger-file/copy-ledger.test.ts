import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { openTestShell } from '../../../test/support/cli.ts';
import { fillLedger, readRows } from '../../../test/support/fill-ledger.ts';
import { type Place, preparePlace } from '../../../test/support/place.ts';
import { keyFilePath } from '../../decisions/receipts/service.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { copyLedger } from './copy-ledger.ts';

const postgres = process.env.TEST_DATABASE_URL || undefined;
const WAYS: readonly (readonly [string, string | undefined, string | undefined])[] = [
  ['SQLite to SQLite', undefined, undefined],
  ...(postgres === undefined
    ? []
    : ([
        ['SQLite to PostgreSQL', undefined, postgres],
        ['PostgreSQL to SQLite', postgres, undefined],
      ] as const)),
];

for (const [way, fromUrl, toUrl] of WAYS)
  describe(`a copied ledger, ${way}`, () => {
    let folder: string;
    let places: Place[];
    let from: OpenLedger;
    let to: OpenLedger;
    let keysFile: string;

    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'copy-'));
      const dataDir = path.join(folder, 'from');
      places = [await preparePlace(dataDir, fromUrl), await preparePlace(path.join(folder, 'to'), toUrl)];
      const [a, b] = places.map((place) => place.openLedger());
      assert.ok(a && b);
      [from, to] = [a, b];
      keysFile = keyFilePath({ named: undefined, dataDir });
    });
    afterEach(async () => {
      await from.close();
      await to.close();
      for (const place of places) await place.remove();
      await rm(folder, { recursive: true });
    });

    test('has every row of every table, and its receipts verify', async () => {
      // This is more rows than fit in one batch.
      const filled = await fillLedger(from, 510, path.join(folder, 'from'));
      const tables = filled.filter((name) => name !== 'snapshot_parts');
      const { counts, receiptsVerified } = await copyLedger({ from, to, keysFile });
      assert.deepEqual(Object.keys(counts).sort(), [...tables].sort());
      const { published_state: publications, ...others } = counts;
      assert.deepEqual([publications, ...new Set(Object.values(others))], [1, 510]);
      assert.equal(receiptsVerified, 10);
      for (const table of tables)
        assert.deepEqual(await readRows(to.db, table), await readRows(from.db, table), table);
    });

    test('is rejected if the target has rows, and leaves those rows unchanged', async () => {
      await fillLedger(from, 3, path.join(folder, 'from'));
      await copyLedger({ from, to, keysFile });
      await sql`delete from receipts`.execute(from.db);
      await assert.rejects(copyLedger({ from, to, keysFile }), /already \(.*\)\. Nothing was changed\.$/);
      assert.equal((await readRows(to.db, 'receipts')).length, 3);
    });

    test('leaves the target empty if receipts do not verify or rows are written during the copy, which can then be repeated', async () => {
      await fillLedger(from, 3, path.join(folder, 'from'));
      await sql`update receipts set record_sha256 = 'x', claims = replace(claims, 'festival', 'carnival')`.execute(
        from.db,
      );
      await assert.rejects(copyLedger({ from, to, keysFile }), /do not verify/);
      await sql`delete from receipts`.execute(from.db);
      const writing = places[0]?.openLedger();
      const onTable = async (name: string) => {
        if (name === 'accounts' && writing) await sql`delete from operator_log`.execute(writing.db);
      };
      const service = copyLedger({ from, to, keysFile: undefined, onTable });
      await assert.rejects(service, /operator_log has 0 rows and the copy 3: .* Stop the service/);
      await writing?.close();
      const { counts } = await copyLedger({ from, to, keysFile: undefined });
      assert.deepEqual([counts.accounts, counts.operator_log], [3, 0]);
    });
  });

describe('ledger copy', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'copy-command-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = async (settings: Record<string, string>, to: string) => {
    const { Command } = await import('commander');
    const { addLedgerCommands } = await import('../../cli/upkeep/ledger-commands.ts');
    const program = new Command().exitOverride();
    const opened = openTestShell(settings);
    addLedgerCommands(program, opened.shell);
    await program.parseAsync(['node', 'x', 'ledger', 'copy', '--to', to]);
    return opened;
  };

  test('reports the copied rows and the next step, and creates nothing if there is no ledger', async () => {
    const dataDir = path.join(folder, 'from');
    const target = path.join(folder, 'to');
    const place = await preparePlace(dataDir, undefined);
    await assert.rejects(run(place.settings, target), /There is no ledger to copy/);
    assert.ok(!existsSync(target) && readdirSync(folder).every((name) => name !== 'to'));
    const ledger = place.openLedger();
    await fillLedger(ledger, 2, dataDir);
    await ledger.close();
    await assert.rejects(run(place.settings, dataDir), /The target is the ledger itself/);
    const text = (await run(place.settings, target)).stdout();
    assert.match(text, /^accounts +2\n/);
    assert.match(text, /Copied \d+ rows of \d+ tables to .*every count is the same on both sides\./);
    assert.match(text, /Drawn at random and verified: 2 receipts\.\nNext: unset DATABASE_URL/);
    await assert.rejects(run(place.settings, target), /rows already/);
  });
});
