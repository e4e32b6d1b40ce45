import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { changeSnapshot } from '../../../test/support/change-snapshot.ts';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { startFakeMailServer } from '../../../test/support/mail-server.ts';
import { insertSecondFactor } from '../../../test/support/operators.ts';
import { sampleClaims, sampleRing } from '../../../test/support/receipt-samples.ts';
import { openSessionSecret } from '../../accounts/sessions/session-secret-service.ts';
import { openCurrentLedger } from '../../cli/upkeep/ledger-commands.ts';
import { loadConfig } from '../../config.ts';
import { openHeadFile } from '../../decisions/log/head-file-service.ts';
import { createSequencer } from '../../decisions/log/sequence-service.ts';
import { createReceiptService, openReceiptKeys } from '../../decisions/receipts/service.ts';
import { rememberFetched } from '../../intake/fetch/source-files-service.ts';
import { createOperatorService } from '../../operators/access/service.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { openLedger } from '../../platform/db/open.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { publish } from '../../records/publication/service.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { BackupStore } from '../backup/list-backups.ts';
import {
  judgeClock,
  lookAtChecksums,
  lookAtContents,
  lookAtDatabaseClock,
  lookAtLog,
  lookAtOperators,
  lookAtQueues,
  lookAtReceipts,
  lookAtRecords,
  lookAtTables,
} from './check-databases.ts';
import { lookAtBackups } from './check-files.ts';
import { lookAtMailServer, lookAtSource, lookAtStripe } from './check-reach.ts';
import type { Finding } from './doctor-finding.ts';
import { examine } from './examine.ts';

const HOUR_MS = 3_600_000;
const short = (findings: readonly Finding[]) => findings.map(({ name, state }) => `${name}: ${state}`);

