import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describePlaces } from '../../../test/support/place.ts';
import { loadConfig } from '../../config.ts';
import { openReceiptKeys } from '../../decisions/receipts/service.ts';
import { openSessionSecret } from '../../ledger/accounts/session-secret-service.ts';
import { migrateLedger, migrateRegistry } from '../../platform/db/migrate.ts';
import { takeLease } from '../../platform/leases.ts';
import { createLogger } from '../../platform/log.ts';
import { lookAtBackups } from '../doctor/files.ts';
import { listKept, nameOf } from './kept.ts';
import { createBackupJob } from './scheduled.ts';

const HOUR_MS = 3_600_000;

describePlaces('the backups that the service makes', (place) => {
  test('are made when one is due, by one process at a time, encrypted, and the newest are kept', async () => {
    const folder = path.join(place().folder, 'backups');
    const recipient = await identityToRecipient(await generateX25519Identity());
    const environment = {
      ...place().settings,
      ...{ BACKUP_FOLDER: folder, BACKUP_RECIPIENTS: recipient, BACKUP_KEEP: '2' },
    };
    const config = loadConfig(environment);
    const [registry, ledger] = [place().openRegistry(), place().openLedger()];
    await migrateRegistry(registry);
    await migrateLedger(ledger);
    const { dataDir } = config;
    await openReceiptKeys(ledger.db, { named: undefined, dataDir, now: new Date() });
    openSessionSecret({ named: undefined, dataDir });
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(JSON.parse(line).msg) });
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    const job = (holder: string) =>
      createBackupJob({ config, environment, registryDb: registry.db, holder, now, log });

    await takeLease(registry.db, 'backup', 'another process', now(), HOUR_MS);
    await job('one')();
    assert.deepEqual(listKept(folder), []);
    ahead = 2 * HOUR_MS;
    await job('one')();
    const [made] = listKept(folder);
    assert.ok(made);
    // As if it had been an hour ago: the next one has another name.
    const begunAt = new Date(made.begunAt.getTime() - HOUR_MS);
    const first = { file: path.join(folder, nameOf(begunAt)), begunAt };
    renameSync(made.file, first.file);
    assert.deepEqual(short(lookAtBackups(config.backups, true, now())), ['ok']);
    ahead = 20 * HOUR_MS;
    await job('one')();
    assert.equal(listKept(folder).length, 1, 'none is due yet');

    // Two of before, and what somebody else has put there.
    const old = [3, 4].map((days) => nameOf(new Date(Date.now() - days * 24 * HOUR_MS)));
    for (const name of [...old, 'mine.age', `${old[0]}.partial`]) writeFileSync(path.join(folder, name), 'x');
    ahead = 48 * HOUR_MS;
    assert.deepEqual(short(lookAtBackups(config.backups, true, new Date(now().getTime() + HOUR_MS))), [
      'failed',
    ]);
    await job('one')();
    const kept = listKept(folder);
    assert.equal(kept.length, 2);
    assert.deepEqual(kept[1], first);
    assert.deepEqual(
      readdirSync(folder).filter((name) => /mine|partial/.test(name)),
      ['mine.age', `${old[0]}.partial`],
    );
    assert.deepEqual(lines, [
      'a backup was made',
      'a backup was made',
      'backups that are kept no longer were removed',
    ]);
    await registry.close();
    await ledger.close();
  });

  test('leave those of before when one fails', async () => {
    const folder = path.join(place().folder, 'failing');
    const recipient = await identityToRecipient(await generateX25519Identity());
    const environment = {
      ...place().settings,
      ...{
        DATA_DIR: path.join(place().folder, 'nothing'),
        BACKUP_FOLDER: folder,
        BACKUP_RECIPIENTS: recipient,
      },
      BACKUP_KEEP: '1',
    };
    mkdirSync(folder);
    const old = [3, 4].map((days) => nameOf(new Date(Date.now() - days * 24 * HOUR_MS)));
    for (const name of old) writeFileSync(path.join(folder, name), 'x');
    const registry = place().openRegistry();
    const [config, log] = [loadConfig(environment), createLogger('silent')];
    const job = createBackupJob({
      ...{ config, environment, registryDb: registry.db, holder: 'one', now: () => new Date(), log },
    });
    for (const _ of [1, 2]) await assert.rejects(job(), /is not there, so there is nothing to back up/);
    assert.deepEqual(readdirSync(folder), old.toReversed());
    await registry.close();
  });
});

const short = (findings: readonly { readonly state: string }[]) => findings.map(({ state }) => state);

test('backups by the service need a key, and a secret half that is named by mistake is not shown', () => {
  assert.throws(() => loadConfig({ BACKUP_FOLDER: '/backups' }), /BACKUP_RECIPIENTS is not: name a key/);
  const secret = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
  assert.throws(
    () => loadConfig({ BACKUP_FOLDER: '/backups', BACKUP_RECIPIENTS: secret }),
    (error: Error) => /BACKUP_RECIPIENTS/.test(error.message) && !error.message.includes('QQQ'),
  );
});
