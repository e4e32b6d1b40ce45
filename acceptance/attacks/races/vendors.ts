import {
  insertClaim,
  join,
  joinAsOperator,
  type License,
  numberOf,
  type Person,
  takeLicenses,
} from './people.ts';
import { MANY, type RaceTarget, times, withStatus } from './target.ts';

const LICENSES = '/settings/licenses';
const CHECKOUT = '/api/vendor-pro/checkout';
/** Several rounds are needed, because two requests can collide only for a short moment. */
const CHECKOUT_ROUNDS = 6;

/** Sends claims, replies, disputes, reports and the demo's checkout, each many times at once. */
export async function raceVendors(target: RaceTarget): Promise<void> {
  const operator = await joinAsOperator(target);
  await raceClaims(target, operator);
  await raceCode(target, operator);
  await raceReplies(target, operator);
  await raceDisputes(target, operator);
  await raceCheckout(target);
}

async function raceClaims(target: RaceTarget, operator: Person): Promise<void> {
  const { ledger } = target;
  const [license] = await takeLicenses(target, 1);
  if (!license) throw new Error('no license');
  const number = numberOf(license);
  const owner = await join(target, 'claimant');
  const claim = () => target.post('/claim', { license: number, proof: 'post' }, owner.cookie);
  await target.race('claim, one license by one account', times(MANY, claim), async (answers) => ({
    made: [withStatus(answers, 303), 1],
    claims: [await ledger.count('select count(*) from claims where account_id = ?', owner.id), 1],
  }));
  const ids: string[] = [];
  for (let rival = 0; rival < MANY; rival++)
    ids.push(await insertClaim(ledger, (await join(target, 'rival')).id, license, 'pending'));
  const verify = (id: string) => target.post(`/operator/claims/${id}/verify`, { note: 'x' }, operator.cookie);
  const verified = `select count(*) from claims where license_digits = ? and state = 'verified'`;
  // Proof by document is fast, so several verifications are in progress at once. The license has a different
  // holder than before.
  await ledger.rows(`update claims set proof = 'document' where license_digits = ?`, license.license_digits);
  await target.race(
    'verify, claims of one license',
    ids.map((id) => () => verify(id)),
    async (answers) => ({
      done: [withStatus(answers, 303), 1],
      verified: [await ledger.count(verified, license.license_digits), 1],
    }),
  );
  const [winner] = await ledger.rows(
    `select id, account_id from claims where license_digits = ? and state = 'verified'`,
    license.license_digits,
  );
  const release = () => target.post(`/operator/claims/${winner?.id}/release`, { note: '' }, operator.cookie);
  await target.race('release by an operator, one claim', times(MANY, release), async (answers) => ({
    done: [withStatus(answers, 303), 1],
    'log entries': [
      await ledger.count('select count(*) from operator_log where subject = ?', String(winner?.id)),
      2,
    ],
  }));
}

async function raceCode(target: RaceTarget, operator: Person): Promise<void> {
  const { ledger } = target;
  const [license] = await takeLicenses(target, 1);
  if (!license) throw new Error('no license');
  const owner = await join(target, 'letter');
  await target.post('/claim', { license: numberOf(license), proof: 'post' }, owner.cookie);
  const [row] = await ledger.rows('select id from claims where account_id = ?', owner.id);
  const address = `/operator/claims/${row?.id}/letter`;
  const print = () => target.post(address, { printed: '' }, operator.cookie);
  const letters = await target.race('letter, one claim', times(MANY, print), (answers) => ({
    printed: [withStatus(answers, 200), 1],
  }));
  const page = letters.find(({ status }) => status === 200)?.body ?? '';
  const code = /<strong class="code">([^<]+)</.exec(page)?.[1] ?? '';
  const enter = () => target.post(`${LICENSES}/${row?.id}/code`, { [`code-${row?.id}`]: code }, owner.cookie);
  await target.race('code, the right one', times(MANY, enter), async () => ({
    verified: [
      await ledger.count(`select count(*) from claims where id = ? and state = 'verified'`, String(row?.id)),
      1,
    ],
  }));
}

