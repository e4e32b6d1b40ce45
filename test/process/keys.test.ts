import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createApiKeyService } from '../../src/accounts/api-keys/service.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { insertAccount } from '../support/account-rows.ts';
import { runCli } from '../support/cli.ts';

describe('the API key commands', () => {
  let folder: string;
  let settings: Record<string, string>;
  const account = ['--account', 'Lola@Events.Example'];

  const withLedger = async <Value>(
    action: (service: ReturnType<typeof createApiKeyService>) => Promise<Value>,
  ): Promise<Value> => {
    const ledger = openLedger({ databaseUrl: undefined, dataDir: folder });
    try {
      await migrateLedger(ledger);
      const service = createApiKeyService(ledger.db, {
        baseUrl: 'https://vendors.example',
        isFictional: async () => undefined,
        now: () => new Date(),
        log: createLogger('silent'),
      });
      const value = await action(service);
      await service.usesWritten();
      return value;
    } finally {
      await ledger.close();
    }
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keys-'));
    settings = { DATA_DIR: folder };
    const ledger = openLedger({ databaseUrl: undefined, dataDir: folder });
    await migrateLedger(ledger);
    await insertAccount(ledger.db, 'lola@events.example');
    await insertAccount(ledger.db, 'max@events.example');
    await ledger.close();
  });
  after(() => rm(folder, { recursive: true }));

  test('create a key that works, list it without its secret, and revoke it', async () => {
    const made = await runCli(['keys', 'create', ...account, '--name', 'Door list', '--json'], settings);
    assert.deepEqual([made.code, made.stderr], [0, '']);
    const { id, key, name } = JSON.parse(made.stdout);
    assert.equal(name, 'Door list');
    assert.ok(await withLedger((service) => service.verify(key)));

    const listed = await runCli(['keys', 'list', ...account], settings);
    assert.match(listed.stdout, new RegExp(`^svc_pk_${id}  made .*  last used .*  Door list\n$`));
    assert.ok(!listed.stdout.includes(key));

    const revoked = await runCli(['keys', 'revoke', ...account, `svc_pk_${id}`], settings);
    assert.deepEqual([revoked.code, revoked.stdout], [0, `Revoked svc_pk_${id}.\n`]);
    assert.equal(await withLedger((service) => service.verify(key)), undefined);
  });

  test('reject another account’s key and an invalid id with the same message and exit code 1', async () => {
    const other = ['--account', 'max@events.example'];
    const made = JSON.parse((await runCli(['keys', 'create', ...account, '--json'], settings)).stdout);
    for (const id of [made.id, 'nonsense']) {
      const { code, stdout } = await runCli(['keys', 'revoke', ...other, id], settings);
      assert.deepEqual([code, stdout], [1, 'The account max@events.example has no such key.\n']);
    }
    assert.ok(await withLedger((service) => service.verify(made.key)));
  });

  test('report an unknown account and an invalid name in one sentence', async () => {
    const nobody = await runCli(['keys', 'list', '--account', 'nobody@events.example'], settings);
    assert.deepEqual(
      [nobody.code, nobody.stderr],
      [1, 'There is no account with the email address nobody@events.example.\n'],
    );
    const unnamed = await runCli(['keys', 'create', ...account, '--name', ' '], settings);
    assert.deepEqual(
      [unnamed.code, unnamed.stderr],
      [1, 'Give the key a name, so that you know it again.\n'],
    );
    assert.equal((await runCli(['keys', 'list'], settings)).code, 2);
  });
});
