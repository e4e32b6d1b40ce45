import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import PostalMime from 'postal-mime';
import { readPage } from '../../test/support/read-page.ts';
import { passSecondFactor, setUpSecondFactor } from '../support/second-factor.ts';
import type { RunningService } from '../support/service.ts';
import type { CallerName } from './catalogue.ts';

/**
 * A sender of requests, and the values for the headers that identify it. Each request with a wrong key has a
 * different key.
 */
interface Person {
  readonly name: CallerName;
  /** The account used to sign in; undefined for callers without one. */
  readonly account: { readonly email: string; readonly password: string } | undefined;
  cookie: string;
  /** The secret of the second factor, if there is one. */
  secret?: string;
  readonly apiKey: string | undefined;
}

export type People = Readonly<Record<CallerName, Person>>;

/** The demo's two organizers, as listed in the README. */
const PARKS = { email: 'parks@demo.example', password: 'fictional-parks' };
const NIGHTS = { email: 'nights@demo.example', password: 'fictional-nights' };
const PARKS_KEY = 'svc_pk_5thqpzytcuzu4376.ri6dtq3lwgfjqs5cqoatpxpicbedxofo2q4psxy6hfu3op';
const NIGHTS_KEY = 'svc_pk_k2f5z63pdc7dfyk6.x5cymhzkgdml7cvl73je5hnvcf4feldr3pwd3ov7reet3o';
const OPERATOR = { email: 'operator@fuzz.example', password: 'seven brittle lanterns sway' };
const VENDOR = { email: 'vendor@fuzz.example', password: 'nine copper kettles hum' };
const CLAIMED_LICENSE = 'MFD5890001';
const TRIES = 60;
const TRY_EVERY_MS = 250;

/** Signs in all callers. The operator and the vendor sign up first, and a claim by the vendor is verified. */
export async function gatherPeople(service: RunningService, checkout: string): Promise<People> {
  const person = (name: CallerName, account?: Person['account'], apiKey?: string): Person => ({
    name,
    account,
    cookie: '',
    apiKey,
  });
  const people: People = {
    anonymous: person('anonymous'),
    key: person('key', undefined, PARKS_KEY),
    'wrong key': person('wrong key'),
    organizer: person('organizer', PARKS),
    'other organizer': person('other organizer', NIGHTS, NIGHTS_KEY),
    operator: person('operator', OPERATOR),
    vendor: person('vendor', VENDOR),
  };
  for (const account of [OPERATOR, VENDOR]) await signUp(service, account);
  await runCommand(service, checkout, ['operators', 'grant', '--account', OPERATOR.email]);
  await signInAll(service.url, people);
  people.operator.secret = await setUpSecondFactor(
    (path, form) => send(service.url, path, { ...people.operator, ...(form && { form }) }),
    OPERATOR.password,
  );
  await claimLicense(service.url, people.vendor, people.operator);
  return people;
}

/** Signs in the callers whose session has ended. */
export async function signInAll(url: string, people: People): Promise<void> {
  for (const person of Object.values(people)) {
    if (!person.account) continue;
    if (person.cookie !== '' && (await send(url, '/settings', { cookie: person.cookie })).status === 200)
      continue;
    person.cookie = await signIn(url, person.account);
    if (person.secret !== undefined)
      await passSecondFactor(
        (path, form) => send(url, path, { ...person, ...(form && { form }) }),
        person.secret,
      );
  }
}

/** Creates and revokes a key on the command line. */
export async function makeRevokedKey(service: RunningService, checkout: string): Promise<string> {
  const made = await runCommand(service, checkout, ['keys', 'create', '--account', NIGHTS.email]);
  const [key = '', id = ''] = /svc_pk_([a-z2-7]+)\.[a-z2-7]+/.exec(made) ?? [];
  if (key === '') throw new Error(`no key: ${made}`);
  await runCommand(service, checkout, ['keys', 'revoke', '--account', NIGHTS.email, id]);
  return key;
}

const APPLICANT: Readonly<Record<string, string>> = {
  license_number: 'MFD5890002',
  business_name: 'Fuzz Truck',
  contact_name: 'A. Fuzz',
  contact_email: 'applicant@fuzz.example',
  contact_phone: '352-555-0100',
};

/**
 * Submits an application with all questions answered. Returns the URL of its private page, which is found in
 * an email.
 */
