import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { runCli } from '../../../test/support/cli.ts';
import { refuse, startFakeS3 } from '../../../test/support/fake-s3.ts';
import { describePlaces, type Place } from '../../../test/support/place.ts';
import { findDumpObstacle } from '../../../test/support/postgres-dumps.ts';
import { openSessionSecret } from '../../accounts/sessions/session-secret-service.ts';
import { EXIT } from '../../cli/output.ts';
import { loadConfig } from '../../config.ts';
import { openReceiptKeys } from '../../decisions/receipts/service.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { readFact } from '../../platform/job-findings.ts';
import { takeLease } from '../../platform/leases.ts';
import { createLogger } from '../../platform/log/log.ts';
import { lookAtBackups } from '../doctor/check-files.ts';
import { createBackupJob } from './backup-job.ts';
import { folderStore, listStored, nameOf } from './list-backups.ts';

const HOUR_MS = 3_600_000;

describePlaces('the backups that the service makes', (place) => {
  test('are made when due, encrypted, by one process at a time, and only the newest are kept', async (t) => {
    const obstacle = await obstacleIn(place());
    if (obstacle !== undefined) return t.skip(obstacle);
    const folder = path.join(place().folder, 'backups');
    const recipient = await identityToRecipient(await generateX25519Identity());
    const environment = {
      ...place().settings,
      BACKUP_FOLDER: folder,
      BACKUP_RECIPIENTS: recipient,
      BACKUP_KEEP: '2',
    };
    const config = loadConfig(environment);
    const ledger = place().openLedger();
    await migrateLedger(ledger);
    const { dataDir } = config;
    await openReceiptKeys(ledger.db, { named: undefined, dataDir, now: new Date() });
    openSessionSecret({ named: undefined, dataDir });
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(JSON.parse(line).msg) });
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    const job = (holder: string) =>
      createBackupJob({ config, environment, ledgerDb: ledger.db, holder, now, log });

    await takeLease(ledger.db, 'backup', 'another process', now(), HOUR_MS);
    await job('one')();
    assert.deepEqual(listStored(folder), []);
    const seen = () => readFact(config.dataDir, 'backups-seen')?.folder;
    assert.equal(seen()?.newest, null, 'that none was made is noted too');
    ahead = 2 * HOUR_MS;
    await job('one')();
    const [made] = listStored(folder);
    assert.ok(made);
    assert.equal(
      Date.parse(String(seen()?.newest)),
      made.begunAt.getTime() + (Date.parse(String(seen()?.newest)) % 1000),
    );
    // Move the backup an hour into the past, so that the next backup has a different name.
    const begunAt = new Date(made.begunAt.getTime() - HOUR_MS);
    const first = { file: path.join(folder, nameOf(begunAt)), begunAt };
    renameSync(made.file, first.file);
    assert.deepEqual(short(await lookAtBackups(config.backups, [folderStore(folder)], true, now())), ['ok']);
    ahead = 20 * HOUR_MS;
    await job('one')();
    assert.equal(listStored(folder).length, 1, 'none is due yet');

    // Two earlier backups, and unrelated files.
    const old = [3, 4].map((days) => nameOf(new Date(Date.now() - days * 24 * HOUR_MS)));
    for (const name of [...old, 'mine.age', `${old[0]}.partial`]) writeFileSync(path.join(folder, name), 'x');
    ahead = 48 * HOUR_MS;
    assert.deepEqual(
      short(
        await lookAtBackups(
          config.backups,
          [folderStore(folder)],
          true,
          new Date(now().getTime() + 2 * HOUR_MS),
        ),
      ),
      ['failed'],
    );
    await job('one')();
    const kept = listStored(folder);
    assert.equal(kept.length, 2);
    assert.deepEqual(kept[1], first);
    assert.deepEqual(
      readdirSync(folder).filter((name) => /mine|partial/.test(name)),
      ['mine.age', `${old[0]}.partial`],
    );
    assert.deepEqual(lines, ['a backup was made', 'a backup was made', 'old backups were removed']);
    await ledger.close();
  });

  test('are not removed when a new backup fails', async () => {
    const folder = path.join(place().folder, 'failing');
    const recipient = await identityToRecipient(await generateX25519Identity());
    const environment = {
      ...place().settings,

      DATA_DIR: path.join(place().folder, 'nothing'),
      BACKUP_FOLDER: folder,
      BACKUP_RECIPIENTS: recipient,
      BACKUP_KEEP: '1',
    };
    mkdirSync(folder);
    const old = [3, 4].map((days) => nameOf(new Date(Date.now() - days * 24 * HOUR_MS)));
    for (const name of old) writeFileSync(path.join(folder, name), 'x');
    const ledger = place().openLedger();
    const config = loadConfig(environment);
    const log = createLogger('silent');
    const job = createBackupJob({
      config,
      environment,
      ledgerDb: ledger.db,
      holder: 'one',
      now: () => new Date(),
      log,
    });
    for (const _ of [1, 2]) await assert.rejects(job(), /is not there, so there is nothing to back up/);
    assert.deepEqual(readdirSync(folder), old.toReversed());
    await ledger.close();
  });
});