async function raceReplies(target: RaceTarget, operator: Person): Promise<void> {
  const { ledger } = target;
  const { owner, claim, license } = await openShop(target, 'reply');
  const address = `${LICENSES}/${claim}/reply`;
  const write = (index: number) => target.post(address, { text: `We are open ${index}.` }, owner.cookie);
  const count = (state: string) =>
    ledger.count(
      'select count(*) from replies where license_digits = ? and state = ?',
      license.license_digits,
      state,
    );
  await target.race('reply, one vendor', times(MANY, write), async () => ({
    pending: [await count('pending'), 1],
  }));
  const [pending] = await ledger.rows(
    'select id, vendor_id from replies where license_digits = ?',
    license.license_digits,
  );
  const decide = (decision: string) => () =>
    target.post(`/operator/replies/${pending?.id}`, { decision }, operator.cookie);
  await target.race('publish, one reply', times(MANY, decide('publish')), async (answers) => ({
    done: [withStatus(answers, 303), 1],
    published: [await count('published'), 1],
  }));
  const report = () => target.post(`/vendor/${pending?.vendor_id}/report-reply`, {});
  await target.race('report, one reply', times(3 * MANY, report), async () => ({
    reports: [await ledger.count('select reports from replies where id = ?', String(pending?.id)), 3 * MANY],
  }));
  await target.race(
    'write, publish, withdraw, keep and release of one license',
    [
      ...times(MANY, write),
      ...times(MANY, async () => {
        const [next] = await ledger.rows(
          `select id from replies where license_digits = ? and state = 'pending'`,
          license.license_digits,
        );
        const id = next?.id ?? pending?.id;
        return target.post(`/operator/replies/${id}`, { decision: 'publish' }, operator.cookie);
      }),
      ...times(MANY, decide('keep')),
      ...times(MANY, () => target.post(`${address}/withdraw`, {}, owner.cookie)),
      () => target.post(`${LICENSES}/${claim}/release`, {}, owner.cookie),
    ],
    async () => ({ 'published twice': [Math.max(0, (await count('published')) - 1), 0] }),
  );
}

async function raceDisputes(target: RaceTarget, operator: Person): Promise<void> {
  const { ledger } = target;
  const { owner, claim, license } = await openShop(target, 'dispute');
  const address = `${LICENSES}/${claim}/disputes`;
  const visits = await target.records.rows(
    'select visit_id from visits where license_type = ? and digits = ? order by visit_id',
    license.license_type,
    license.license_digits,
  );
  const open = (visit: number) =>
    target.post(
      address,
      {
        visit_id: String(visits[visit % visits.length]?.visit_id),
        category: '',
        text: 'This visit was of another truck.',
        told_regulator: 'no',
      },
      owner.cookie,
    );
  const openNow = () =>
    ledger.count(
      `select count(*) from disputes where license_digits = ? and state = 'pending_review'`,
      license.license_digits,
    );
  await target.race(
    'dispute, one visit',
    times(MANY, () => open(0)),
    async () => ({ open: [await openNow(), 1] }),
  );
  await target.race('dispute, all visits', times(3 * MANY, open), async () => ({
    'open above the most there may be': [Math.max(0, (await openNow()) - 20), 0],
  }));
  const [first] = await ledger.rows(
    'select id from disputes where license_digits = ? order by created_at, id',
    license.license_digits,
  );
  const answer = () =>
    target.post(
      `/operator/disputes/${first?.id}`,
      { outcome: 'upheld', [`note-${first?.id}`]: 'You are right.' },
      operator.cookie,
    );
  const withdraw = () => target.post(`${address}/${first?.id}/withdraw`, {}, owner.cookie);
  await target.race(
    'answer and withdraw, one dispute',
    [...times(MANY, answer), ...times(MANY, withdraw)],
    async () => ({
      'log entries above one': [
        Math.max(
          0,
          (await ledger.count('select count(*) from operator_log where subject = ?', String(first?.id))) - 1,
        ),
        0,
      ],
    }),
  );
}

async function raceCheckout(target: RaceTarget): Promise<void> {
  const { ledger } = target;
  const live = `select count(*) from subscriptions where account_id = ? and state = 'active'`;
  for (let round = 1; round <= CHECKOUT_ROUNDS; round++) {
    const { owner, claim, license } = await openShop(target, 'buyer');
    const pay = () => target.post(CHECKOUT, { license: numberOf(license), answer: 'pay' }, owner.cookie);
    const mails = () => ledger.count('select count(*) from mails where recipient = ?', owner.email);
    await target.race(`test checkout, one license, round ${round}`, times(3 * MANY, pay), async () => ({
      watches: [await ledger.count(live, owner.id), 1],
      mails: [await mails(), 1],
    }));
    const end = () => target.post(`${LICENSES}/${claim}/portal`, {}, owner.cookie);
    await target.race(`end of a test, one license, round ${round}`, times(MANY, end), async () => ({
      watches: [await ledger.count(live, owner.id), 0],
      mails: [await mails(), 2],
    }));
  }
}

/** Creates a person with a claimed license of their own. */
export async function openShop(
  target: RaceTarget,
  name: string,
): Promise<{ owner: Person; claim: string; license: License }> {
  const [license] = await takeLicenses(target, 1);
  if (!license) throw new Error('no license');
  const owner = await join(target, name);
  return { owner, license, claim: await insertClaim(target.ledger, owner.id, license) };
}
