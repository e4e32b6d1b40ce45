import type { Pair } from './pair.ts';
import type { Ask, NeutralAnswer } from './side.ts';

export interface Person {
  readonly name: string;
  readonly account?: Account;
  readonly apiKey?: string | undefined;
}

interface Account {
  readonly email: string;
  readonly password: string;
}

const PARKS = { email: 'parks@demo.example', password: 'fictional-parks' };
const PARKS_KEY = 'svc_pk_5thqpzytcuzu4376.ri6dtq3lwgfjqs5cqoatpxpicbedxofo2q4psxy6hfu3op';
const account = (name: string) => ({
  email: `${name}@answers.example`,
  password: 'seven brittle lanterns sway',
});
const ORGANIZER = { name: 'organizer', account: account('organizer') };
const VENDOR = { name: 'vendor', account: account('vendor') };
const OPERATOR = { name: 'operator', account: account('operator') };
const CLAIMS = 3;
const DAY_MS = 86_400_000;

interface Participants {
  readonly people: readonly Person[];
  /** URLs that are not linked from any page. */
  readonly addresses: readonly string[];
}

/**
 * Creates every person who sends requests, using only HTTP. They are an organizer with events, applications
 * and a key; a vendor with one verified and two pending claims; an operator; and the demo's first organizer.
 * `licenses` can be any licenses on file, but at least three of them must be claimable.
 */
export async function gatherParticipants(
  pair: Pair,
  options: {
    readonly licenses: readonly string[];
    readonly isDemo: boolean;
    readonly grantOperator: (email: string) => Promise<void>;
  },
): Promise<Participants> {
  for (const { account } of [ORGANIZER, VENDOR, OPERATOR]) await signUp(pair, account);
  await options.grantOperator(OPERATOR.account.email);
  for (const person of [ORGANIZER, VENDOR, OPERATOR]) await signIn(pair, person);
  await pair.both((side) => side.setUpSecondFactor(OPERATOR.name, OPERATOR.account.password));
  const apiKey = await makeKey(pair);
  const events = await makeEvents(pair);
  const tokens: string[] = [];
  for (const license of options.licenses.slice(0, 3))
    tokens.push(await apply(pair, events[0] ?? '', license));
  await claimSome(pair, options.licenses.slice(2));
  await verifyClaim(pair);
  const demo: Person = { name: 'demo organizer', account: PARKS, apiKey: PARKS_KEY };
  if (options.isDemo) await signIn(pair, demo);
  await expectSignedOut(pair, 'anonymous');
  return {
    people: [
      { name: 'anonymous' },
      { name: 'key', apiKey },
      { name: 'wrong key', apiKey: 'svc_pk_abcdefghijklmnop.abcdefghijklmnopqrstuvwxyz234567' },
      ORGANIZER,
      ...(options.isDemo ? [demo] : []),
      VENDOR,
      OPERATOR,
    ],
    addresses: [
      ...events.flatMap((id) => [`/events/${id}`, `/events/${id}/applied`, `/api/v1/events/${id}`]),
      ...tokens.map((token) => `/application?token=${token}`),
    ],
  };
}

export async function signIn(pair: Pair, { name, account }: Person): Promise<void> {
  if (account)
    await succeed(pair, { caller: name, method: 'POST', address: '/sign-in', form: { ...account } });
}

async function expectSignedOut(pair: Pair, caller: string): Promise<void> {
  const { status } = await pair.ask({ caller, method: 'GET', address: '/settings' });
  if (status !== 303) throw new Error(`${caller} is signed in: /settings answered ${status}`);
}

async function signUp(pair: Pair, { email, password }: Account): Promise<void> {
  // Confirming an address signs the user in, so no other caller may use these cookies.
  const caller = `sign-up of ${email}`;
  const form = { name: 'Ada Answers', email, password };
  await succeed(pair, { caller, method: 'POST', address: '/sign-up', form });
  const token = tokenIn(await pair.readMail(email, '/confirm-email?'));
  await pair.ask({ caller, method: 'GET', address: `/confirm-email?token=${token}` });
  await succeed(pair, { caller, method: 'POST', address: '/confirm-email', form: { token, password } });
}

async function makeKey(pair: Pair): Promise<string> {
  const caller = ORGANIZER.name;
  const page = await pair.ask({ caller, method: 'GET', address: '/settings/api-keys' });
  const form = { form: /name="form" value="([^"]*)"/.exec(page.body)?.[1] ?? '', name: 'Answers' };
  const made = await pair.ask({ caller, method: 'POST', address: '/settings/api-keys', form });
  const key = /svc_pk_~key-\d+-\d+~/.exec(made.body)?.[0];
  if (key === undefined) throw new Error(`no key: ${made.status}`);
  return key;
}

