import type { Attack, AttackContext, Outcome } from './attack.ts';
import { BEHIND_PROXY, clientOf, post, query, seedAccount, signIn } from './visitor.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'three words together';

/** A stranger keeps entering wrong passwords for an account, to lock its owner out. */
export const attack: Attack = {
  name: 'lockout',
  guarantee: 'Wrong passwords of strangers keep the owner of an account out of nothing',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ startService }: AttackContext): Promise<Outcome> {
  const service = await startService({ ...BEHIND_PROXY, PASSWORD_HASH_COST: '10' });
  await seedAccount(service, EMAIL, PASSWORD);
  const before = await signIn(service, EMAIL, PASSWORD, { client: '198.51.100.1' });
  const device = before.cookies.split('; ').filter((each) => each.includes('.device-'));
  const strangers: number[] = [];
  for (let number = 0; number < 120; number += 1)
    strangers.push((await signIn(service, EMAIL, `guess ${number}`, { client: clientOf(number) })).status);
  const known = await signIn(service, EMAIL, PASSWORD, {
    client: '198.51.100.1',
    cookie: device.join('; '),
  });
  const unknown = await signIn(service, EMAIL, PASSWORD, { client: '203.0.113.9' });
  const form = await post(service, '/forgot-password', { email: EMAIL }, { client: '203.0.113.9' });
  const mails = await query(service, 'select subject from mails where recipient = $1 order by created_at', [
    EMAIL,
  ]);
  const subjects = mails.map(({ subject }) => subject);
  const hasWay =
    unknown.status === 303 || (form.status === 303 && subjects.includes('Choose a new password'));
  return {
    held: known.status === 303 && hasWay && subjects.includes('Failed sign-ins to your account'),
    saw:
      `120 wrong passwords from 120 networks: ${countOf(strangers)}. Then the owner with the right password, ` +
      `in the browser used before: ${known.status}, in another: ${unknown.status}, for a new password: ${form.status}. ` +
      `Mails: ${subjects.join(', ') || 'none'}`,
  };
}

function countOf(statuses: readonly number[]): string {
  return [...new Set(statuses)]
    .map((status) => `${statuses.filter((each) => each === status).length} × ${status}`)
    .join(', ');
}
