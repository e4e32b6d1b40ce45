import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { insertAccount } from '../support/account-rows.ts';
import { runCli } from '../support/cli.ts';
import { insertSecondFactor } from '../support/operators.ts';
import { insertPerson, PERSON } from '../support/person-rows.ts';

test('the command line signs an account out everywhere and removes its second factor and passkeys, and changes no other account', async (t) => {
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
        id: name,
        account_id: id,
        token_sha256: name,
        expires_at: '2099-01-01T00:00:00.000Z',
        user_agent: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await insertSecondFactor(ledger.db, id);
    await ledger.db
      .insertInto('passkeys')
      .values({
        id: `key-${name}`,
        account_id: id,
        name: 'phone',
        credential_id: name,
        public_key: 'x',
        counter: 0,
        created_at: at,
        last_used_at: null,
      })
      .execute();
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
  assert.match(removed.stdout, /now signs in with only the password/);
  const repeated = await run('remove-second-factor', 'lola@events.example', ...because);
  assert.match(repeated.stdout, /has no second factor/);
  const keys = await run('remove-passkeys', 'lola@events.example');
  assert.match(keys.stdout, /now has no passkeys/);
  assert.match(keys.stderr, /"security":"passkey_removed"/);
  assert.match((await run('remove-passkeys', 'lola@events.example')).stdout, /has no passkey\.$/m);
  const again = openLedger({ databaseUrl: undefined, dataDir: folder });
  const sessions = await again.db.selectFrom('sessions').select('id').execute();
  const factors = await again.db.selectFrom('second_factors').selectAll().execute();
  const passkeys = await again.db.selectFrom('passkeys').select('id').execute();
  const mails = await again.db.selectFrom('mails').select('recipient').execute();
  const kept = await again.db
    .selectFrom('operator_log')
    .select(['account_id', 'action', 'subject', 'detail'])
    .execute();
  await again.close();
  assert.deepEqual(
    kept.map((row) => ({ ...row })),
    [
      ['sign-out', ''],
      ['remove-second-factor', 'passport shown in a video call'],
      ['remove-passkeys', ''],
    ].map(([action, detail]) => ({
      account_id: 'cli',
      action: `account.${action}`,
      subject: 'lola@events.example',
      detail,
    })),
  );
  assert.deepEqual(
    [
      ...[sessions, passkeys].map((rows) => rows.map(({ id }) => id)),
      factors.length,
      mails.map(({ recipient }) => recipient),
    ],
    [['max'], ['key-max'], 1, ['lola@events.example', 'lola@events.example']],
  );
});

test('the command line exports a person’s data, previews an erasure, performs it once, and changes no other data', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'person-'));
  t.after(() => rm(folder, { recursive: true }));
  const dataDir = path.join(folder, 'data');
  await mkdir(path.join(dataDir, 'outbox'), { recursive: true });
  const mail = path.join(dataDir, 'outbox', 'x.eml');
  await writeFile(mail, `To: ${PERSON.email}\r\n\r\nHello`);
  const ledger = openLedger({ databaseUrl: undefined, dataDir });
  await migrateLedger(ledger);
  await insertPerson(ledger.db);
  await ledger.close();
  const run = (...rest: string[]) => runCli(['accounts', ...rest], { DATA_DIR: dataDir });
  const file = path.join(folder, 'person.zip');
  const whom = ['--account', PERSON.email.toUpperCase()];
  assert.equal((await run('export', ...whom, '--to', file)).code, 0);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const { tables } = JSON.parse(strFromU8(unzipSync(await readFile(file))['data.json'] ?? new Uint8Array()));
  assert.equal(tables.accounts.rows[0].name, PERSON.name);
  const repeated = await run('export', ...whom, '--to', file);
  assert.deepEqual([repeated.code, repeated.stderr], [1, `${file} is there already. Nothing was written.\n`]);
  assert.equal((await run('erase', '--yes')).code, 2);
  assert.equal((await run('erase', ...whom, '--id', PERSON.id)).code, 2);
  const hasAccount = await run('erase', '--applicant', PERSON.email);
  assert.deepEqual([hasAccount.code, /name it with --account/.test(hasAccount.stderr)], [1, true]);
  const plan = await run('erase', ...whom);
  assert.match(
    plan.stdout,
    /^Nothing was changed[\s\S]* accounts: 1\n[\s\S]*This stays:\n {2}receipts: [\s\S]*emails about the deletion/,
  );
  assert.ok(existsSync(mail));
  const done = await run('erase', '--id', PERSON.id, '--yes', '--json');
  assert.deepEqual(JSON.parse(done.stdout).erased, {
    applications: 1,
    withdrawn: 0,
    account: true,
    outbox_files: 1,
  });
  assert.match(done.stderr, /personal data was erased/);
  assert.ok(![PERSON.email, PERSON.name].some((each) => done.stderr.includes(each)));
  assert.ok(!existsSync(mail));
  const again = await run('erase', ...whom, '--yes');
  assert.deepEqual([again.code, /No account has/.test(again.stderr)], [1, true]);
  const nobody = await run('erase', '--applicant', 'nobody@x.example', '--yes');
  assert.deepEqual([nobody.code, /Nothing here has the address/.test(nobody.stderr)], [1, true]);
  const left = openLedger({ databaseUrl: undefined, dataDir });
  const log = await left.db
    .selectFrom('operator_log')
    .select(['action', 'subject'])
    .where('action', 'like', 'account.%')
    .orderBy('at')
    .execute();
  await left.close();
  assert.deepEqual(
    log.map(({ action, subject }) => `${action} ${subject}`),
    [`account.export ${PERSON.id}`, `account.erase ${PERSON.id}`],
  );
  // The database file must not contain the bytes of deleted rows either.
  assert.ok(!(await readFile(path.join(dataDir, 'ledger.sqlite'), 'latin1')).includes(PERSON.phone));
});
