import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_ORGANIZERS } from '../../../src/accounts/account/demo-organizers.ts';
import { setUpSecondFactor } from '../../support/second-factor.ts';
import type { Tables } from './database.ts';
import type { RaceTarget } from './target.ts';

/** Inserts accounts and their data directly into the database. Signing in still uses HTTP. */

const [DEMO] = DEMO_ORGANIZERS;
/** All accounts here share the demo organizer's password, and therefore its hash. */
export const PASSWORD = DEMO.password;
const AT = '2026-03-01T12:00:00.000Z';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

export interface License {
  readonly license_type: string;
  readonly license_digits: string;
}

let people = 0;

/** Creates a confirmed account and signs it in. */
export async function join(target: RaceTarget, name = 'person'): Promise<Person> {
  people += 1;
  const email = `${name}-${people}@races.example`;
  const id = await insertAccount(target.ledger, email);
  const { cookie, status } = await target.post('/sign-in', { email, password: PASSWORD });
  if (status !== 303) throw new Error(`${email} cannot sign in: ${status}`);
  return { id, email, cookie };
}

/**
 * Inserts a confirmed account with {@link PASSWORD}, and returns its id. The account is so new that signing
 * in does not send an email.
 */
export async function insertAccount(ledger: Tables, email: string): Promise<string> {
  const id = randomUUID();
  const now = new Date().toISOString();
  const times = { created_at: now, updated_at: now };
  await ledger.insert('accounts', { id, name: 'Somebody', email, email_verified: 1, ...times });
  await ledger.insert('credentials', { account_id: id, password: await knownHash(ledger), ...times });
  return id;
}

/**
 * Returns the hash of the shared password. Waits for it, because the demo organizers are created a moment
 * after the service is ready.
 */
async function knownHash(ledger: Tables): Promise<string> {
  for (let turn = 0; turn < 100; turn++) {
    const [known] = await ledger.rows('select password from credentials where account_id = ?', DEMO.id);
    if (known) return String(known.password);
    await wait(100);
  }
  throw new Error('the demo has no organizer to sign in as');
}

export async function joinAsOperator(target: RaceTarget): Promise<Person> {
  const operator = await join(target, 'operator');
  await target.ledger.insert('operators', { account_id: operator.id, granted_at: AT });
  await setUpSecondFactor(
    (path, form) => (form ? target.post(path, form, operator.cookie) : target.get(path, operator.cookie)),
    PASSWORD,
  );
  return operator;
}

/**
 * Takes licenses that have a holder, a mailing address and enough visits. Each license is taken at most once
 * per run.
 */
export async function takeLicenses(target: RaceTarget, count: number): Promise<License[]> {
  const rows = await target.records.rows(
    `select distinct l.license_type, l.digits from licenses l where l.licensee_name <> ''
     and l.mailing_address <> '' and (select count(*) from visits v
       where v.license_type = l.license_type and v.digits = l.digits) >= 6
     order by l.license_type, l.digits`,
  );
  const taken = rows.slice(licensesTaken, licensesTaken + count);
  if (taken.length < count) throw new Error('the demo has too few licenses');
  licensesTaken += count;
  return taken.map((row) => ({
    license_type: String(row.license_type),
    license_digits: String(row.digits),
  }));
}
let licensesTaken = 0;

/** Makes every license available again, for a ledger without claims. */
export function returnLicenses(): void {
  licensesTaken = 0;
}

/** Returns the license number as a person types it. */
export function numberOf({ license_type, license_digits }: License): string {
  return `${license_type === '2013' ? 'CAT' : 'MFD'}${license_digits}`;
}

/** Inserts a claim for a license. Returns the claim's id. */
export async function insertClaim(
  ledger: Tables,
  accountId: string,
  license: License,
  state: 'pending' | 'verified' = 'verified',
): Promise<string> {
  const id = randomUUID();
  await ledger.insert('claims', {
    id,
    account_id: accountId,
    ...license,
    state,
    proof: 'post',
    owner_name: 'OWNER',
    note: '',
    code_attempts: 0,
    created_at: AT,
    updated_at: AT,
  });
  return id;
}

/** Inserts a published event that accepts applications. Returns its id. */
export async function insertEvent(
  ledger: Tables,
  accountId: string,
  columns: { readonly capacity?: number } = {},
): Promise<string> {
  const id = randomUUID();
  const starts = Date.now() + 20 * 86_400_000;
  await ledger.insert('events', {
    id,
    account_id: accountId,
    name: 'Lake Night',
    description: '',
    event_type: 'food-truck-night',
    status: 'Published',
    timezone: 'America/New_York',
    venue_name: 'Lake Park',
    address: '1 Lake Road',
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + 14_400_000).toISOString(),
    city: 'Orlando',
    city_folded: 'orlando',
    county: 'Orange',
    questions: '[]',
    spots_taken: 0,
    applications_received: 0,
    created_at: AT,
    updated_at: AT,
    ...columns,
  });
  return id;
}

/**
 * Returns the newest links of a kind in emails to an address. The emails are still queued, because the
 * configured email server never responds.
 */
export async function tokensMailed(ledger: Tables, to: string, page: string): Promise<string[]> {
  const mails = await ledger.rows('select body from mails where recipient = ? order by created_at, id', to);
  return mails.flatMap(({ body }) => {
    const token = new RegExp(`${page}\\?token=([\\w-]+)`).exec(String(body))?.[1];
    return token === undefined ? [] : [token];
  });
}
