import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { hashToken } from '../../lib/hash-token.ts';
import { generateKey } from './key.ts';
import { type ApiKeyService, createApiKeyService, KEYS_MAX, REVOKED_MAX } from './service.ts';
import { markUsed } from './store.ts';

describeBothEngines('API keys', (open) => {
  let database: TestDatabase;
  let time: Date;
  let logged: unknown[];
  let accountId: string;
  let services: ApiKeyService[];

  beforeEach(async () => {
    services = [];
    database = await open();
    time = new Date('2026-03-16T15:00:20.500Z');
    logged = [];
    accountId = await insertAccount(database.db);
  });
  afterEach(async () => {
    for (const each of services) await each.usesWritten();
    await database.close();
  });

  const service = () => {
    const made = createApiKeyService(database.db, {
      baseUrl: 'https://vendors.example',
      isFictional: async () => undefined,
      now: () => time,
      log: { error: (...line: unknown[]) => void logged.push(line), warn() {}, info() {} },
    });
    services.push(made);
    return made;
  };

  test('a key authenticates its account, and only its hash is stored', async () => {
    const keys = service();
    const made = await keys.create(accountId, '  Website   calendar ');
    assert.deepEqual(
      { ...made, key: undefined },
      {
        id: made.id,
        key: undefined,
        name: 'Website calendar',
        created_at: '2026-03-16T15:00:20.500Z',
      },
    );
    assert.deepEqual(await keys.verify(made.key), { accountId, keyId: made.id });
    await keys.usesWritten();
    const stored = await database.db
      .selectFrom('api_keys')
      .select(['id', 'account_id', 'name', 'secret_sha256', 'created_at', 'last_used_at', 'revoked_at'])
      .execute();
    assert.equal(stored.length, 1);
    assert.deepEqual(
      { ...stored[0] },
      {
        id: made.id,
        account_id: accountId,
        name: 'Website calendar',
        secret_sha256: hashToken(made.key),
        created_at: '2026-03-16T15:00:20.500Z',
        last_used_at: '2026-03-16T15:00:00.000Z',
        revoked_at: null,
      },
    );
    assert.ok(!JSON.stringify(stored).includes(made.key.split('.')[1] ?? ''));
  });

  test('rejects an unknown or malformed token, and a key with the wrong secret', async () => {
    const keys = service();
    const made = await keys.create(accountId, 'One');
    const sameId = generateKey(randomBytes, fromBase32(made.id));
    assert.equal(sameId.id, made.id);
    for (const token of [generateKey(randomBytes).text, sameId.text, made.id, `${made.key}a`, '', '\0'])
      assert.equal(await keys.verify(token), undefined);
    assert.ok(await keys.verify(made.key));
  });

  test('contract 5: a revoked key is rejected by the next request to every process', async () => {
    const one = service();
    const other = service();
    const { id, key } = await one.create(accountId, 'One');
    assert.ok(await other.verify(key));
    assert.equal(await one.revoke(accountId, id), true);
    assert.equal(await other.verify(key), undefined);
    assert.equal(await one.verify(key), undefined);
  });

  test('revoking again returns true and does not change the time of revocation; another account’s id, an unknown id or a malformed id returns false', async () => {
    const keys = service();
    const { id, key } = await keys.create(accountId, 'One');
    const stranger = await insertAccount(database.db);
    for (const [account, keyId] of [
      [stranger, id],
      [accountId, 'a'.repeat(16)],
      [accountId, `svc_pk_${id}`],
      [accountId, id.toUpperCase()],
      [accountId, `${id}\0`],
      [accountId, ''],
    ] as const) {
      assert.equal(await keys.revoke(account, keyId), false);
      assert.equal(await keys.find(account, keyId), undefined);
    }
    assert.ok(await keys.verify(key));
    assert.equal(await keys.revoke(accountId, id), true);
    time = new Date('2026-03-17T00:00:00Z');
    assert.equal(await keys.revoke(accountId, id), true);
    assert.equal((await keys.find(accountId, id))?.revoked_at, '2026-03-16T15:00:20.500Z');
  });

  test('an account lists only its own keys: active ones first, then newest first', async () => {
    const keys = service();
    const made: string[] = [];
    for (const [minute, name] of ['a', 'b', 'c', 'd'].entries()) {
      time = new Date(Date.UTC(2026, 2, 16, 15, minute));
      made.push((await keys.create(accountId, name)).id);
    }
    await keys.create(await insertAccount(database.db), 'not mine');
    await keys.revoke(accountId, made[2] ?? '');
    await keys.revoke(accountId, made[0] ?? '');
    assert.deepEqual(
      (await keys.list(accountId)).map(({ name }) => name),
      ['d', 'b', 'c', 'a'],
    );
    assert.deepEqual(Object.keys((await keys.list(accountId))[0] ?? {}).sort(), [
      'created_at',
      'id',
      'last_used_at',
      'name',
      'revoked_at',
    ]);
  });

  test('a form creates one key even if it is sent repeatedly or concurrently; the same form from another account creates its own key', async () => {
    const keys = service();
    const form = randomUUID();
    const made = await Promise.all([1, 2, 3, 4].map(() => keys.createOnce(accountId, 'Form', form)));
    assert.equal(made.filter((each) => each !== undefined).length, 1);
    assert.equal(await keys.createOnce(accountId, 'Form', form), undefined);
    assert.equal((await keys.list(accountId)).length, 1);
    assert.ok(await keys.createOnce(accountId, 'Form', randomUUID()));
    assert.ok(await keys.createOnce(await insertAccount(database.db), 'Form', form));
  });

  test('the last use is rounded to the minute and written once a minute, even with many requests', async () => {
    const keys = service();
    const { id, key } = await keys.create(accountId, 'One');
    const lastUse = async () => {
      await keys.usesWritten();
      return (await keys.find(accountId, id))?.last_used_at;
    };
    assert.equal(await lastUse(), null);
    await Promise.all(Array.from({ length: 20 }, () => keys.verify(key)));
    assert.equal(await lastUse(), '2026-03-16T15:00:00.000Z');
    time = new Date('2026-03-16T15:00:59.999Z');
    await keys.verify(key);
    assert.equal(await lastUse(), '2026-03-16T15:00:00.000Z');
    time = new Date('2026-03-16T15:01:00.000Z');
    await keys.verify(key);
    assert.equal(await lastUse(), '2026-03-16T15:01:00.000Z');
    // A slow clock does not move the last-used time backward.
    time = new Date('2026-03-16T14:59:00.000Z');
    await keys.verify(key);
    assert.equal(await lastUse(), '2026-03-16T15:01:00.000Z');
    assert.deepEqual(logged, []);
    // A process that fetched the row before another process wrote it does not move the time backward either.
    await markUsed(database.db, id, '2026-03-16T15:00:00.000Z');
    assert.equal(await lastUse(), '2026-03-16T15:01:00.000Z');
  });

  test('a failure to store the last use is logged and does not delay requests', async () => {
    const keys = service();
    const { key } = await keys.create(accountId, 'One');
    assert.ok(await keys.verify(key));
    await database.close();
    await keys.usesWritten();
    assert.equal(logged.length, 1);
    assert.ok(!JSON.stringify(logged).includes(key));
  });

  test('a name is one line of 1 to 60 characters', async () => {
    const keys = service();
    for (const name of ['', '   ', 'x'.repeat(61), 'a\0b', 'a\u0007b', '\ud800'])
      await assert.rejects(keys.create(accountId, name), { code: 'invalid_parameter', parameter: 'name' });
    assert.equal((await keys.create(accountId, '🌮'.repeat(60))).name, '🌮'.repeat(60));
    assert.equal((await keys.list(accountId)).length, 1);
  });

  test(`an account has at most ${KEYS_MAX} active keys, even if several are created at the same time; revoking one makes room`, async () => {
    const keys = service();
    const first = await keys.create(accountId, 'One');
    const created_at = '2026-03-16T16:00:00.000Z';
    await database.db
      .insertInto('api_keys')
      .values(
        Array.from({ length: KEYS_MAX - 2 }, () => ({
          id: generateKey(randomBytes).id,
          account_id: accountId,
          name: 'Many',
          secret_sha256: '0'.repeat(64),
          created_at,
          last_used_at: null,
          revoked_at: null,
        })),
      )
      .execute();
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => keys.create(accountId, 'At once')));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    await assert.rejects(keys.create(accountId, 'Another'), {
      code: 'invalid_parameter',
      message: /^This account has 500 API keys in use/,
    });
    await keys.create(await insertAccount(database.db), 'Of another account');
    await keys.revoke(accountId, first.id);
    await keys.create(accountId, 'Another');
    assert.equal((await keys.list(accountId)).length, KEYS_MAX + 1);
  });

  test('the newest 500 revoked keys are retained; older keys are deleted and still rejected', async () => {
    const keys = service();
    const first = await keys.create(accountId, 'Oldest');
    await keys.revoke(accountId, first.id);
    const at = '2027-03-16T16:00:00.000Z';
    await database.db
      .insertInto('api_keys')
      .values(
        Array.from({ length: REVOKED_MAX }, () => ({
          id: generateKey(randomBytes).id,
          account_id: accountId,
          name: 'Many',
          created_at: at,
          secret_sha256: '0'.repeat(64),
          last_used_at: null,
          revoked_at: at,
        })),
      )
      .execute();
    await keys.create(accountId, 'Live');
    assert.equal(await keys.count(accountId), REVOKED_MAX + 1);
    assert.equal(await keys.find(accountId, first.id), undefined);
    assert.equal(await keys.verify(first.key), undefined);
    const [live, ...rest] = await keys.list(accountId, { offset: 0, rowsMax: 3 });
    assert.deepEqual([live?.name, ...rest.map(({ name }) => name)], ['Live', 'Many', 'Many']);
    assert.equal((await keys.list(accountId, { offset: REVOKED_MAX, rowsMax: 3 })).length, 1);
  });

  test('an account is found by its address, ignoring case', async () => {
    const id = await insertAccount(database.db, 'lola@events.example');
    assert.equal(await service().findAccountId(' Lola@Events.Example '), id);
    assert.equal(await service().findAccountId('nobody@events.example'), undefined);
  });
});

function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((char) =>
    'abcdefghijklmnopqrstuvwxyz234567'.indexOf(char).toString(2).padStart(5, '0'),
  );
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
