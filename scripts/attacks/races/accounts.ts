import { insertAccount, join, PASSWORD, tokensMailed } from './people.ts';
import { fingerprint, MANY, type Request, type Scene, times, withStatus } from './scene.ts';

const NEW_PASSWORD = 'several words in a row';

/** Sign-up, links in mails, and the settings, each many times at once. */
export async function raceAccounts(scene: Scene): Promise<void> {
  await raceSignUps(scene);
  await raceConfirmation(scene);
  await raceReset(scene);
  await raceNewEmails(scene);
  await racePasswords(scene);
  await raceAcrossLinks(scene);
}

/** A stranger must not learn from any of them which addresses have an account. */
async function raceSignUps(scene: Scene): Promise<void> {
  const { ledger, wrong } = scene;
  await insertAccount(ledger, 'known@races.example');
  const waiting = { name: 'W', email: 'waiting@races.example', password: PASSWORD };
  await scene.post('/sign-up', waiting);
  const prints = new Map<string, string>();
  const kinds = [
    ['new', 1],
    ['known', 0],
    ['waiting', 1],
  ] as const;
  for (const [kind, links] of kinds) {
    const email = `${kind}@races.example`;
    const already = kind === 'waiting' ? 1 : 0;
    const answers = await scene.race(
      `sign-up, ${kind === 'new' ? 'a new' : kind === 'known' ? 'a known' : 'an unconfirmed'} address`,
      times(MANY, () => scene.post('/sign-up', { name: 'N', email, password: PASSWORD })),
      async () => ({
        accounts: [await ledger.count('select count(*) from accounts where email = ?', email), 1],
        mails: [await countMails(scene, email), MANY + already],
        'links that work': [await countGood(scene, email), links],
      }),
    );
    prints.set(fingerprint(answers), kind);
  }
  if (prints.size > 1) wrong.push(`sign-up tells ${[...prints.values()].join(', ')} addresses apart`);
  const again = [];
  for (const kind of ['nobody', 'known']) {
    const email = `${kind}@races.example`;
    const ask = () => scene.post('/forgot-password', { email });
    again.push(fingerprint(await scene.race(`forgot-password, ${kind}`, times(MANY, ask))));
  }
  if (new Set(again).size > 1) wrong.push('forgot-password tells addresses apart');
}

async function raceConfirmation(scene: Scene): Promise<void> {
  const email = 'confirming@races.example';
  const form = { name: 'N', email, password: PASSWORD };
  await scene.post('/sign-up', form);
  const token = await lastToken(scene, email, '/confirm-email');
  const confirm = () => scene.post('/confirm-email', { token, password: PASSWORD });
  await scene.race('confirm-email, one link', times(MANY, confirm), async (answers) => ({
    'signed in': [withStatus(answers, 303), 1],
    sessions: [await countSessions(scene, email), 1],
  }));
  const [other] = ['contested@races.example'];
  await scene.post('/sign-up', { ...form, email: other });
  const first = await lastToken(scene, other, '/confirm-email');
  await scene.race(
    'confirm-email beside sign-ups of the same address',
    [
      ...times(MANY / 2, () => scene.post('/sign-up', { ...form, email: other })),
      ...times(MANY / 2, () => scene.post('/confirm-email', { token: first, password: PASSWORD })),
    ],
    async () => ({ accounts: [await countAccounts(scene, other), 1] }),
  );
}

async function raceReset(scene: Scene): Promise<void> {
  const { email } = await join(scene, 'reset');
  await scene.post('/forgot-password', { email });
  const token = await lastToken(scene, email, '/reset-password');
  const reset = () => scene.post('/reset-password', { token, password: NEW_PASSWORD });
  await scene.race('reset-password, one link', times(MANY, reset), async (answers) => ({
    done: [withStatus(answers, 303), 1],
    'mails about it': [await countMails(scene, email, '%password%changed%'), 1],
    sessions: [await countSessions(scene, email), 0],
  }));
}

async function raceNewEmails(scene: Scene): Promise<void> {
  const person = await join(scene, 'moving');
  const to = 'moved@races.example';
  const token = await askForNewEmail(scene, person, to);
  const confirm = () => scene.post('/confirm-new-email', { token }, person.cookie);
  await scene.race('confirm-new-email, one link', times(MANY, confirm), async (answers) => ({
    done: [withStatus(answers, 303), 1],
    accounts: [await countAccounts(scene, to), 1],
  }));
  const wanted = 'wanted@races.example';
  const rivals: Request[] = [];
  for (let rival = 0; rival < MANY / 2; rival++) {
    const each = await join(scene, 'rival');
    const token = await askForNewEmail(scene, each, wanted);
    rivals.push(() => scene.post('/confirm-new-email', { token }, each.cookie));
  }
  await scene.race(
    'confirm-new-email of ten accounts beside ten sign-ups, one address',
    [
      ...rivals,
      ...times(MANY / 2, () => scene.post('/sign-up', { name: 'N', email: wanted, password: PASSWORD })),
    ],
    async () => ({ accounts: [await countAccounts(scene, wanted), 1] }),
  );
}

