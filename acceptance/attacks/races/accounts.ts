import { matchesPassword } from '../../../src/platform/passwords/password-hash.ts';
import { insertAccount, join, PASSWORD, tokensMailed } from './people.ts';
import { fingerprint, MANY, type RaceTarget, type Request, times, withStatus } from './target.ts';

/**
 * The maximum number of emails, and therefore links, that other people can have sent to an address per day.
 */
const MAILS_MAX = 3;
/**
 * The number of people whose links and forms are used at the same time. With more, the queue for password
 * hashes would be full.
 */
const BUSY = 8;
/**
 * The cost of the dummy work for a wrong password. It is minimal, because its timing does not have to hide
 * anything here.
 */
const CHEAPEST_HASH = 10;
const NEW_PASSWORD = 'several words in a row';

/** Submits sign-ups, opens links from emails, and submits settings forms, each many times at once. */
export async function raceAccounts(target: RaceTarget): Promise<void> {
  await raceSignUps(target);
  await raceConfirmation(target);
  await raceReset(target);
  await raceNewEmails(target);
  await racePasswords(target);
  await raceAcrossLinks(target);
}

/**
 * Signs up many times at once. No response may reveal to a stranger which email addresses have an account.
 */
async function raceSignUps(target: RaceTarget): Promise<void> {
  const { ledger, wrong } = target;
  await insertAccount(ledger, 'known@races.example');
  const waiting = { name: 'W', email: 'waiting@races.example', password: PASSWORD };
  await target.post('/sign-up', waiting);
  const prints = new Map<string, string>();
  const kinds = [
    ['new', 1],
    ['known', 0],
    ['waiting', 1],
  ] as const;
  for (const [kind, links] of kinds) {
    const email = `${kind}@races.example`;
    const answers = await target.race(
      `sign-up, ${kind === 'new' ? 'a new' : kind === 'known' ? 'a known' : 'an unconfirmed'} address`,
      times(MANY, () => target.post('/sign-up', { name: 'N', email, password: PASSWORD })),
      async () => ({
        accounts: [await ledger.count('select count(*) from accounts where email = ?', email), 1],
        mails: [await countMails(target, email), MAILS_MAX],
        'links that work': [await countGood(target, email), links],
      }),
    );
    prints.set(fingerprint(answers), kind);
  }
  if (prints.size > 1) wrong.push(`sign-up tells ${[...prints.values()].join(', ')} addresses apart`);
  const again = [];
  for (const kind of ['nobody', 'known']) {
    const email = `${kind}@races.example`;
    const ask = () => target.post('/forgot-password', { email });
    again.push(fingerprint(await target.race(`forgot-password, ${kind}`, times(MANY, ask))));
  }
  if (new Set(again).size > 1) wrong.push('forgot-password tells addresses apart');
}

async function raceConfirmation(target: RaceTarget): Promise<void> {
  const email = 'confirming@races.example';
  const form = { name: 'N', email, password: PASSWORD };
  await target.post('/sign-up', form);
  const token = await lastToken(target, email, '/confirm-email');
  const confirm = () => target.post('/confirm-email', { token, password: PASSWORD });
  await target.race('confirm-email, one link', times(MANY, confirm), async (answers) => ({
    'signed in': [withStatus(answers, 303), 1],
    sessions: [await countSessions(target, email), 1],
  }));
  const other = 'contested@races.example';
  await target.post('/sign-up', { ...form, email: other });
  const first = await lastToken(target, other, '/confirm-email');
  await target.race(
    'confirm-email beside sign-ups of the same address',
    [
      ...times(MANY / 2, () => target.post('/sign-up', { ...form, email: other })),
      ...times(MANY / 2, () => target.post('/confirm-email', { token: first, password: PASSWORD })),
    ],
    async () => ({ accounts: [await countAccounts(target, other), 1] }),
  );
}

async function raceReset(target: RaceTarget): Promise<void> {
  const { email } = await join(target, 'reset');
  await target.post('/forgot-password', { email });
  const token = await lastToken(target, email, '/reset-password');
  const reset = () => target.post('/reset-password', { token, password: NEW_PASSWORD });
  await target.race('reset-password, one link', times(MANY, reset), async (answers) => ({
    done: [withStatus(answers, 303), 1],
    'mails about it': [await countMails(target, email, '%password%changed%'), 1],
    sessions: [await countSessions(target, email), 0],
  }));
}

async function raceNewEmails(target: RaceTarget): Promise<void> {
  const person = await join(target, 'moving');
  const to = 'moved@races.example';
  const token = await askForNewEmail(target, person, to);
  const confirm = () => target.post('/confirm-new-email', { token }, person.cookie);
  await target.race('confirm-new-email, one link', times(MANY, confirm), async (answers) => ({
    done: [withStatus(answers, 303), 1],
    accounts: [await countAccounts(target, to), 1],
  }));
  const wanted = 'wanted@races.example';
  const rivals: Request[] = [];
  for (let rival = 0; rival < MAILS_MAX; rival++) {
    const each = await join(target, 'rival');
    const token = await askForNewEmail(target, each, wanted);
    rivals.push(() => target.post('/confirm-new-email', { token }, each.cookie));
  }
  await target.race(
    'confirm-new-email of three accounts beside ten sign-ups, one address',
    [
      ...rivals,
      ...times(MANY / 2, () => target.post('/sign-up', { name: 'N', email: wanted, password: PASSWORD })),
    ],
    async () => ({ accounts: [await countAccounts(target, wanted), 1] }),
  );
}

