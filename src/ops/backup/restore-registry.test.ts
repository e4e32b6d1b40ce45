import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { readRows } from '../../../test/support/fill-ledger.ts';
import { makeRegistry, TAKEN_TABLES } from '../../../test/support/registry-0021.ts';
import { openSessionSecret } from '../../accounts/sessions/session-secret-service.ts';
import { openReceiptKeys } from '../../decisions/receipts/service.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openLedger } from '../../platform/db/open.ts';
import { FORMAT, KEYS, LEDGER, type Manifest, REGISTRY, SECRET } from './backup-manifest.ts';
import { backupPlaces } from './backup-places.ts';
import { describeDatabase, makeOneFile } from './copy-databases.ts';
import { writeArchive } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const NOW = new Date('2026-02-03T04:05:06.789Z');
const open = (dataDir: string) => openLedger({ databaseUrl: undefined, dataDir });

describe('a backup with a registry', () => {
  let folder: string;
  let source: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'registry-backup-'));
    source = path.join(folder, 'source');
    await mkdir(source);
    const ledger = open(source);
    await migrateLedger(ledger);
    await openReceiptKeys(ledger.db, { named: undefined, dataDir: source, now: NOW });
    openSessionSecret({ named: undefined, dataDir: source });
    await makeRegistry(ledger, source);
    await ledger.close();
    makeOneFile(path.join(source, REGISTRY));
  });
  after(() => rm(folder, { recursive: true }));

  /** Writes an archive as versions with two databases did, and restores it. */
  async function restore(name: string): Promise<string> {
    const manifest: Manifest = {
      format: FORMAT,
      createdAt: NOW.toISOString(),
      engine: 'sqlite',
      databases: {
        ledger: describeDatabase(path.join(source, LEDGER), 'ledger'),
        registry: describeDatabase(path.join(source, REGISTRY), 'registry'),
      },
      files: [LEDGER, REGISTRY, KEYS, SECRET].map((each) => {
        const bytes = readFileSync(path.join(source, each));
        return { name: each, bytes: bytes.length, sha256: hash('sha256', bytes) };
      }),
    };
    const to = path.join(folder, `${name}.tar`);
    await writeArchive({ staged: source, manifest, recipients: [], to });
    const dataDir = path.join(folder, name);
    const places = backupPlaces({ dataDir, receiptKeysFile: undefined, sessionSecretFile: undefined });
    await restoreBackup(places, { file: to, identities: [] });
    return dataDir;
  }

  test('is restored with both files, and the next start moves every registry row into the ledger', async () => {
    const dataDir = await restore('whole');
    const registry = new DatabaseSync(path.join(dataDir, REGISTRY), { readOnly: true });
    const counts = TAKEN_TABLES.map(
      (table) => registry.prepare(`select count(*) as n from ${table}`).get()?.n,
    );
    registry.close();
    const ledger = open(dataDir);
    await migrateLedger(ledger);
    const taken = [];
    for (const table of TAKEN_TABLES) taken.push((await readRows(ledger.db, table)).length);
    await ledger.close();
    assert.ok(counts.every((count) => Number(count) > 0));
    assert.deepEqual(taken, counts);
    assert.equal(existsSync(path.join(dataDir, REGISTRY)), false);
  });

  test('from before the last registry version is restored, and the next start names the commit to start in between', async () => {
    const registry = new DatabaseSync(path.join(source, REGISTRY));
    registry.exec(`delete from registry_migration where name = '0021-packed-rows'`);
    registry.close();
    const dataDir = await restore('older');
    const before = readFileSync(path.join(dataDir, REGISTRY));
    const ledger = open(dataDir);
    await assert.rejects(
      migrateLedger(ledger),
      /such as 0\.5\.0\. Start commit [\da-f]{8} .* docs\/operations\.md, "Upgrade from 0\.5\.0"\. Nothing was changed\./,
    );
    await ledger.close();
    assert.deepEqual(readFileSync(path.join(dataDir, REGISTRY)), before);
  });
});
