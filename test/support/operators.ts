import assert from 'node:assert/strict';
import type { AccountService } from '../../src/accounts/account/account-methods.ts';
import { codeAt } from '../../src/accounts/second-factor/second-factor-codes.ts';
import type { OperatorAccess, OperatorService } from '../../src/operators/access/service.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { signInWith } from './account-service.ts';

/** Helpers for operators. Accounts without an authenticator or a passkey cannot use the operator pages. */

/** An application with accounts, and the service's clock, which authenticator codes depend on. */
interface AppOfAccounts {
  readonly services: { readonly accounts: AccountService };
  readonly now: () => Date;
}

interface AppOfOperators extends AppOfAccounts {
  readonly services: AppOfAccounts['services'] & { readonly operators: OperatorService };
}

interface Login {
  readonly email: string;
  readonly password: string;
}

/** Makes an account an operator with a second factor and signs it in. Returns the session cookies. */
export async function signInOperator(app: AppOfOperators, login: Login): Promise<string> {
  await app.services.operators.grant(login.email);
  const cookie = await signInWith(app.services.accounts, login);
  await setUpSecondFactor(app, cookie, login.password);
  return cookie;
}

/**
 * Sets up a second factor the way the account's owner would. The session in the cookies remains signed in.
 */
export async function setUpSecondFactor(
  { services: { accounts }, now }: AppOfAccounts,
  cookie: string,
  password: string,
): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  const session = await accounts.findSession({ cookie });
  assert.ok(session, 'signed in');
  assert.equal((await accounts.beginSecondFactor(session, password)).kind, 'done');
  const state = await accounts.secondFactorOf(session);
  assert.ok(state.kind === 'pending');
  const confirmed = await accounts.confirmSecondFactor(session, codeAt(state.secret, now().getTime()));
  assert.ok(confirmed.kind === 'done');
  return { secret: state.secret, codes: confirmed.value.codes };
}

/** Inserts only the row of a confirmed second factor, for tests that do not sign in. */
export async function insertSecondFactor(db: LedgerDb, accountId: string): Promise<void> {
  const at = '2026-03-01T12:00:00.000Z';
  await db
    .insertInto('second_factors')
    .values({
      account_id: accountId,
      sealed_secret: 'opens nothing',
      created_at: at,
      confirmed_at: at,
      last_step: 0,
    })
    .execute();
}

/** Grants operator access to only these accounts, and treats each as having an authenticator. */
export function onlyOperators(...accountIds: readonly string[]) {
  return async ({ accountId }: { readonly accountId: string }): Promise<OperatorAccess> =>
    accountIds.includes(accountId) ? 'full' : 'none';
}
