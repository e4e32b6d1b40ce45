import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Command } from 'commander';
import { sql } from 'kysely';
import { openTestShell } from '../../../test/support/cli.ts';
import { preparePlace } from '../../../test/support/place.ts';
import { type Config, loadConfig } from '../../config.ts';
import { openReceiptKeys } from '../../decisions/receipts/service.ts';
import { addLedgerCommands, openCurrentLedger } from './ledger-commands.ts';

const LOST =
  /^Error: The ledger is missing or empty .* Restore the ledger from a backup .* "npm run cli -- ledger create"/;

for (const databaseUrl of new Set([undefined, process.env.TEST_DATABASE_URL || undefined]))
  describe(`a missing ledger (${databaseUrl ? 'PostgreSQL' : 'SQLite'})`, () => {
    let place: Awaited<ReturnType<typeof preparePlace>>;
    let dataDir: string;
    let config: Config;

    beforeEach(async () => {
      dataDir = await mkdtemp(path.join(tmpdir(), 'ledger-'));
      place = await preparePlace(dataDir, databaseUrl);
      config = loadConfig(place.settings);
    });
    afterEach(async () => {
      await place.remove();
      await rm(dataDir, { recursive: true });
    });

    /** Opens everything in the same order as the service's first start. */
    const start = async () => {
      const ledger = await openCurrentLedger(config);
      await openReceiptKeys(ledger.db, { named: config.receiptKeysFile, dataDir, now: new Date() });
      await ledger.close();
    };
    const lose = async () => {
      for (const name of readdirSync(dataDir).filter((each) => each.startsWith('ledger.sqlite')))
        rmSync(path.join(dataDir, name));
      if (!databaseUrl) return;
      const ledger = place.openLedger();
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_tables where schemaname = current_schema()`.execute(ledger.db);
      for (const { name } of rows) await sql`drop table ${sql.ref(name)} cascade`.execute(ledger.db);
      await ledger.close();
    };
    const create = () => {
      const program = new Command().exitOverride();
      addLedgerCommands(program, openTestShell(place.settings).shell);
      return program.parseAsync(['node', 'x', 'ledger', 'create', '--json']);
    };

    test('is created at the first start and opened at every later start', async () => {
      await start();
      await start();
    });

    test('stops every start if its receipt keys exist, and nothing is created', async () => {
      await start();
      await lose();
      const before = readdirSync(dataDir);
      for (let time = 0; time < 2; time++) await assert.rejects(start(), LOST);
      assert.deepEqual(readdirSync(dataDir), before);
    });

    test('is recreated only on request, and never over an existing ledger', async () => {
      await start();
      await assert.rejects(create(), /There is a ledger already: .* Nothing was changed\./);
      await lose();
      await create();
      await start();
      await assert.rejects(create(), /There is a ledger already/);
    });

    test('is not created if the configured keys are missing, because the next start would take it for the old ledger', async () => {
      config = { ...config, receiptKeysFile: path.join(dataDir, 'keys.json') };
      await assert.rejects(start(), /RECEIPT_KEYS_FILE names .*keys\.json, which is not there\./);
      assert.deepEqual(readdirSync(dataDir), []);
    });

    if (!databaseUrl)
      test('is recognized by its content: the file is empty, has no tables, or has only a leftover log', async () => {
        await start();
        await lose();
        const file = path.join(dataDir, 'ledger.sqlite');
        writeFileSync(file, '');
        await assert.rejects(start(), LOST);
        rmSync(file);
        await place.openLedger().close();
        await assert.rejects(start(), LOST);
        rmSync(file);
        writeFileSync(`${file}-wal`, 'what was last written');
        await assert.rejects(start(), LOST);
        await assert.rejects(
          create(),
          /is left of a ledger and may hold what it held\. Move it away first\./,
        );
        assert.equal(existsSync(file), false);
      });
  });
