import { setTimeout as wait } from 'node:timers/promises';
import type { FakeMailServer } from '../../../test/support/mail-server.ts';
import { linkIn } from '../../browser/mailbox.ts';
import { setUpSecondFactor } from '../../support/second-factor.ts';
import { waitForMail } from './mails.ts';
import type { Truck } from './trucks.ts';
import { type Line, load, sendOnce } from './visitor.ts';

/** A signed-in person with an account. */
export interface Owner {
  readonly email: string;
  readonly cookie: string;
}

const PASSWORD = 'a truck nobody knows';
const STEPS_MAX = 60;
const LIST = '/settings/licenses';
/** The share of forms that people submit again before the first response arrives. */
const IMPATIENT = 0.25;

/** Signs up and follows the link in the email. */
export async function signUp(line: Line, mailServer: FakeMailServer, email: string): Promise<Owner> {
  const form = { name: 'Truck', email, password: PASSWORD };
  const asked = await sendOnce(line, 'sign-up', '/sign-up', { form });
  if (asked?.status !== 303) throw new Error(`no sign-up of ${email}: ${asked?.status}`);
  const token =
    new URL(linkIn(await waitForMail(mailServer, email), '/confirm-email')).searchParams.get('token') ?? '';
  const confirmed = await sendOnce(line, 'sign-up', '/confirm-email', {
    form: { token, password: PASSWORD },
  });
  if (!confirmed?.cookie) throw new Error(`no session of ${email}: ${confirmed?.status}`);
  return { email, cookie: confirmed.cookie };
}

/** Sets up the second factor that operator pages require. This happens before any process is killed. */
export async function protect(line: Line, { cookie }: Owner): Promise<void> {
  await setUpSecondFactor(async (path, form) => {
    const answer = await sendOnce(line, 'second factor', path, { cookie, ...(form && { form }) });
    if (!answer) throw new Error('the service died over the second factor');
    return answer;
  }, PASSWORD);
}

/**
 * Works on a claim until it is verified, even if the service is killed. The owner opens their licenses page
 * and does what the page asks for. The operator prints a letter, and prints a second letter if the first was
 * lost in a kill.
 */
export async function claimByLetter(line: Line, truck: Truck, owner: Owner, operator: Owner): Promise<void> {
  let code: string | undefined;
  for (let step = 0; step < STEPS_MAX; step++) {
    const { status, body } = await load(line, 'licenses', LIST, owner.cookie);
    if (status !== 200) throw new Error(`${truck.number}: the owner's licenses: ${status}`);
    const id = /\/settings\/licenses\/([\da-f-]{36})\/release/.exec(body)?.[1];
    if (id === undefined)
      await post(line, owner, 'claim', '/claim', { license: truck.number, proof: 'post' });
    else if (body.includes(`${LIST}/${id}/reply`)) return;
    else if (body.includes(`${LIST}/${id}/ask-again`))
      await post(line, owner, 'ask again', `${LIST}/${id}/ask-again`, {});
    else if (code === undefined || !body.includes(`${LIST}/${id}/code`))
      code = await printLetter(line, operator, id);
    else await post(line, owner, 'code', `${LIST}/${id}/code`, { [`code-${id}`]: code });
  }
  throw new Error(`${truck.number} was not verified in ${STEPS_MAX} steps`);
}

/** Submits a form, sometimes twice at once. The result is shown on the next page that is loaded. */
async function post(line: Line, { cookie }: Owner, name: string, path: string, form: Record<string, string>) {
  const times = Math.random() < IMPATIENT ? 2 : 1;
  await Promise.all(Array.from({ length: times }, () => sendOnce(line, name, path, { cookie, form })));
  await wait(Math.random() * 10);
}

/** Returns the code in the letter; undefined if the service was killed before it showed the letter. */
async function printLetter(line: Line, { cookie }: Owner, id: string): Promise<string | undefined> {
  const address = `/operator/claims/${id}`;
  const page = await load(line, 'operator', address, cookie);
  const printed = /name="printed" value="([^"]*)"/.exec(page.body)?.[1];
  if (printed === undefined) throw new Error(`the operator cannot print a letter: ${page.status}`);
  const letter = await sendOnce(line, 'letter', `${address}/letter`, { cookie, form: { printed } });
  return letter && /<strong class="code">([^<]+)</.exec(letter.body)?.[1];
}