describeEngines('the doctor', (open) => {
  test('reports how recent the records are, and whether they are old, missing, or fictional instead of real', async () => {
    const database = await open();
    const look = (wantsReal: boolean, day = DEMO_DAY) => lookAtRecords(database, wantsReal, day);
    assert.deepEqual(short(await look(false)), ['records: failed']);
    const reason = 'network: https://x.example/a.csv: connect ECONNREFUSED';
    await rememberFetched(
      database.db,
      ['a.csv', 'b.csv'].map((name) => ({
        name,
        url: `https://x.example/${name}`,
        kind: 'licenses',
        district: 1,
        period: null,
        misses: 0,
        etag: null,
        last_modified: null,
        sha256: null,
        checked_at: '2026-03-16T12:00:00Z',
        outcome: 'failed',
        reason: reason.replace('a.csv', name),
      })),
    );
    const [none, missing, ...others] = await look(false);
    assert.match(none?.advice ?? '', /npm run cli -- import/);
    assert.match(missing?.says ?? '', /^2 files \(a\.csv, b\.csv\): .* \(network: connect ECONNREFUSED\)$/);
    assert.match(missing?.advice ?? '', /^Check that this server can reach the site\./);
    assert.deepEqual(others, []);
    await database.db.deleteFrom('source_files').execute();
    await publish(database, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    assert.deepEqual(short(await look(false)), ['records: skipped']);
    assert.deepEqual(short(await look(true)), ['records: failed']);
    await changeSnapshot(database, (snapshot) => snapshot.exec('update published_state set fictional = 0'));
    const real = await look(true);
    assert.deepEqual(short(real.slice(0, 1)), ['records: ok']);
    assert.match(real[0]?.says ?? '', /^Version 1 was published 2026-03-16T.*reach to 2026-03-1\d\.$/);
    assert.deepEqual(short((await look(true, '2026-04-10')).slice(0, 1)), ['records: warning']);
    assert.deepEqual(short((await look(true, '2026-06-10')).slice(0, 1)), ['records: failed']);
    await database.close();
  });

  test('checks that the tables match this version, and the database’s clock if it has one', async () => {
    const database = await open();
    assert.deepEqual(short(await lookAtTables(database)), ['tables: ok']);
    if (database.engine.name === 'postgres') {
      const inAnHour = () => new Date(Date.now() + HOUR_MS);
      assert.deepEqual(short(await lookAtDatabaseClock(database.db, () => new Date())), ['clock: ok']);
      assert.deepEqual(short(await lookAtDatabaseClock(database.db, inAnHour)), ['clock: failed']);
    }
    await sql`insert into ledger_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
      database.db,
    );
    assert.deepEqual(short(await lookAtTables(database)), ['tables: failed']);
    await database.close();
  });

  test('warns about operators with neither an authenticator nor a passkey, without naming them', async () => {
    const database = await open();
    const look = async () => (await lookAtOperators(database.db, NOW))[0];
    assert.equal((await look())?.state, 'skipped');
    const operators = createOperatorService({ ledgerDb: database.db, now: NOW });
    const [ola] = [
      await insertAccount(database.db, 'ola@events.example'),
      await insertAccount(database.db, 'max@events.example'),
    ];
    for (const name of ['ola', 'max']) await operators.grant(`${name}@events.example`);
    await insertSecondFactor(database.db, ola);
    const warned = await look();
    assert.deepEqual(
      [warned?.state, warned?.says],
      [
        'warning',
        '1 of 2 operators with neither an authenticator nor a passkey: operator pages stay closed there.',
      ],
    );
    await operators.revoke('max@events.example');
    assert.deepEqual(await look(), {
      name: 'operators',
      state: 'ok',
      says: 'The one operator has an authenticator or a passkey.',
    });
    await database.close();
  });

  test('finds records that changed after publication, and reports the results of PostgreSQL’s checksums', async () => {
    const database = await open();
    await publish(database, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    const whole = await lookAtContents(database.published.db);
    assert.deepEqual(short(whole), ['contents: ok']);
    assert.match(whole[0]?.says ?? '', /^\d{3} records read, each as/);
    await changeSnapshot(database, (snapshot) =>
      snapshot.exec(
        `update records set facts = replace(facts, '"active":false', '"active":true ') where position = 1`,
      ),
    );
    const found = await lookAtContents(database.published.db);
    assert.deepEqual(short(found), ['contents: failed']);
    assert.match(found[0]?.says ?? '', /^1 of \d{3} records: not/);
    if (database.engine.name === 'postgres') {
      const { rows } = await sql<{ on: string }>`select current_setting('data_checksums') as "on"`.execute(
        database.db,
      );
      assert.deepEqual(short(await lookAtChecksums(database.db)), [
        rows[0]?.on === 'on' ? 'pages: ok' : 'pages: warning',
      ]);
    }
    await database.close();
  });

  test('warns about email that has been waiting for more than an hour', async () => {
    const database = await open();
    await queueMail(database.db, { to: 'a@b.example', subject: 'x', text: 'x' }, NOW());
    const after = async (ms: number) => (await lookAtQueues(database.db, new Date(NOW().getTime() + ms)))[0];
    assert.equal((await after(HOUR_MS / 2))?.state, 'ok');
    const late = await after(2 * HOUR_MS);
    assert.equal(late?.state, 'warning');
    assert.match(late?.says ?? '', /^1 mail waiting, the oldest since 2026-03-16/);
    assert.doesNotMatch(late?.says ?? '', /b\.example/);
    await database.close();
  });
});

describe('the doctor, with an embedded database', () => {
  let folder: string;
  let sound: string;
  let number = 0;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'doctor-'));
    sound = path.join(folder, 'sound');
    const location = { databaseUrl: undefined, dataDir: sound };
    const ledger = openLedger(location);
    await migrateLedger(ledger);
    const keys = await openReceiptKeys(ledger.db, { named: undefined, dataDir: sound, now: NOW() });
    openSessionSecret({ named: undefined, dataDir: sound });
    const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...claims } = sampleClaims(1);
    await createReceiptService(ledger, keys, 'https://compliance.example').issueAll([claims], NOW());
    await publish(ledger, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    await ledger.close();
  });
  after(() => rm(folder, { recursive: true }));

  /** Returns the findings other than "ok" after changing a copy. */
  const foundAfter = async (change: (dataDir: string) => void): Promise<Finding[]> => {
    const dataDir = path.join(folder, `copy-${++number}`);
    await cp(sound, dataDir, { recursive: true });
    chmodSync(dataDir, 0o700);
    change(dataDir);
    const found = await examine(loadConfig({ DATA_DIR: dataDir }), {
      now: NOW,
      isOffline: true,
      environment: {},
    });
    return found.filter(({ state }) => state === 'failed' || state === 'warning');
  };

  test('reports no problems if nothing is wrong, and does not change any file', async () => {
    let dataDir = '';
    const files = ['ledger.sqlite', 'receipt-keys.json', 'session-secret'];
    const read = () => files.map((name) => readFileSync(path.join(dataDir, name)));
    let before: Buffer[] = [];
    const found = await foundAfter((at) => {
      dataDir = at;
      before = read();
    });
    assert.deepEqual(found, []);
    assert.deepEqual(read(), before);
  });

  test('finds excessive permissions, lost or wrong keys, damaged pages, missing tables and a missing folder', async () => {
    const at = (dataDir: string, name: string) => path.join(dataDir, name);
    const cases: readonly (readonly [(dataDir: string) => void, readonly string[], RegExp])[] = [
      [
        (dir) => chmodSync(at(dir, 'session-secret'), 0o644),
        ['files: failed'],
        /Others .* can read .*session-secret/,
      ],
      [
        (dir) => writeFileSync(at(dir, 'session-secret'), `${'s'.repeat(42)}\n`),
        ['secret: failed'],
        /session-secret is too short or damaged/,
      ],
      [
        (dir) => rmSync(at(dir, 'receipt-keys.json')),
        ['receipts: failed'],
        /are missing, and receipts were issued/,
      ],
      [
        (dir) => writeFileSync(at(dir, 'receipt-keys.json'), JSON.stringify(sampleRing(1))),
        ['receipts: failed'],
        /issued with keys that are not there/,
      ],
      [
        (dir) => {
          const bytes = readFileSync(at(dir, 'ledger.sqlite'));
          writeFileSync(at(dir, 'ledger.sqlite'), bytes.fill(0xff, 4096 * 40, 4096 * 60));
        },
        ['pages: failed'],
        /ledger\.sqlite has pages that cannot be read/,
      ],
      [(dir) => rmSync(dir, { recursive: true }), ['files: failed', 'disk: failed'], /is not there/],
    ];
    for (const [change, expected, says] of cases) {
      const found = await foundAfter(change);
      assert.deepEqual(short(found).slice(0, expected.length), expected);
      assert.match(found[0]?.says ?? '', says);
      assert.ok(found.every(({ advice }) => advice));
      for (const { advice, says: said } of found.filter((each) => /database is damaged/.test(each.says)))
        assert.match(advice ?? '', /When data is damaged/, said);
    }
  });

  test('reports a lost ledger with the same message as a failed start, and does not create one', async () => {
    const name = 'ledger.sqlite';
    for (const lose of [(file: string) => rmSync(file), (file: string) => writeFileSync(file, '')]) {
      let dataDir = '';
      const [found, ...others] = await foundAfter((dir) => {
        dataDir = dir;
        for (const each of readdirSync(dir).filter((file) => file.startsWith(name)))
          lose(path.join(dir, each));
      });
      assert.deepEqual([found?.name, found?.state, others], ['ledger', 'failed', []]);
      assert.match(found?.advice ?? '', /^Restore the ledger from a backup .*ledger create/);
      const config = loadConfig({ DATA_DIR: dataDir });
      await assert.rejects(openCurrentLedger(config), {
        message: `${found?.says} ${found?.advice} Nothing was changed.`,
      });
      const size = statSync(path.join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
      assert.equal(size, 0);
    }
  });

  test('recognizes real records imported on the command line, and a source that is not a folder', async () => {
    const settings = {
      REDIS_URL: 'redis://cache.example',
      BASE_URL: 'https://vendors.example',
      TRUST_PROXY: '127.0.0.1',
    };
    const look = async (more: Record<string, string>) =>
      (
        await examine(loadConfig({ DATA_DIR: sound, ...settings, ...more }), {
          now: NOW,
          isOffline: true,
          environment: {},
        })
      ).filter(({ name }) => name === 'settings' || name === 'source');
    assert.deepEqual(short(await look({})), ['settings: ok']);
    const ledger = openLedger({ databaseUrl: undefined, dataDir: sound });
    await changeSnapshot(ledger, (snapshot) => snapshot.exec('update published_state set fictional = 0'));
    const found = await look({ REGULATOR_SOURCE: path.join(folder, 'nowhere') });
    const imported = await look({});
    await changeSnapshot(ledger, (snapshot) => snapshot.exec('update published_state set fictional = 1'));
    await ledger.close();
    assert.ok(imported.some(({ says }) => says.startsWith('REDIS_URL may leave this machine unencrypted')));
    assert.deepEqual(short(found.slice(-1)), ['source: failed']);
  });

  test('reports how many receipts it checked, or that none was ever issued', async () => {
    const dataDir = path.join(folder, 'receipts');
    await cp(sound, dataDir, { recursive: true });
    const ledger = openLedger({ databaseUrl: undefined, dataDir });
    const keys = path.join(dataDir, 'receipt-keys.json');
    const says = async () => (await lookAtReceipts(ledger.db, keys))[0]?.says;
    const one = await says();
    await ledger.db.deleteFrom('receipts').execute();
    const none = await says();
    await ledger.close();
    assert.deepEqual(
      [one, none],
      [
        'Every receipt has its key. Drawn at random and verified: 1.',
        'The keys are there, and no receipt was issued yet.',
      ],
    );
  });

  test('reports a receipt that has waited for the public log too long, and a log whose tiles are damaged', async () => {
    const dataDir = path.join(folder, 'log');
    await cp(sound, dataDir, { recursive: true });
    const ledger = openLedger({ databaseUrl: undefined, dataDir });
    const { issued_at } = await ledger.db
      .selectFrom('receipts')
      .select('issued_at')
      .executeTakeFirstOrThrow();
    const after = (minutes: number) => () => new Date(Date.parse(issued_at) + minutes * 60_000);
    const look = async (minutes: number) => (await lookAtLog(ledger.db, after(minutes)))[0] ?? assert.fail();
    assert.equal((await look(5)).state, 'skipped');
    assert.match((await look(11)).says, /is not in the public log/);
    await createSequencer({
      ledger,
      keys: await openReceiptKeys(ledger.db, { named: undefined, dataDir, now: NOW() }),
      origin: 'vendors.example/log',
      listPublications: async () => [],
      records: { renew: async () => {}, prove: async () => undefined },
      head: openHeadFile(dataDir),
      now: NOW,
      onNewLog: () => {},
    }).run();
    assert.equal((await look(11)).state, 'ok');
    await ledger.db
      .updateTable('log_tiles')
      .set({ bytes: Buffer.from('another entry') })
      .execute();
    assert.match((await look(11)).says, /is not the one that was signed/);
    await ledger.close();
  });

  test('reports each server that does not respond, without revealing its password', async () => {
    const nobody = 'user:password@127.0.0.1:9';
    const config = loadConfig({
      DATA_DIR: sound,
      SMTP_URL: `smtp://${nobody}`,
      REDIS_URL: `redis://${nobody}`,
      REGULATOR_SOURCE: 'http://127.0.0.1:9',
      STRIPE_API_BASE: 'http://127.0.0.1:9',

      STRIPE_SECRET_KEY: 'sk_test_12345678',
      STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
      STRIPE_PRICE: 'price_1',
    });
    chmodSync(sound, 0o700);
    const found = await examine(config, { now: NOW, isOffline: false, environment: {} });
    const outside = found.slice(-4);
    assert.deepEqual(short(outside), [
      'mail server: failed',
      'redis: failed',
      'stripe: failed',
      'source: failed',
    ]);
    assert.ok(outside.every(({ advice }) => advice));
    assert.doesNotMatch(JSON.stringify(found), /password|sk_test|whsec/);
    const offline = await examine(config, { now: NOW, isOffline: true, environment: {} });
    const left = found.filter(({ name }) => !offline.some((each) => each.name === name));
    assert.deepEqual(short(left), ['webhook hosts: skipped', ...short(outside)]);
  });

  test('reports that PostgreSQL does not respond, for each check that needs it', async () => {
    const url = 'postgres://user:password@127.0.0.1:9/none';
    const config = loadConfig({ DATA_DIR: sound, DATABASE_URL: url });
    const found = await examine(config, { now: NOW, isOffline: true, environment: {} });
    const names = [
      'tables',
      'clock',
      'pages',
      'contents',
      'receipts',
      'log',
      'records',
      'operators',
      'queues',
    ];
    assert.deepEqual(
      short(found.slice(-9)),
      names.map((name) => `${name}: failed`),
    );
    assert.doesNotMatch(JSON.stringify(found), /password/);
  });
});

