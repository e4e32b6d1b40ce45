import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { insertAccount } from '../support/account-rows.ts';
import { runCli } from '../support/cli.ts';
import { insertSecondFactor } from '../support/operators.ts';

test('the command line warns that the operator pages are closed to an operator with neither an authenticator nor a passkey', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'operators-'));
  t.after(() => rm(folder, { recursive: true }));
  const ledger = openLedger({ databaseUrl: undefined, dataDir: folder });
  await migrateLedger(ledger);
  await insertAccount(ledger.db, 'lola@events.example');
  await insertSecondFactor(ledger.db, await insertAccount(ledger.db, 'max@events.example'));
  await ledger.close();
  const run = (...args: string[]) => runCli(['operators', ...args], { DATA_DIR: folder });
  const grant = (email: string) => run('grant', '--account', email);
  const without = await grant('Lola@events.example');
  assert.equal(
    without.stdout,
    'Lola@events.example is an operator now.\nIt has neither an authenticator nor a passkey yet: its operator pages stay closed and lead to setting one up.\n',
  );
  assert.equal((await grant('max@events.example')).stdout, 'max@events.example is an operator now.\n');
  const { stdout } = await run('list');
  assert.match(
    stdout,
    /^lola@\S+ {2}since \S+ {2}neither authenticator nor passkey yet: operator pages are closed$/m,
  );
  assert.match(stdout, /^max@\S+ {2}since \S+$/m);
  const demo = await grant('parks@demo.example');
  assert.deepEqual([demo.code, /public password: it cannot be an operator/.test(demo.stderr)], [1, true]);
  const nobody = await run('revoke', '--account', 'nobody@events.example');
  assert.deepEqual([nobody.code, /There is no account/.test(nobody.stderr)], [1, true]);
});
