import type { LedgerDb } from '../../../src/platform/db/database.ts';
import type { FakeStripe } from '../../../test/support/fake-stripe.ts';
import type { FakeMailServer } from '../../../test/support/mail-server.ts';
import { expectedMails, mailProblems, readMails } from './mails.ts';
import type { Truck } from './trucks.ts';

interface Verdict {
  readonly passed: number;
  readonly problems: readonly string[];
  readonly mails: number;
  /** The number of times that the email server accepted an email it already had. */
  readonly repeated: number;
  readonly repeats: number;
}

/** Compares the claim, subscription, payment and emails for each truck with the expected results. */
export async function checkAll(
  db: LedgerDb,
  options: {
    readonly trucks: readonly Truck[];
    readonly stripe: FakeStripe;
    readonly mailServer: FakeMailServer;
    /** Other people who must get an email to confirm their address. */
    readonly others: readonly string[];
  },
): Promise<Verdict> {
  const { trucks, stripe, mailServer, others } = options;
  const claims = Map.groupBy(await listClaims(db), ({ license_digits }) => license_digits);
  const subscriptions = Map.groupBy(await listSubscriptions(db), ({ license_digits }) => license_digits);
  const payments = Map.groupBy(
    stripe.subscriptions.values(),
    ({ metadata }) => metadata.license_digits ?? '',
  );
  const mails = await readMails(mailServer);
  const byAddress = Map.groupBy(mails, ({ to }) => to);
  const problems: string[] = [];
  let passed = 0;
  const check = (about: string, wrong: readonly string[]): void => {
    if (wrong.length === 0) passed += 1;
    problems.push(...wrong.map((each) => `${about}: ${each}`));
  };
  for (const truck of trucks) {
    const { number, digits, email } = truck;
    const standings = standingsOf(truck);
    check(number, differ('claims', statesOf(claims.get(digits), email), standings.claims));
    check(
      number,
      differ('subscriptions', statesOf(subscriptions.get(digits), email), standings.subscriptions),
    );
    const paid = (payments.get(digits) ?? []).map(({ status }) => status);
    check(number, differ('payments', paid, standings.payments));
    check(number, mailProblems(byAddress.get(email) ?? [], expectedMails(truck)));
  }
  for (const email of others)
    check(email, mailProblems(byAddress.get(email) ?? [], [{ subject: /^Confirm your e-?mail/, lines: [] }]));
  const known = new Set([...trucks.map(({ email }) => email), ...others]);
  const strangers = mails.filter(({ to }) => !known.has(to));
  check(
    'mails',
    strangers.map(({ to, subject }) => `to nobody of the run: ${to}, ${subject}`),
  );
  check('outbox', differ('mails not sent', await listUnsent(db), []));
  const repeated = mails.filter(({ times }) => times > 1);
  return {
    passed,
    problems,
    mails: mails.length,
    repeated: repeated.length,
    repeats: repeated.reduce((sum, { times }) => sum + times - 1, 0),
  };
}

function standingsOf({ role, isHandedOver }: Truck) {
  if (role === 'unclaimed') return { claims: [], subscriptions: [], payments: [] };
  const claims = [isHandedOver ? 'released' : 'verified'];
  if (role === 'claimed') return { claims, subscriptions: [], payments: [] };
  return {
    claims,
    subscriptions: [isHandedOver ? 'cancelled' : 'active'],
    payments: [isHandedOver ? 'canceled' : 'active'],
  };
}

/** Returns the states of the owner's items. If an item belongs to a stranger, the text says so. */
function statesOf(
  rows: readonly { readonly state: string; readonly email: string }[] | undefined,
  owner: string,
): string[] {
  return (rows ?? []).map(({ state, email }) => (email === owner ? state : `${state} of ${email}`));
}

function differ(what: string, got: readonly string[], wanted: readonly string[]): string[] {
  const is = got.join(', ') || 'none';
  const must = wanted.join(', ') || 'none';
  return is === must ? [] : [`${what} are ${is} instead of ${must}`];
}

function listClaims(db: LedgerDb) {
  return db
    .selectFrom('claims')
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .select(['license_digits', 'claims.state', 'accounts.email'])
    .execute();
}

function listSubscriptions(db: LedgerDb) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('accounts', 'accounts.id', 'subscriptions.account_id')
    .select(['license_digits', 'subscriptions.state', 'accounts.email'])
    .execute();
}

/** Lists emails that are still queued or that the service has stopped trying to send. */
async function listUnsent(db: LedgerDb): Promise<string[]> {
  const rows = await db.selectFrom('mails').select('subject').where('sent_at', 'is', null).execute();
  return rows.map(({ subject }) => subject);
}
