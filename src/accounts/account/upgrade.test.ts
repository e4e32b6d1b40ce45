import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { BROWSER, HASH_COST, PASSWORD, SECRET } from '../../../test/support/account-service.ts';
import { testUpgrade } from '../../../test/support/upgrades.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log/log.ts';
import { createAccountService } from './service.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../platform/db/migrations');
/** Rows, cookies and links created by versions that used an authentication library. */
const ACCOUNT = '13becd16-dcb3-435d-81ac-c2564ac1f3f0';
const SESSION = '0f62ffbc-d266-4ec2-8fc1-75a25b9695d6';
const SESSION_COOKIE =
  '__Host-vendor-compliance.session_token=4iDIt7wczepIuzCJ2fbD7LOI6O7wIqFP.B8uEtGchx%2By6kKOZy0UxIhwl4JxgN3i2RdPPhG5wFpI%3D';
const DEVICE_COOKIE =
  '__Host-vendor-compliance.device-157ede8b=mh50hj2lAnVdb_EwhfUjKw.1795898018.U-oIKd371GmxWsYRp3x4X8UP8bXGFq3EKjooJRRYNWA';
const RESET_TOKEN = 'Sx0jX37K1pZyAwqrBi6wcW_isgtLbtnbX546KKnh8vc';
const NEW_EMAIL_TOKEN = 'coLtgGU1q4yeCKsWCqemwH6jbJSvzH9w_W3JaAbNFFc';
const NOW = new Date('2026-11-28T21:00:00.000Z');
const OF_RELEASE = [
  `insert into accounts (id, name, email, email_verified, image, created_at, updated_at) values
   ('${ACCOUNT}', 'Ada', 'ada@example.com', 1, null, '2026-11-28T20:33:38.299Z', '2026-11-28T20:33:38.299Z')`,
  `insert into sessions (id, account_id, token, expires_at, ip_address, user_agent, created_at, updated_at) values
   ('${SESSION}', '${ACCOUNT}', '4iDIt7wczepIuzCJ2fbD7LOI6O7wIqFP', '2026-12-12T20:33:38.354Z', '', 'Test/1',
    '2026-11-28T20:33:38.362Z', '2026-11-28T20:33:38.362Z')`,
  `insert into credentials (id, account_id, provider_account_id, provider_id, password, created_at, updated_at) values
   ('b4aca0d3-c4dc-4c68-93a7-eea218a59fbc', '${ACCOUNT}', '${ACCOUNT}', 'credential',
    '$scrypt$ln=4,r=8,p=1$z/LsTSlYGug4PQx6suGrXg$7a8Oas9vuk858ItvnxoNKLV/oMdrKE1pOgVfJfOJE4U',
    '2026-11-28T20:33:38.316Z', '2026-11-28T20:33:38.316Z')`,
  `insert into verifications (id, identifier, value, expires_at, created_at, updated_at) values
   ('02f2a47d-f254-4d03-90e1-1608b659f143', 'jYdlAW3WlKfu3xSmdiieUBvFQQXXki3fbcVt-Qph7l4', '${ACCOUNT}',
    '2026-11-28T21:33:38.371Z', '2026-11-28T20:33:38.372Z', '2026-11-28T20:33:38.372Z')`,
  `insert into verifications (id, identifier, value, expires_at, created_at, updated_at) values
   ('36d892cf-4a0c-46ac-b00a-a44ec3a9efe6', 'XoPMusiahAgDE07iH5nA5DLhDQHociFBL3It949d--c',
    '${ACCOUNT} new@example.com', '2026-11-29T20:33:38.392Z', '2026-11-28T20:33:38.392Z', '2026-11-28T20:33:38.392Z')`,
];
const OF_SECOND_FACTOR = [
  `insert into second_factors (account_id, sealed_secret, created_at, confirmed_at, last_step) values
   ('${ACCOUNT}', 'x', '2026-11-28T20:33:39.000Z', '2026-11-28T20:33:40.000Z', 1)`,
  `insert into second_factor_sessions (session_id, passed_at) values ('${SESSION}', '2026-11-28T20:33:40.000Z')`,
];

/** The rows to insert after each migration. The first entry is version 0.5.0's newest migration. */
const ROWS_AFTER: Readonly<Record<string, readonly string[]>> = {
  'ledger-0005-hardened-accounts.ts': OF_RELEASE,
  'ledger-0019-second-factors.ts': OF_SECOND_FACTOR,
};

/** Migrates an empty ledger to the released version, fills it, and upgrades it. */
async function upgradeReleased({ db, engine }: OpenLedger): Promise<void> {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => /^ledger-\d{4}-.*(?<!\.test)\.ts$/.test(name))
    .sort();
  for (const file of files) {
    const { up } = await import(path.join(MIGRATIONS, file));
    await up(db, engine);
    for (const row of ROWS_AFTER[file] ?? []) await sql.raw(row).execute(db);
  }
}

function openAccounts({ db, engine }: OpenLedger, secret: string) {
  return createAccountService({
    ledgerDb: db,
    engine,
    secret,
    baseUrl: 'https://vendors.example',
    log: createLogger('silent'),
    hashCost: HASH_COST,
    now: () => NOW,
    isFictional: async () => undefined,
  });
}

testUpgrade(
  'version 0.5.0’s sessions, codes, known browsers, passwords and links still work after an upgrade',
  async (ledger) => {
    await upgradeReleased(ledger);
    const accounts = openAccounts(ledger, SECRET);
    const session = await accounts.findSession({ cookie: SESSION_COOKIE });
    assert.ok(session);
    assert.deepEqual([session.accountId, session.sessionId], [ACCOUNT, SESSION]);
    assert.deepEqual(
      (await accounts.listSessions(session)).map(({ userAgent, current }) => [userAgent, current]),
      [['Test/1', true]],
    );
    const signIn = await accounts.signIn(
      { email: 'ada@example.com', password: PASSWORD },
      { ...BROWSER, headers: { cookie: DEVICE_COOKIE } },
    );
    assert.ok(signIn.kind === 'done' && signIn.codeDue);
    assert.ok(
      signIn.cookies[1]?.startsWith(DEVICE_COOKIE.split('.').slice(0, 2).join('.')),
      'a known browser',
    );
    assert.equal(await accounts.findLinkAddress('reset-password', RESET_TOKEN), 'ada@example.com');
    assert.equal((await accounts.confirmEmailChange(NEW_EMAIL_TOKEN, session)).kind, 'done');
    assert.equal((await accounts.findSession({ cookie: SESSION_COOKIE }))?.email, 'new@example.com');
  },
);

testUpgrade('after an upgrade, the ledger alone cannot open a version 0.5.0 session', async (ledger) => {
  await upgradeReleased(ledger);
  const { rows } = await sql`select * from sessions`.execute(ledger.db);
  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes('4iDIt7wczepIuzCJ2fbD7LOI6O7wIqFP'));
  const accounts = openAccounts(ledger, `another ${SECRET}`);
  assert.equal(await accounts.findSession({ cookie: SESSION_COOKIE }), undefined);
});