describePlaces('the backups that the service puts in a bucket', (place) => {
  test('are made and restored, old backups are removed, and a failure in one of two places is reported', async (t) => {
    const obstacle = await obstacleIn(place());
    if (obstacle !== undefined) return t.skip(obstacle);
    const fake = await startFakeS3();
    const folder = path.join(place().folder, 'backups');
    const identity = await generateX25519Identity();
    const environment = {
      ...place().settings,
      BACKUP_FOLDER: folder,
      BACKUP_RECIPIENTS: await identityToRecipient(identity),
      BACKUP_S3_ENDPOINT: fake.url,
      BACKUP_S3_BUCKET: fake.bucket,
      BACKUP_S3_PREFIX: 'florida',
      BACKUP_KEEP: '2',
      AWS_ACCESS_KEY_ID: fake.keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: fake.keys.secretAccessKey,
    };
    const config = loadConfig(environment);
    const ledger = place().openLedger();
    await migrateLedger(ledger);
    const { dataDir } = config;
    await openReceiptKeys(ledger.db, { named: undefined, dataDir, now: new Date() });
    openSessionSecret({ named: undefined, dataDir });
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => lines.push(JSON.parse(line).msg) });
    let ahead = 0;
    const now = () => new Date(Date.now() + ahead);
    const job = createBackupJob({ config, environment, ledgerDb: ledger.db, holder: 'one', now, log });
    const old = [3, 4].map((days) => `florida/${nameOf(new Date(Date.now() - days * 24 * HOUR_MS))}`);
    for (const key of [...old, 'florida/mine.age']) fake.objects.set(key, Buffer.alloc(1));

    // While the store rejects uploads, the folder still gets its backup, and the failure is reported.
    fake.fault = (what, request, response) => {
      if (what.startsWith('GET')) return false;
      request.resume().on('end', () => refuse(response, 403, 'AccessDenied'));
      return true;
    };
    await assert.rejects(
      job(),
      /^Error: s3:\/\/kept\/florida\/: the store cannot take a backup \(403 AccessDenied\)\.$/,
    );
    assert.equal(listStored(folder).length, 1);
    assert.deepEqual([...fake.objects.keys()], [...old, 'florida/mine.age']);
    // An hour later, only the store is due for a backup.
    fake.fault = undefined;
    ahead = HOUR_MS;
    await job();
    assert.equal(listStored(folder).length, 1);
    const [made, ...kept] = [...fake.objects.keys()]
      .filter((key) => key !== 'florida/mine.age')
      .sort()
      .reverse();
    assert.deepEqual(kept, [old[0]]);
    assert.ok(fake.objects.has('florida/mine.age'));
    await job();
    assert.equal(fake.objects.size, 3, 'none is due yet');
    assert.deepEqual(lines, ['a backup was made', 'a backup was made', 'old backups were removed']);
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith('.backup')),
      [],
    );
    await ledger.close();

    if (place().name !== 'SQLite') return fake.close();
    const keyFile = path.join(place().folder, 'identity.txt');
    writeFileSync(keyFile, identity);
    const empty = { ...environment, DATA_DIR: path.join(place().folder, 'restored') };
    const from = `s3://${fake.bucket}/${made}`;
    const restore = (env: typeof environment) => runCli(['restore', from, '--identity', keyFile], env);
    const other = await restore({ ...empty, BACKUP_S3_BUCKET: 'another' });
    assert.equal(other.code, EXIT.usage, other.stderr);
    const away = await restore({ ...empty, AWS_SECRET_ACCESS_KEY: 'wrong' });
    assert.equal(away.code, EXIT.failed);
    assert.match(away.stderr, /cannot give the backup \(403 SignatureDoesNotMatch\)/);
    assert.deepEqual(readdirSync(empty.DATA_DIR), []);
    const { code, stderr } = await restore(empty);
    assert.equal(code, EXIT.done, stderr);
    assert.ok(readdirSync(empty.DATA_DIR).includes('ledger.sqlite'));
    assert.deepEqual(
      readdirSync(empty.DATA_DIR).filter((name) => name.startsWith('.restore')),
      [],
    );
    await fake.close();
  });
});

const obstacleIn = async ({ settings: { DATABASE_URL } }: Place) =>
  DATABASE_URL === undefined ? undefined : findDumpObstacle(DATABASE_URL);

const short = (findings: readonly { readonly state: string }[]) => findings.map(({ state }) => state);

test('scheduled backups require a public key, and a secret key given by mistake is not printed', () => {
  assert.throws(() => loadConfig({ BACKUP_FOLDER: '/backups' }), /BACKUP_RECIPIENTS is not: name a key/);
  assert.throws(
    () => loadConfig({ BACKUP_S3_BUCKET: 'kept', BACKUP_RECIPIENTS: `age1${'q'.repeat(58)}` }),
    /belong together/,
  );
  assert.throws(
    () => loadConfig({ BACKUP_S3_ENDPOINT: 'https://name:word@s3.example', BACKUP_S3_BUCKET: 'kept' }),
    (error: Error) => /BACKUP_S3_ENDPOINT/.test(error.message) && !error.message.includes('word@'),
  );
  const secret = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
  assert.throws(
    () => loadConfig({ BACKUP_FOLDER: '/backups', BACKUP_RECIPIENTS: secret }),
    (error: Error) => /BACKUP_RECIPIENTS/.test(error.message) && !error.message.includes('QQQ'),
  );
});
