import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { BROWSER, PASSWORD, toCookie, useAccounts } from '../../../test/support/account-service.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { setUpSecondFactor } from '../../../test/support/operators.ts';
import { DEMO_ORGANIZERS } from '../account/demo-organizers.ts';
import { endExcessSessions } from './end-sessions-service.ts';
import { SESSIONS_MAX, WAITING_SESSIONS_MAX } from './sessions-store.ts';

const EMAIL = 'ada@example.com';

describeEngines('the session limit', (open) => {
  const bench = useAccounts(open);
  const insertSessions = async (accountId: string, count: number) => {
    const row = (at: number) => ({
      id: `${accountId} ${at}`,
      account_id: accountId,
      token_sha256: `${accountId} ${at}`,
      expires_at: '2099-01-01T00:00:00.000Z',
      user_agent: null,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: new Date(Date.UTC(2026, 0, 1, at)).toISOString(),
    });
    await bench.db
      .insertInto('sessions')
      .values(Array.from({ length: count }, (_, at) => row(at)))
      .execute();
  };
  const idsOf = async (accountId: string) =>
    (await bench.db.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute()).map(
      ({ id }) => id,
    );

  test('ends only the account’s least recently used session when the account signs in once more', async () => {
    const other = await insertAccount(bench.db);
    await insertSessions(other, SESSIONS_MAX);
    const { session } = await bench.join(EMAIL);
    await insertSessions(session.accountId, SESSIONS_MAX - 1);
    const oldest = `${session.accountId} 0`;
    assert.ok((await idsOf(session.accountId)).includes(oldest));
    const next = await bench.signIn(EMAIL);
    const ids = await idsOf(session.accountId);
    assert.deepEqual([ids.length, ids.includes(oldest)], [SESSIONS_MAX, false]);
    for (const { sessionId } of [session, next.session]) assert.ok(ids.includes(sessionId));
    assert.equal((await idsOf(other)).length, SESSIONS_MAX);
  });

  test('does not let someone who has only the password end a session that has passed a code check', async () => {
    const { session, cookie } = await bench.join(EMAIL);
    const app = { services: { accounts: bench.accounts }, now: () => new Date(Date.now() + bench.ahead) };
    await setUpSecondFactor(app, cookie, PASSWORD);
    // Make this session older than all later sessions.
    await bench.db
      .updateTable('sessions')
      .set({ updated_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', session.sessionId)
      .execute();
    let last = '';
    for (let times = 0; times < WAITING_SESSIONS_MAX + 3; times++) {
      const outcome = await bench.accounts.signIn({ email: EMAIL, password: PASSWORD }, BROWSER);
      assert.ok(outcome.kind === 'done' && outcome.codeDue);
      last = toCookie(outcome.cookies);
    }
    const ids = await idsOf(session.accountId);
    assert.deepEqual([ids.length, ids.includes(session.sessionId)], [WAITING_SESSIONS_MAX + 1, true]);
    assert.ok(await bench.accounts.findSession({ cookie }));
    assert.equal(await bench.accounts.isCodeDue({ cookie: last }), true, 'the newest one waits');
  });

  test('does not apply to demo accounts, which everyone shares', async () => {
    const [demo] = DEMO_ORGANIZERS;
    await insertAccount(bench.db, demo.email, demo.id);
    await insertSessions(demo.id, SESSIONS_MAX + 5);
    await bench.db.transaction().execute((tx) => endExcessSessions(tx, demo.id));
    assert.equal((await idsOf(demo.id)).length, SESSIONS_MAX + 5);
  });
});
