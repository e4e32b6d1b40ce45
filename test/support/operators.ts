import assert from 'node:assert/strict';
import type { AccountService } from '../../src/accounts/account/account-methods.ts';
import { codeAt } from '../../src/accounts/second-factor/second-factor-codes.ts';
import type { OperatorAccess, OperatorService } from '../../src/operators/access/service.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { signInWith } from './account-service.ts';

/** Operators of tests: no operator page opens to an account with neither an authenticator nor a passkey. */

/** Accounts and the service's clock, by which codes go. */
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

/** Makes an account an operator with a second factor, signed in; gives the cookies. */
export async function signInOperator(app: AppOfOperators, login: Login): Promise<string> {
  await app.services.operators.grant(login.email);
  const cookie = await signInWith(app.services.accounts, login);
  await setUpSecondFactor(app, cookie, login.password);
  return cookie;
}

/** Sets up a second factor as its owner does. The session that the cookies name stays signed in. */
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

/** Inserts a confirmed second factor as only a row, for tests without a sign-in. */
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

/** Returns access for sessions of only these accounts, each with an authenticator. */
export function onlyOperators(...accountIds: readonly string[]) {
  return async ({ accountId }: { readonly accountId: string }): Promise<OperatorAccess> =>
    accountIds.includes(accountId) ? 'full' : 'none';
}
