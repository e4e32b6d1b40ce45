import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { insertAccount } from '../support/account-rows.ts';
import { insertSecondFactor } from '../support/operators.ts';
import { runCli } from '../support/process.ts';

test('the command line signs an account out everywhere and removes its second factor, of no other account', async (t) => {
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
    await insertSecondFactor(ledger.db, id);
  }
  await ledger.close();
  const run = (command: string, email: string, ...more: string[]) =>
    runCli(['accounts', command, '--account', email, ...more], { DATA_DIR: folder });
  const because = ['--because', ' passport shown in\ta video call '];
  const unknown = await run('sign-out', 'nobody@events.example');
  assert.deepEqual([unknown.code, /There is no account/.test(unknown.stderr)], [1, true]);
  const out = await run('sign-out', 'Lola@Events.Example');
  assert.deepEqual([out.code, out.stdout], [0, 'Lola@Events.Example is signed out everywhere.\n']);
  assert.match(out.stderr, /"security":"session_revoked"/);
  for (const missing of [[], ['--because', 'lost it']]) {
    const refused = await run('remove-second-factor', 'lola@events.example', ...missing);
    assert.deepEqual([refused.code, /--because/.test(refused.stderr)], [2, true]);
  }
  const removed = await run('remove-second-factor', 'lola@events.example', ...because);
  assert.match(removed.stdout, /with the password alone now/);
  const repeated = await run('remove-second-factor', 'lola@events.example', ...because);
  assert.match(repeated.stdout, /has no second factor/);
  const again = openLedger({ databaseUrl: undefined, dataDir: folder });
  const [sessions, factors, mails] = [
    await again.db.selectFrom('sessions').select('id').execute(),
    await again.db.selectFrom('second_factors').selectAll().execute(),
    await again.db.selectFrom('mails').select('recipient').execute(),
  ];
  const kept = await again.db
    .selectFrom('operator_log')
    .select(['account_id', 'action', 'subject', 'detail'])
    .execute();
  await again.close();
  assert.deepEqual(
    kept.map((row) => ({ ...row })),
    [
      {
        account_id: 'cli',
        action: 'account.remove-second-factor',
        subject: 'lola@events.example',
        detail: 'passport shown in a video call',
      },
    ],
  );
  assert.deepEqual(
    [sessions.map(({ id }) => id), factors.length, mails.map(({ recipient }) => recipient)],
    [['max'], 1, ['lola@events.example']],
  );
});
