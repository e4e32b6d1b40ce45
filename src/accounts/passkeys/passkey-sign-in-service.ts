import { logSecurity } from '../../platform/log/security-log.ts';
import type { Browser } from '../account/account.ts';
import { findById, findCredential } from '../account/store.ts';
import { type SecondFactorMethods, secondFactors } from '../second-factor/second-factor-service.ts';
import { enter, newDeviceNotice, type Proof, type SignInContext } from '../sign-in/sign-in-service.ts';
import type { PasskeyMethods, PasskeySignInOutcome } from './passkey.ts';
import type { AskedQuestion } from './passkey-challenge.ts';
import { readAssertion } from './passkey-rules.ts';
import {
  createPasskeyContext,
  emailPasskeyNews,
  type PasskeyContext,
  passkeys,
  requirePlace,
  takeChallenge,
} from './passkeys-service.ts';
import { findKey, hasKey, type OwnedKey, useKey } from './passkeys-store.ts';
import { verifyAssertion } from './simplewebauthn.ts';

/** Creates all sign-in methods other than the password: codes and passkeys. */
export function furtherFactors(context: SignInContext): SecondFactorMethods & PasskeyMethods {
  const factors = secondFactors(context);
  const withPlace = createPasskeyContext(context);
  return {
    ...factors,
    ...passkeys(withPlace, factors),
    signInWithPasskey: (credential, browser) => signInWithPasskey(withPlace, credential, browser),
  };
}

async function signInWithPasskey(
  context: PasskeyContext,
  credential: string,
  browser: Browser,
): Promise<PasskeySignInOutcome> {
  const { ledgerDb, questions, now } = context;
  const cleared = [questions.clear()];
  const question = questions.find(browser.headers.cookie, now());
  if (question?.kind !== 'sign-in') return { kind: 'late', cookies: cleared };
  const signed = await findSigner(context, question, credential);
  if (!('counter' in signed)) return refused(context, browser, signed.accountId);
  const { key, counter } = signed;
  const account = await findById(ledgerDb, key.accountId);
  const password = await findCredential(ledgerDb, key.accountId);
  if (!account?.verified || !password) return refused(context, browser, key.accountId);
  const owner = { accountId: account.id, passwordSetAt: password.setAt };
  const deviceId = context.devices.find(browser.headers.cookie, owner, now());
  const notice = newDeviceNotice(context, account, { deviceId, by: 'passkey' });
  const entered = await enter(context, owner, browser, notice, proofOf(context, question, { key, counter }));
  if (!entered) return refused(context, browser, account.id);
  return { kind: 'done', cookies: [...entered, ...cleared] };
}

/**
 * Returns the key that answered and its counter. If the key is registered but its answer is wrong, returns
 * only the account's id.
 */
async function findSigner(
  context: PasskeyContext,
  { challenge }: AskedQuestion,
  credential: string,
): Promise<{ readonly key: OwnedKey; readonly counter: number } | { readonly accountId?: string }> {
  const response = readAssertion(credential);
  const key = response && (await findKey(context.ledgerDb, response.id));
  if (!response || !key) return {};
  const verified =
    response.response.userHandle === key.handle
      ? await verifyAssertion(requirePlace(context), challenge, { response, key })
      : undefined;
  return verified ? { key, counter: verified.counter } : { accountId: key.accountId };
}

/**
 * Returns the check that the new session's transaction runs: that the challenge is used only once, and that
 * the key's counter increases.
 */
function proofOf(
  context: PasskeyContext,
  question: AskedQuestion,
  { key, counter }: { readonly key: OwnedKey; readonly counter: number },
): Proof {
  const { log, now, tries } = context;
  return async (tx) => {
    if (!(await takeChallenge(tx, question, now()))) return false;
    if (await useKey(tx, key.id, counter, now())) return true;
    if (!(await hasKey(tx, key.id))) return false;
    logSecurity(log, 'passkey_copied', { account_id: key.accountId });
    if (await tries.takeDeviceNotice(tx, key.accountId, now()))
      await emailPasskeyNews(context, tx, key.accountId, 'copied');
    return false;
  };
}

function refused(
  { log, tries, questions }: PasskeyContext,
  { network }: Browser,
  accountId: string | undefined,
): PasskeySignInOutcome {
  logSecurity(log, 'passkey_failed', { account_id: accountId, network: tries.markOf('network', network) });
  return { kind: 'refused', cookies: [questions.clear()] };
}
