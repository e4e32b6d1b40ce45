import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { insertAccount } from '../support/account-rows.ts';
import { runCli } from '../support/process.ts';

test('the command line signs an account out everywhere and removes its second factor and passkeys, of no other account', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'accounts-'));
  t.after(() => rm(folder, { recursive: true }));
  const at = '2026-01-01T00:00:00.000Z';
  const ledger = openLedger({ databaseUrl: undefined, dataDir: folder });
  await migrateLedger(ledger);
  for (const name of ['lola', 'max']) {
    const id = await insertAccount(ledger.db, `${name}@events.example`);
    await ledger.db
      .insertInto('sessions')
      .values({
        ...{
          id: name,
          account_id: id,
          token: name,
          expires_at: '2099-01-01T00:00:00.000Z',
          ip_address: null,
        },
        ...{ user_agent: null, created_at: at, updated_at: at },
      })
      .execute();
    await ledger.db
      .insertInto('second_factors')
      .values({ account_id: id, sealed_secret: 'x', created_at: at, confirmed_at: at, last_step: 0 })
      .execute();
    await ledger.db
      .insertInto('passkeys')
      .values({
        ...{ id: `key-${name}`, account_id: id, name: 'phone', credential_id: name, public_key: 'x' },
        ...{ counter: 0, created_at: at, last_used_at: null },
      })
      .execute();
  }
  await ledger.close();
  const run = (command: string, email: string) =>
    runCli(['accounts', command, '--account', email], { DATA_DIR: folder });
  const unknown = await run('sign-out', 'nobody@events.example');
  assert.deepEqual([unknown.code, /There is no account/.test(unknown.stderr)], [1, true]);
  const out = await run('sign-out', 'Lola@Events.Example');
  assert.deepEqual([out.code, out.stdout], [0, 'Lola@Events.Example is signed out everywhere.\n']);
  assert.match(out.stderr, /"security":"session_revoked"/);
  const removed = await run('remove-second-factor', 'lola@events.example');
  assert.match(removed.stdout, /with the password alone now/);
  assert.match((await run('remove-second-factor', 'lola@events.example')).stdout, /has no second factor/);
  const keys = await run('remove-passkeys', 'lola@events.example');
  assert.match(keys.stdout, /has no passkey any more/);
  assert.match(keys.stderr, /"security":"passkey_removed"/);
  assert.match((await run('remove-passkeys', 'lola@events.example')).stdout, /has no passkey\.$/m);
  const again = openLedger({ databaseUrl: undefined, dataDir: folder });
  const [sessions, factors, passkeys, mails] = [
    await again.db.selectFrom('sessions').select('id').execute(),
    await again.db.selectFrom('second_factors').selectAll().execute(),
    await again.db.selectFrom('passkeys').select('id').execute(),
    await again.db.selectFrom('mails').select('recipient').execute(),
  ];
  await again.close();
  assert.deepEqual(
    [
      ...[sessions, passkeys].map((rows) => rows.map(({ id }) => id)),
      factors.length,
      mails.map(({ recipient }) => recipient),
    ],
    [['max'], ['key-max'], 1, ['lola@events.example', 'lola@events.example']],
  );
});