export async function applyAsVendor(service: RunningService, eventId: string): Promise<string | undefined> {
  const address = `/events/${eventId}`;
  const { forms } = readPage((await send(service.url, address)).body, address);
  const fields = forms.find(({ action }) => action === `${address}/applications`)?.fields ?? [];
  const answers = fields.map(({ name, type, options: [first = ''] }) => {
    const typed = type === 'date' ? '2027-01-15' : type === 'number' ? '5' : first || 'Fuzz';
    return [name, APPLICANT[name] ?? typed] as const;
  });
  const answer = await send(service.url, `${address}/applications`, { form: Object.fromEntries(answers) });
  return answer.status === 303
    ? mailedLink(service, APPLICANT.contact_email ?? '', '/application?')
    : undefined;
}

async function signUp(service: RunningService, account: NonNullable<Person['account']>): Promise<void> {
  const asked = await send(service.url, '/sign-up', { form: { name: 'Fuzz', ...account } });
  if (asked.status !== 303) throw new Error(`no sign-up of ${account.email}: ${asked.status}`);
  const link = await mailedLink(service, account.email, '/confirm-email?');
  const token = new URL(link, service.url).searchParams.get('token') ?? '';
  const confirmed = await send(service.url, '/confirm-email', {
    form: { token, password: account.password },
  });
  if (confirmed.status !== 303) throw new Error(`${account.email} was not confirmed: ${confirmed.status}`);
}

/**
 * Signs in, and tries again if necessary, because the demo's organizers are created just after the service is
 * ready.
 */
async function signIn(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  let status = 0;
  for (let tried = 0; tried < TRIES; tried++) {
    const answer = await send(url, '/sign-in', { form: { email, password } });
    if (answer.status === 303 && answer.cookie !== '') return answer.cookie;
    status = answer.status;
    await wait(TRY_EVERY_MS * (status === 429 ? 8 : 1));
  }
  throw new Error(`${email} cannot sign in: ${status}`);
}

async function claimLicense(url: string, vendor: Person, operator: Person): Promise<void> {
  const list = '/settings/licenses';
  const claimed = await send(url, '/claim', {
    cookie: vendor.cookie,
    form: { license: CLAIMED_LICENSE, proof: 'post' },
  });
  if (claimed.status !== 303) throw new Error(`no claim: ${claimed.status}`);
  const id = /\/settings\/licenses\/([\da-f-]{36})\//.exec((await send(url, list, vendor)).body)?.[1] ?? '';
  const page = await send(url, `/operator/claims/${id}`, operator);
  const printed = /name="printed" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const letter = await send(url, `/operator/claims/${id}/letter`, { ...operator, form: { printed } });
  const code = /<strong class="code">([^<]+)</.exec(letter.body)?.[1] ?? '';
  const entered = await send(url, `${list}/${id}/code`, { ...vendor, form: { [`code-${id}`]: code } });
  if (entered.status !== 303) throw new Error(`the claim was not verified: ${entered.status}`);
}

interface PageAnswer {
  readonly status: number;
  readonly body: string;
  readonly cookie: string;
}

/** Sends one request as a browser would, but does not follow redirects. */
export async function send(
  url: string,
  address: string,
  { cookie = '', form }: { cookie?: string; form?: Readonly<Record<string, string>> } = {},
): Promise<PageAnswer> {
  const answer = await fetch(`${url}${address}`, {
    method: form ? 'POST' : 'GET',
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie === '' ? {} : { cookie }) },
    ...(form ? { body: new URLSearchParams(form) } : {}),
    redirect: 'manual',
  });
  const set = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  return { status: answer.status, body: await answer.text(), cookie: set.join('; ') };
}

/**
 * Returns the path of the link in the newest email to a person. Without an email server, the service writes
 * email to files.
 */
async function mailedLink({ dataDir, url }: RunningService, to: string, start: string): Promise<string> {
  const folder = path.join(dataDir, 'outbox');
  for (let tried = 0; tried < TRIES; tried++) {
    const files = await readdir(folder).catch(() => []);
    for (const file of files
      .filter((each) => each.endsWith('.eml'))
      .sort()
      .reverse()) {
      const mail = await PostalMime.parse(await readFile(path.join(folder, file)));
      const isTo = mail.to?.some(({ address }) => address === to) === true;
      const link = isTo ? (mail.text ?? '').split(/\s+/).find((word) => word.includes(start)) : undefined;
      if (link !== undefined) return link.slice(url.length);
    }
    await wait(TRY_EVERY_MS);
  }
  throw new Error(`no mail to ${to}`);
}

async function runCommand(
  { settings }: RunningService,
  checkout: string,
  args: readonly string[],
): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', ...settings };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(checkout, 'src/main.ts'), ...args],
    { env },
  );
  return stdout;
}