/** Starts a loopback server that returns the same response to every request. */
async function answering<Result>(
  answer: { status?: number; type?: string; body?: string; date?: Date },
  ask: (url: string) => Promise<Result>,
): Promise<Result> {
  const { status = 200, type = 'text/csv', body = '', date = NOW() } = answer;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type, date: date.toUTCString() }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('the doctor’s checks of external services', () => {
  test('distinguishes an email server that accepts our email from one that does not', async () => {
    const server = await startFakeMailServer();
    assert.deepEqual(short(await lookAtMailServer(server.url)), ['mail server: ok']);
    assert.equal(server.arrived.length, 0, 'nothing is sent');
    await server.close();
    assert.deepEqual(short(await lookAtMailServer(server.url)), ['mail server: failed']);
  });

  test('distinguishes a regulator’s file from a web page in its place, an error, no response and a wrong clock', async () => {
    const [file] = REGULATOR.listFiles();
    const look = (answer: Parameters<typeof answering>[0]) =>
      answering(answer, (url) => lookAtSource(new URL(url), NOW));
    const rows = 'District,License\n'.repeat(2_000);
    const good = await look({ body: rows });
    assert.deepEqual(short(good), ['source: ok', 'clock: ok']);
    assert.match(good[0]?.says ?? '', new RegExp(file?.name ?? ''));
    for (const bad of [
      { body: '<!DOCTYPE html><html></html>', type: 'text/csv' },
      { body: 'Sorry, we moved.', type: 'text/html' },
      { body: '' },
      { status: 404, body: rows },
      { status: 302, body: rows },
    ])
      assert.deepEqual(
        short(await look(bad)),
        ['source: failed', 'clock: ok'],
        JSON.stringify(bad).slice(0, 80),
      );
    const early = await look({ body: rows, date: new Date(NOW().getTime() - HOUR_MS) });
    assert.deepEqual(short(early), ['source: ok', 'clock: failed']);
    assert.match(early[1]?.says ?? '', /3600 seconds apart/);
  });

  test('names the Stripe setting that is wrong', async () => {
    const look = (status: number) =>
      answering({ status, type: 'application/json', body: '{}' }, (stripeApiBase) =>
        lookAtStripe({ stripeApiBase, stripeSecretKey: 'sk_test_12345678', stripePrice: 'price_1' }),
      );
    assert.deepEqual(short(await look(200)), ['stripe: ok']);
    for (const [status, advice] of [
      [401, /STRIPE_SECRET_KEY/],
      [404, /STRIPE_PRICE/],
      [500, /status page/],
    ] as const) {
      const [finding] = await look(status);
      assert.equal(finding?.state, 'failed');
      assert.match(finding?.advice ?? '', advice);
    }
  });

  test('shows the backup interval in words, for one hour and for more', async () => {
    const begunAt = new Date(NOW().getTime() - 100 * HOUR_MS);
    const store: BackupStore = {
      kind: 'folder',
      place: '/backups',
      list: async () => [{ file: 'x', begunAt }],
      put: async (file) => file,
      remove: async () => {},
    };
    const says = async (everyHours: number) => {
      const backups = { folder: '/backups', s3: undefined, recipients: [], keep: 3, everyHours };
      return (await lookAtBackups(backups, [store], true, NOW()))[0]?.says;
    };
    const old = 'The newest in /backups is 100 hours old; one is to be made every';
    assert.deepEqual([await says(1), await says(24)], [`${old} hour.`, `${old} 24 hours.`]);
  });

  test('accepts clocks that are at most two minutes apart', () => {
    assert.deepEqual(
      [120, -120, 121, -121].map((apart) => judgeClock('X', apart).state),
      ['ok', 'ok', 'failed', 'failed'],
    );
  });
});