async function racePasswords(scene: Scene): Promise<void> {
  const { email, cookie, id } = await join(scene, 'password');
  const change = (index: number) =>
    scene.post(
      '/settings/password',
      { current_password: PASSWORD, new_password: `${NEW_PASSWORD} ${index}` },
      cookie,
    );
  await scene.race('change-password, one session', times(MANY, change), async () => ({
    passwords: [await scene.ledger.count('select count(*) from credentials where account_id = ?', id), 1],
    'that sign in': [await countThatSignIn(scene, email), 1],
  }));
  const leaving = await join(scene, 'leaving');
  const leave = () => scene.post('/settings/delete', { delete_password: PASSWORD }, leaving.cookie);
  await scene.race('delete-account, one session', times(MANY, leave), async () => ({
    accounts: [await countAccounts(scene, leaving.email), 0],
    'mails about it': [await countMails(scene, leaving.email, '%delet%'), 1],
  }));
}

/** All that one account's links and forms do, at once, each for an account of its own. */
async function raceAcrossLinks(scene: Scene): Promise<void> {
  const requests: Request[] = [];
  const emails: string[] = [];
  for (let person = 0; person < MANY; person++) {
    const each = await join(scene, 'busy');
    const newEmail = await askForNewEmail(scene, each, `new-${each.email}`);
    await scene.post('/forgot-password', { email: each.email });
    const reset = await lastToken(scene, each.email, '/reset-password');
    emails.push(each.email);
    const passwords = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    requests.push(
      () => scene.post('/reset-password', { token: reset, password: NEW_PASSWORD }),
      () => scene.post('/confirm-new-email', { token: newEmail }, each.cookie),
      () => scene.post('/settings/password', passwords, each.cookie),
      () =>
        scene.post('/settings/email', { email: 'x@races.example', email_password: PASSWORD }, each.cookie),
    );
  }
  await scene.race('reset, new address, new password of the same account', requests, async () => ({
    accounts: [
      await scene.ledger.count(
        `select count(*) from accounts where email like 'busy-%' or email like 'new-busy-%'`,
      ),
      emails.length,
    ],
  }));
}

async function askForNewEmail(
  scene: Scene,
  { cookie }: { readonly cookie: string },
  email: string,
): Promise<string> {
  const before = new Set(await tokensMailed(scene.ledger, email, '/confirm-new-email'));
  const asked = await scene.post('/settings/email', { email, email_password: PASSWORD }, cookie);
  if (asked.status !== 303) throw new Error(`no link to ${email}: ${asked.status}`);
  const token = (await tokensMailed(scene.ledger, email, '/confirm-new-email')).find(
    (each) => !before.has(each),
  );
  if (token === undefined) throw new Error(`no link in the mail to ${email}`);
  return token;
}

async function lastToken({ ledger }: Scene, email: string, page: string): Promise<string> {
  const token = (await tokensMailed(ledger, email, page)).at(-1);
  if (token === undefined) throw new Error(`no mail to ${email} leads to ${page}`);
  return token;
}

/** Links of sign-up that the mails to an address hold and that open a form. */
async function countGood(scene: Scene, email: string): Promise<number> {
  const tokens = await tokensMailed(scene.ledger, email, '/confirm-email');
  const pages = await Promise.all(tokens.map((token) => scene.get(`/confirm-email?token=${token}`)));
  return withStatus(pages, 200);
}

function countAccounts({ ledger }: Scene, email: string): Promise<number> {
  return ledger.count('select count(*) from accounts where email = ?', email);
}

function countMails({ ledger }: Scene, to: string, subject = '%'): Promise<number> {
  const like = 'select count(*) from mails where recipient = ? and lower(subject) like ?';
  return ledger.count(like, to, subject);
}

function countSessions({ ledger }: Scene, email: string): Promise<number> {
  return ledger.count(
    'select count(*) from sessions join accounts on accounts.id = account_id where email = ?',
    email,
  );
}

async function countThatSignIn(scene: Scene, email: string): Promise<number> {
  const tries = await Promise.all(
    times(MANY, (index) => scene.post('/sign-in', { email, password: `${NEW_PASSWORD} ${index}` })).map(
      (request) => request(),
    ),
  );
  return withStatus(tries, 303);
}
