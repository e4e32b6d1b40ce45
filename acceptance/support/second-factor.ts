import { setTimeout as wait } from 'node:timers/promises';
import { codeAt, STEP_SECONDS } from '../../src/accounts/second-factor/second-factor-codes.ts';

/** Sends a request from a signed-in browser: requests a page, or submits a form if one is given. */
type SendAs = (
  path: string,
  form?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: string }>;

const PAGE = '/settings/second-factor';
const TRIES = 5;
const WAIT_MS = 10_000;

/** Sets up a second factor, which operator pages require, as a person would. Returns its secret. */
export async function setUpSecondFactor(send: SendAs, password: string): Promise<string> {
  const begun = await send(`${PAGE}/begin`, { factor_password: password });
  const { body } = await send(PAGE);
  const secret = /secret(?:=|&#61;)([A-Z2-7]+)/.exec(body)?.[1];
  if (secret === undefined) throw new Error(`no second factor was begun: ${begun.status}`);
  const confirmed = await send(`${PAGE}/confirm`, { code: codeAt(secret, Date.now()) });
  if (confirmed.status !== 200) throw new Error(`the second factor was not confirmed: ${confirmed.status}`);
  return secret;
}

/**
 * Enters the code after the password. Each code is accepted once, so a person who signs in often must wait
 * for the next code.
 */
export async function passSecondFactor(send: SendAs, secret: string): Promise<void> {
  let status = 0;
  for (let tried = 0; tried < TRIES; tried++) {
    // The service also accepts the next code, because clocks may differ.
    const code = codeAt(secret, Date.now() + STEP_SECONDS * 1_000);
    status = (await send('/sign-in/code', { code })).status;
    if (status === 303) return;
    await wait(WAIT_MS);
  }
  throw new Error(`no code was taken: ${status}`);
}