/** Creates one published event that accepts applications, and one draft. */
async function makeEvents(pair: Pair): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, name] of ['Answers Night', 'Answers Draft'].entries()) {
    const made = await succeed(pair, {
      caller: ORGANIZER.name,
      method: 'POST',
      address: '/organizer/events',
      form: { ...eventFields(60 + at), name },
    });
    const location = made.headers.find((header) => header.toLowerCase().startsWith('location:')) ?? '';
    ids.push(/~id-\d+-\d+~/.exec(location)?.[0] ?? '');
  }
  const [id = ''] = ids;
  const caller = ORGANIZER.name;
  const question = { label: 'What would you serve?', type: 'text', options: '' };
  await succeed(pair, {
    caller,
    method: 'POST',
    address: `/organizer/events/${id}/questions`,
    form: question,
  });
  await succeed(pair, { caller, method: 'POST', address: `/organizer/events/${id}/publish`, form: {} });
  return ids;
}

/** Returns the fields for an event that begins in this many days. */
export function eventFields(inDays: number): Record<string, string> {
  const day = new Date(Date.now() + inDays * DAY_MS).toISOString().slice(0, 10);
  return {
    name: 'Answers Night',
    event_type: 'food-truck-night',
    description: 'Trucks by the lake.',
    timezone: 'America/New_York',
    starts_at: `${day}T17:00`,
    ends_at: `${day}T21:00`,
    venue_name: 'Lake Park',
    address: '1 Example Street',
    city: 'Gainesville',
    county: 'Alachua',
    applications_open_at: '',
    applications_close_at: '',
    capacity: '5',
    deposit: '25',
  };
}

async function apply(pair: Pair, eventId: string, license: string): Promise<string> {
  const caller = 'anonymous';
  const email = `${license.toLowerCase()}@answers.example`;
  const page = await pair.ask({ caller, method: 'GET', address: `/events/${eventId}` });
  const question = /name="(q_[^"]+)"/.exec(page.body)?.[1] ?? '';
  const form = { ...applicantFields(license), contact_email: email, [question]: 'Tacos' };
  await succeed(pair, { caller, method: 'POST', address: `/events/${eventId}/applications`, form });
  return tokenIn(await pair.readMail(email, '/application?'));
}

/** Returns the fields of an application, except for the custom questions. */
export function applicantFields(license: string): Record<string, string> {
  return {
    license_number: license,
    business_name: 'Answers Truck',
    contact_name: 'A. Answers',
    contact_email: 'applicant@answers.example',
    contact_phone: '352-555-0100',
  };
}

/** Claims licenses until there are enough claims, because not every license has a holder who can claim it. */
async function claimSome(pair: Pair, licenses: readonly string[]): Promise<void> {
  let claims = 0;
  for (const license of licenses) {
    const ask = { caller: VENDOR.name, method: 'POST', address: '/claim', form: { license, proof: 'post' } };
    if ((await pair.ask(ask)).status === 303) claims += 1;
    if (claims === CLAIMS) return;
  }
  throw new Error(`only ${claims} of ${licenses.length} licenses can be claimed`);
}

/** Verifies one of the pending claims: the operator sends the letter, and the vendor enters its code. */
async function verifyClaim(pair: Pair): Promise<void> {
  const list = '/settings/licenses';
  const vendor = VENDOR.name;
  const operator = OPERATOR.name;
  const page = await pair.ask({ caller: vendor, method: 'GET', address: list });
  const id = /\/settings\/licenses\/(~id-\d+-\d+~)\//.exec(page.body)?.[1] ?? '';
  const claimed = await pair.ask({ caller: operator, method: 'GET', address: `/operator/claims/${id}` });
  const printed = /name="printed" value="([^"]*)"/.exec(claimed.body)?.[1] ?? '';
  const address = `/operator/claims/${id}/letter`;
  const letter = await pair.ask({ caller: operator, method: 'POST', address, form: { printed } });
  const code = /<strong class="code">([^<]+)</.exec(letter.body)?.[1] ?? '';
  const form = { [`code-${id}`]: code };
  await succeed(pair, { caller: vendor, method: 'POST', address: `${list}/${id}/code`, form });
}

async function succeed(pair: Pair, ask: Ask): Promise<NeutralAnswer> {
  const answer = await pair.ask(ask);
  if (answer.status !== 303)
    throw new Error(`${ask.method} ${ask.address}: ${answer.status}\n${answer.body}`);
  return answer;
}

function tokenIn(mail: string): string {
  const token = /token=(~token-\d+-\d+~)/.exec(mail)?.[1];
  if (token === undefined) throw new Error(`no token in ${mail}`);
  return token;
}