async function racePasswords(target: RaceTarget): Promise<void> {
  const { cookie, id } = await join(target, 'password');
  const change = (index: number) =>
    target.post(
      '/settings/password',
      { current_password: PASSWORD, new_password: `${NEW_PASSWORD} ${index}` },
      cookie,
    );
  await target.race('change-password, one session', times(MANY, change), async () => ({
    passwords: [await target.ledger.count('select count(*) from credentials where account_id = ?', id), 1],
    'that match': [await countThatMatch(target, id), 1],
  }));
  const leaving = await join(target, 'leaving');
  const leave = () => target.post('/settings/delete', { delete_password: PASSWORD }, leaving.cookie);
  await target.race('delete-account, one session', times(MANY, leave), async () => ({
    accounts: [await countAccounts(target, leaving.email), 0],
    'mails about it': [await countMails(target, leaving.email, '%delet%'), 1],
  }));
}

/** Uses every kind of account link and form at once, each for a different account. */
async function raceAcrossLinks(target: RaceTarget): Promise<void> {
  const requests: Request[] = [];
  const emails: string[] = [];
  for (let person = 0; person < BUSY; person++) {
    const each = await join(target, 'busy');
    const newEmail = await askForNewEmail(target, each, `new-${each.email}`);
    await target.post('/forgot-password', { email: each.email });
    const reset = await lastToken(target, each.email, '/reset-password');
    emails.push(each.email);
    const passwords = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    requests.push(
      () => target.post('/reset-password', { token: reset, password: NEW_PASSWORD }),
      () => target.post('/confirm-new-email', { token: newEmail }, each.cookie),
      () => target.post('/settings/password', passwords, each.cookie),
      () =>
        target.post('/settings/email', { email: 'x@races.example', email_password: PASSWORD }, each.cookie),
    );
  }
  await target.race('reset, new address, new password of the same account', requests, async () => ({
    accounts: [
      await target.ledger.count(
        `select count(*) from accounts where email like 'busy-%' or email like 'new-busy-%'`,
      ),
      emails.length,
    ],
  }));
}

async function askForNewEmail(
  target: RaceTarget,
  { cookie }: { readonly cookie: string },
  email: string,
): Promise<string> {
  const before = new Set(await tokensMailed(target.ledger, email, '/confirm-new-email'));
  const asked = await target.post('/settings/email', { email, email_password: PASSWORD }, cookie);
  if (asked.status !== 303) throw new Error(`no link to ${email}: ${asked.status}`);
  const token = (await tokensMailed(target.ledger, email, '/confirm-new-email')).find(
    (each) => !before.has(each),
  );
  if (token === undefined) throw new Error(`no link in the mail to ${email}`);
  return token;
}

async function lastToken({ ledger }: RaceTarget, email: string, page: string): Promise<string> {
  const token = (await tokensMailed(ledger, email, page)).at(-1);
  if (token === undefined) throw new Error(`no mail to ${email} leads to ${page}`);
  return token;
}

/** Counts the sign-up links in the emails to an address that still open a form. */
async function countGood(target: RaceTarget, email: string): Promise<number> {
  const tokens = await tokensMailed(target.ledger, email, '/confirm-email');
  const pages = await Promise.all(tokens.map((token) => target.get(`/confirm-email?token=${token}`)));
  return withStatus(pages, 200);
}

function countAccounts({ ledger }: RaceTarget, email: string): Promise<number> {
  return ledger.count('select count(*) from accounts where email = ?', email);
}

function countMails({ ledger }: RaceTarget, to: string, subject = '%'): Promise<number> {
  const like = 'select count(*) from mails where recipient = ? and lower(subject) like ?';
  return ledger.count(like, to, subject);
}

function countSessions({ ledger }: RaceTarget, email: string): Promise<number> {
  return ledger.count(
    'select count(*) from sessions join accounts on accounts.id = account_id where email = ?',
    email,
  );
}

/**
 * Counts the new passwords that match the stored hash. Signing in would be delayed by the waits after wrong
 * passwords.
 */
async function countThatMatch({ ledger }: RaceTarget, accountId: string): Promise<number> {
  const [row] = await ledger.rows('select password from credentials where account_id = ?', accountId);
  let matching = 0;
  for (let index = 0; index < MANY; index++)
    if (await matchesPassword(`${NEW_PASSWORD} ${index}`, String(row?.password), CHEAPEST_HASH))
      matching += 1;
  return matching;
}
