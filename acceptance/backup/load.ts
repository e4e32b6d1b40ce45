import { randomUUID } from 'node:crypto';
import type { FakeMailServer } from '../../test/support/mail-server.ts';
import { linkIn } from '../browser/mailbox.ts';
import { waitForMail } from '../kill/monitoring/mails.ts';
import { nextEventDay } from '../support/next-event-day.ts';

/** Clients of a service. They record each acknowledged write and its time. */

export interface Person {
  readonly at: number;
  readonly email: string;
  /** The cookie for the session that began when the email address was confirmed. */
  readonly cookie: string;
}

const PASSWORD = 'nobody else knows this one';
const LIST = 50;

export async function listNumbers(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/vendors?limit=100`);
  return ((await answer.json()) as { license: { number: string } }[]).map(({ license }) => license.number);
}

/** Checks lists of 50 lines one after another, each for a different event date. */
export async function sendLists(
  url: string,
  numbers: readonly string[],
  got: { at: number; receipt: string }[],
  over: AbortSignal,
): Promise<void> {
  const vendors = numbers.slice(0, LIST).map((license_number) => ({ license_number }));
  while (!over.aborted) {
    const body = JSON.stringify({ vendors, event_type: 'festival', event_date: nextEventDay() });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1/decisions`, { method: 'POST', headers, body });
    const { data } = (await answer.json()) as { data: { decision: { receipt: string } | null }[] };
    const at = performance.now();
    got.push(...data.flatMap(({ decision }) => (decision ? { at, receipt: decision.receipt } : [])));
  }
}

/** Signs people up and confirms their addresses, one after another. */
export async function signUps(
  url: string,
  mail: FakeMailServer,
  people: Person[],
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const email = `p${randomUUID()}@people.example`;
    await post(`${url}/sign-up`, { name: 'Pat', email, password: PASSWORD });
    const link = linkIn(await waitForMail(mail, email), '/confirm-email');
    const token = new URL(link).searchParams.get('token') ?? '';
    const confirmed = await post(`${url}/confirm-email`, { token, password: PASSWORD });
    people.push({ at: performance.now(), email, cookie: cookieOf(confirmed) });
  }
}

/** Throws unless the person can sign in with the password and their earlier session is still valid. */
export async function signIn(url: string, { email, cookie }: Person): Promise<void> {
  const answer = await post(`${url}/sign-in`, { email, password: PASSWORD });
  for (const each of [cookieOf(answer), cookie]) {
    const page = await fetch(`${url}/settings`, { headers: { cookie: each }, redirect: 'manual' });
    if (page.status !== 200) throw new Error(`${email} is not signed in: ${page.status}`);
  }
}

async function post(address: string, form: Readonly<Record<string, string>>): Promise<Response> {
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  if (answer.status !== 303 && answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}
