import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { type FakeS3, refuse, startFakeS3 } from '../../../test/support/fake-s3.ts';
import { lookAtBackups } from '../doctor/check-files.ts';
import { isDue, nameOf } from './list-backups.ts';
import { s3Store } from './s3.ts';

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const NAME = nameOf(new Date('2026-02-03T04:05:06Z'));
const NOW = () => new Date('2026-02-03T05:00:00Z');
const BACKUPS = ({ url, bucket }: FakeS3) => ({
  folder: undefined,
  recipients: [],
  everyHours: 24,
  keep: 3,
  s3: { endpoint: url, bucket, region: 'us-east-1', prefix: '' },
});

describe('backups in a bucket', () => {
  let folder: string;
  let fake: FakeS3;
  let file: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 's3-'));
    file = path.join(folder, 'backup.age');
    writeFileSync(file, randomBytes(17 * MB + 3));
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    fake = await startFakeS3();
  });
  afterEach(() => fake.close());

  const open = (options: { prefix?: string; secret?: string; requestMs?: number } = {}) => {
    const { prefix = 'florida/', secret = fake.keys.secretAccessKey, requestMs = 20_000 } = options;
    const environment = { AWS_ACCESS_KEY_ID: fake.keys.accessKeyId, AWS_SECRET_ACCESS_KEY: secret };
    const config = { endpoint: fake.url, bucket: fake.bucket, region: 'us-east-1', prefix };
    return s3Store(config, environment, { requestMs, tries: 1, partBytes: 5 * MB, now: NOW });
  };

  test('are uploaded in signed parts, listed, downloaded byte for byte, and removed', async () => {
    const store = open();
    assert.deepEqual(await store.list(), []);
    const address = await store.put(file, NAME);
    assert.equal(address, `s3://kept/florida/${NAME}`);
    assert.deepEqual(fake.objects.get(`florida/${NAME}`), readFileSync(file));
    assert.equal(fake.seen.filter((what) => what === 'PUT part').length, 4);
    assert.ok(fake.bodyBytesMax <= 5 * MB, 'never the whole of it');
    const [kept] = await store.list();
    assert.deepEqual(kept, { file: address, begunAt: new Date('2026-02-03T04:05:06Z') });
    const back = path.join(folder, 'back.age');
    await store.fetch(address, back);
    assert.deepEqual(readFileSync(back), readFileSync(file));
    if (kept) await store.remove(kept);
    assert.equal(fake.objects.size, 0);
    store.close();
  });

  test('are uploaded in one request if they are small', async () => {
    const small = path.join(folder, 'small.age');
    writeFileSync(small, 'x'.repeat(1_000));
    await open().put(small, NAME);
    assert.equal(fake.objects.get(`florida/${NAME}`)?.length, 1_000);
    assert.ok(!fake.seen.includes('PUT part'));
  });

  test('are all listed, newest first, even if there are 2,500, and no other files are listed', async () => {
    const names = Array.from({ length: 2_500 }, (_, hour) => nameOf(new Date(hour * HOUR_MS)));
    for (const name of names) fake.objects.set(`florida/${name}`, Buffer.alloc(1));
    const others = ['florida/mine.age', `florida/sub/${NAME}`, `texas/${NAME}`, NAME, `florida/x${NAME}`];
    for (const key of others) fake.objects.set(key, Buffer.alloc(1));
    const kept = await open().list();
    assert.deepEqual(
      kept.map((each) => each.file),
      names.toReversed().map((name) => `s3://kept/florida/${name}`),
    );
    assert.equal(fake.seen.filter((what) => what === 'GET list').length, 3);
    const bare = await open({ prefix: '' }).list();
    assert.deepEqual(
      bare.map((each) => each.file),
      [`s3://kept/${NAME}`],
    );
  });

  test('are cleaned up a day after a process was killed during an upload, and parts of other uploads are not removed', async () => {
    const leave = (key: string, initiated: Date) =>
      fake.uploads.set(`${key} ${initiated.getTime()}`, { key, initiated, parts: new Map() });
    leave(`florida/${NAME}`, new Date(NOW().getTime() - 25 * HOUR_MS));
    leave(`florida/${NAME}`, new Date(NOW().getTime() - 23 * HOUR_MS));
    leave('florida/mine', new Date(NOW().getTime() - 25 * HOUR_MS));
    leave(`texas/${NAME}`, new Date(NOW().getTime() - 25 * HOUR_MS));
    await open().put(file, NAME);
    assert.deepEqual(
      [...fake.uploads.values()].map(({ key }) => key),
      [`florida/${NAME}`, 'florida/mine', `texas/${NAME}`],
    );
  });

  type Fault = NonNullable<FakeS3['fault']>;
  const once = (wanted: string, number: number, fault: Fault): Fault => {
    let count = 0;
    return (what, request, response) =>
      what === wanted && ++count >= number ? fault(what, request, response) : false;
  };
  const faults: readonly (readonly [name: string, fault: Fault, says: RegExp])[] = [
    ['a store that hangs', once('PUT part', 2, () => true), /cannot take a backup \(ETIMEDOUT\)/],
    [
      'a store that fails halfway through',
      once('PUT part', 3, (_what, request, response) => {
        request.resume().on('end', () => refuse(response, 500, 'InternalError'));
        return true;
      }),
      /cannot take a backup \(500 InternalError\)/,
    ],
    [
      'a store that rejects a part because of its checksum',
      once('PUT part', 2, (_what, request, response) => {
        request.resume().on('end', () => refuse(response, 400, 'BadDigest'));
        return true;
      }),
      /cannot take a backup \(400 BadDigest\)/,
    ],
    [
      'a store that closes the connection',
      once('PUT part', 2, (_what, request) => {
        request.destroy();
        return true;
      }),
      /cannot take a backup \((ECONNRESET|EPIPE|.*socket.*)\)/,
    ],
    [
      'a store that fails to put the parts together',
      once('POST upload', 2, (_what, request, response) => {
        request.resume().on('end', () => refuse(response, 500, 'InternalError'));
        return true;
      }),
      /cannot take a backup \(500 InternalError\)/,
    ],
  ];
  for (const [name, fault, says] of faults)
    test(`${name} does not get a backup, and no parts are left behind`, async () => {
      fake.fault = fault;
      await assert.rejects(
        open({ requestMs: name.includes('hangs') ? 1_500 : 20_000 }).put(file, NAME),
        (error: Error) => {
          assert.match(error.message, says);
          assert.doesNotMatch(`${error.stack}${error.cause}`, /AKID|secret/);
          return true;
        },
      );
      assert.equal(fake.objects.size, 0);
      assert.equal(fake.uploads.size, 0);
    });

  test('are deleted if the store lost some of the data', async () => {
    fake.fault = once('HEAD', 1, () => {
      const whole = fake.objects.get(`florida/${NAME}`) ?? Buffer.alloc(0);
      fake.objects.set(`florida/${NAME}`, whole.subarray(1));
      return false;
    });
    await assert.rejects(open().put(file, NAME), /has 17825794 of the 17825795 bytes/);
    assert.equal(fake.objects.size, 0);
  });

  test('are reported by doctor, with the reason, if the key or the clock is wrong or the store does not respond', async () => {
    const config = BACKUPS(fake);
    const told = async (store: ReturnType<typeof open>, state = 'failed') => {
      const [finding] = await lookAtBackups(config, [store], true, NOW());
      assert.equal(finding?.state, state);
      assert.doesNotMatch(JSON.stringify(finding), /AKID|secret/);
      return finding?.says ?? '';
    };
    assert.match(await told(open(), 'warning'), /^There is none in s3:\/\/kept\/florida\/ yet\./);
    assert.match(await told(open({ secret: 'another' })), /\(403 SignatureDoesNotMatch\)/);
    fake.aheadMs = HOUR_MS;
    assert.match(await told(open()), /\(403 RequestTimeTooSkewed\)/);
    fake.aheadMs = 0;
    fake.fault = () => true;
    assert.match(await told(open({ requestMs: 300 })), /cannot list backups \(ETIMEDOUT\)/);
    fake.fault = undefined;
    const fresh = nameOf(new Date(NOW().getTime() - HOUR_MS));
    fake.objects.set(`florida/${fresh}`, Buffer.alloc(1));
    const [well] = await lookAtBackups(config, [open()], true, NOW());
    assert.equal(well?.says, 'Kept in s3://kept/florida/: 1, the newest 1 hour old.');
    assert.equal(isDue(await open().list(), 24, NOW()), false);
  });

  test('continue despite a backup with a future time from a wrong clock, which does not count as the newest', async () => {
    fake.objects.set(`florida/${nameOf(new Date('2099-01-01T00:00:00Z'))}`, Buffer.alloc(1));
    assert.equal(isDue(await open().list(), 24, NOW()), true);
    const [none] = await lookAtBackups(BACKUPS(fake), [open()], true, NOW());
    assert.equal(none?.says, 'There is none in s3://kept/florida/ yet.');
  });
});
