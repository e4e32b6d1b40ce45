import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BROWSER, PASSWORD, toCookie, useAccounts } from '../../../test/support/account-service.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { createOperatorService } from '../../operators/access/service.ts';
import { createLogger } from '../../platform/log/log.ts';
import { createApiKeyService } from '../api-keys/service.ts';

const EMAIL = 'ada@example.com';

describeEngines('the security event log', (open) => {
  const bench = useAccounts(open);

  test('names every event for an account without revealing an address, network, key or password', async () => {
    await bench.join(EMAIL);
    await bench.signIn(EMAIL);
    for (let tries = 0; tries < 6; tries += 1)
      await bench.accounts.signIn({ email: EMAIL, password: 'a wrong password' }, BROWSER);
    await bench.accounts.requestReset(EMAIL);
    await bench.accounts.resetPassword(await bench.mailedToken(), 'quite another one');
    const elsewhere = { ...BROWSER, network: '192.0.2.2' };
    const typed = { email: EMAIL, password: 'quite another one' };
    const enter = async () => {
      const outcome = await bench.accounts.signIn(typed, elsewhere);
      assert.ok(outcome.kind === 'done');
      const entered = await bench.accounts.findSession({ cookie: toCookie(outcome.cookies) });
      assert.ok(entered);
      return entered;
    };
    const session = await enter();
    const other = await enter();
    await bench.accounts.endSession(session, other.sessionId);
    await bench.accounts.signOutEverywhere(session, 'others');
    await bench.accounts.changePassword(session, { current: 'wrong', next: PASSWORD });
    await bench.accounts.changePassword(session, { current: 'quite another one', next: PASSWORD });
    await bench.accounts.requestEmailChange(session, { email: 'new@example.com', password: PASSWORD });
    await bench.accounts.confirmEmailChange(await bench.mailedToken(), session);
    const named = securityLines(bench.lines).map(({ security }) => security);
    assert.deepEqual(named, [
      'sign_in_new_device',
      'sign_in_new_device',
      ...Array.from({ length: 5 }, () => 'sign_in_failed'),
      'sign_in_throttled',
      'reset_asked',
      'reset_done',
      'sign_in_new_device',
      'sign_in_new_device',

      'session_revoked',
      'session_revoked',
      'password_question_failed',
      'password_changed',
      'email_changed',
    ]);
    for (const line of securityLines(bench.lines))
      if (line.security !== 'reset_asked') assert.equal(line.account_id, session.accountId);
    const [first, ...rest] = securityLines(bench.lines).filter(({ network }) => network !== undefined);
    for (const { network } of rest) assert.equal(network, first?.network);
    for (const secret of [EMAIL, 'example', '192.0.2', PASSWORD, 'wrong password'])
      assert.ok(!bench.lines.join('').includes(secret), secret);
    await bench.accounts.deleteAccount(session, { password: PASSWORD });
    assert.equal(securityLines(bench.lines).at(-1)?.security, 'account_deleted');
  });

  test('records wrong keys, revoked keys and role changes', async () => {
    const { session } = await bench.join(EMAIL);
    const log = createLogger('trace', { write: (line) => bench.lines.push(line) });
    const keys = createApiKeyService(bench.db, {
      baseUrl: 'https://vendors.example',
      isFictional: async () => undefined,
      now: () => new Date(),
      log,
    });
    const { id, key } = await keys.create(session.accountId, 'Key');
    // A well-formed key with an existing key's id and a different secret.
    const another = await keys.create(session.accountId, 'Another');
    await bench.db
      .updateTable('api_keys')
      .set({ secret_sha256: '0'.repeat(64) })
      .where('id', '=', another.id)
      .execute();
    const operators = createOperatorService({ ledgerDb: bench.db, now: () => new Date(), log });
    bench.lines.length = 0;
    await keys.verify(key);
    await keys.verify(another.key);
    await keys.revoke(session.accountId, id);
    await keys.verify(key);
    for (const change of [operators.grant, operators.grant, operators.revoke, operators.revoke])
      await change(EMAIL);
    await keys.usesWritten();
    assert.deepEqual(
      securityLines(bench.lines).map(({ security, account_id }) => [security, account_id]),
      ['wrong_key', 'revoked_key_used', 'role_granted', 'role_revoked'].map((each) => [
        each,
        session.accountId,
      ]),
    );
    assert.ok(!bench.lines.join('').includes(key));
  });
});

function securityLines(lines: readonly string[]): Record<string, unknown>[] {
  return lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'security');
}
