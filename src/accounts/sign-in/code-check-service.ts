import { sealingKey, unseal } from '../../lib/sealed-secret.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { logSecurity } from '../../platform/log/security-log.ts';
import type { FormOutcome } from '../account/account.ts';
import { hashRecoveryCode, readCode, stepOf } from '../second-factor/second-factor-codes.ts';
import { findFactor, takeCode, takeStep } from '../second-factor/second-factor-store.ts';
import type { SignInContext } from './sign-in-service.ts';

const LABEL = 'second factors 1';

/** Checks codes for every purpose: each code is accepted once, and guesses are limited per account. */
export function codeChecks(context: SignInContext) {
  const { ledgerDb, log, now } = context;
  const key = sealingKey(context.secret, LABEL);

  const secretOf = async (on: Parameters<typeof findFactor>[0], accountId: string) => {
    const factor = await findFactor(on, accountId);
    return factor && { ...factor, secret: unseal(key, accountId, factor.sealed_secret) };
  };
  /** Accepts the typed code once. The caller must have locked the account. */
  const take = async (
    tx: LedgerTx,
    accountId: string,
    typed: string,
  ): Promise<'code' | 'recovery' | undefined> => {
    const { kind, code } = readCode(typed);
    if (kind === 'recovery')
      return (await takeCode(tx, accountId, hashRecoveryCode(accountId, code), now()))
        ? 'recovery'
        : undefined;
    const factor = kind === 'digits' ? await secretOf(tx, accountId) : undefined;
    const step = factor?.secret === undefined ? undefined : stepOf(factor.secret, code, now().getTime());
    return step !== undefined && (await takeStep(tx, accountId, step)) ? 'code' : undefined;
  };
  /** Limits guesses of one account's codes across all its sessions. */
  const guessed = async <Outcome extends { readonly kind: string }>(
    accountId: string,
    guess: () => Promise<Outcome>,
  ): Promise<Outcome | { readonly kind: 'wait'; readonly seconds: number }> => {
    const subject = `second factor ${accountId}`;
    const seconds = await context.tries.beginQuestion(subject, now());
    if (seconds !== undefined) return { kind: 'wait', seconds };
    const outcome = await guess();
    if (outcome.kind === 'done') await context.tries.answered(subject);
    else logSecurity(log, 'second_factor_failed', { account_id: accountId });
    return outcome;
  };
  /**
   * Runs a change that needs a code in addition to the password if the account has a second factor. `isRight`
   * uses up the code in the change's transaction, under the account's lock. It returns true if the account
   * has no second factor.
   */
  const asked = async <Value>(
    accountId: string,
    typed: string,
    work: (isRight: (tx: LedgerTx) => Promise<boolean>) => Promise<FormOutcome<Value>>,
  ): Promise<FormOutcome<Value>> => {
    const hasFactor = async (on: Parameters<typeof findFactor>[0]) =>
      (await findFactor(on, accountId))?.confirmed_at != null;
    const isRight = async (tx: LedgerTx) =>
      !(await hasFactor(tx)) || (await take(tx, accountId, typed)) !== undefined;
    return (await hasFactor(ledgerDb)) ? guessed(accountId, () => work(isRight)) : work(isRight);
  };
  return { key, secretOf, take, guessed, asked };
}
