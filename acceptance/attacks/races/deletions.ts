import { applicationForm, decide, eventForm, insertApplication } from './organizers.ts';
import { insertEvent, numberOf, PASSWORD, tokensMailed } from './people.ts';
import type { RaceTarget, Request } from './target.ts';
import { openShop } from './vendors.ts';

const ROUNDS = 8;
const OWNED = ['sessions', 'credentials', 'api_keys', 'events', 'claims', 'replies', 'disputes', 'operators'];

/** Deletes an account while every other action on it is in progress. */
export async function raceDeletions(target: RaceTarget): Promise<void> {
  const { ledger } = target;
  for (let round = 0; round < ROUNDS; round++) {
    const { owner, requests } = await prepare(target);
    const leave = () => target.post('/settings/delete', { delete_password: PASSWORD }, owner.cookie);
    await target.race(
      `delete an account beside all else, round ${round + 1}`,
      [...requests, leave, leave],
      async () => {
        const isGone = (await ledger.count('select count(*) from accounts where id = ?', owner.id)) === 0;
        let left = 0;
        for (const table of isGone ? OWNED : [])
          left += await ledger.count(`select count(*) from ${table} where account_id = ?`, owner.id);
        return { 'rows of a deleted account': [left, 0] };
      },
    );
  }
}

/** Creates an account with an event, applications and a license, and prepares every action on them. */
async function prepare(target: RaceTarget) {
  const { ledger } = target;
  const { owner, claim, license } = await openShop(target, 'leaver');
  const event = await insertEvent(ledger, owner.id);
  const applications = [];
  for (let vendor = 0; vendor < 6; vendor++)
    applications.push(await insertApplication(target, event, 'approved', vendor));
  await ledger.rows('update events set spots_taken = 6 where id = ?', event);
  const { cookie, email } = owner;
  const post = (path: string, form: Record<string, string>) => () => target.post(path, form, cookie);
  const newEmail = `new-${email}`;
  await post('/settings/email', { email: newEmail, email_password: PASSWORD })();
  await target.post('/forgot-password', { email });
  const [moving] = await tokensMailed(ledger, newEmail, '/confirm-new-email');
  const [reset] = await tokensMailed(ledger, email, '/reset-password');
  const address = `/settings/licenses/${claim}`;
  const own = `/organizer/events/${event}`;
  const requests: Request[] = [
    post('/settings/email', { email: newEmail, email_password: PASSWORD }),
    post('/settings/api-keys', { name: 'one', form: crypto.randomUUID() }),
    post('/organizer/events', eventForm),
    post('/organizer/events', eventForm),
    post('/claim', { license: numberOf(license), proof: 'post' }),
    post(`${address}/reply`, { text: 'We are open.' }),
    post('/api/vendor-pro/checkout', { license: numberOf(license), answer: 'pay' }),
    post(`${own}/compliance`, {}),
    post(`${own}/compliance`, {}),
    post(`${own}/cancel`, {}),
    post('/sign-in', { email, password: PASSWORD }),
    post('/sign-in', { email, password: PASSWORD }),
    post('/confirm-new-email', { token: moving ?? '' }),
    post('/reset-password', { token: reset ?? '', password: 'several words in a row' }),
    () => target.post(`/events/${event}/applications`, applicationForm(50)),
    ...applications.map(({ token }, index) => () => {
      const path = index % 2 ? '/application/withdraw' : '/application/confirm';
      return target.post(path, { token });
    }),
    ...applications.map(
      ({ id }, index) =>
        () =>
          decide(target, owner, event, id, index % 2 ? 'declined' : 'waitlisted'),
    ),
  ];
  return { owner, requests };
}
