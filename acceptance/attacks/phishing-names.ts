import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { flood } from './flood.ts';
import { BEHIND_PROXY, clientOf, post, query, seedAccount, signIn } from './visitor.ts';

const PASSWORD = 'three words together';
const NAME = 'URGENT: your bank account is locked, go to https://evil.example/unlock';
const TRIES = 10;
/** The maximum number of invitations that a new account may send in an hour. */
const INVITED_MAX = 3;

export const attack: Attack = {
  name: 'phishing-names',
  guarantee: 'An account with a link for a name puts it into no email, and a new one invites few',
  engines: ['sqlite', 'postgres'],
  async run({ startService, seconds }) {
    const service = await startService({ ...BEHIND_PROXY, LOG_LEVEL: 'error', RATE_LIMIT_SIGNED_IN: '0' });
    let accounts = 0;
    let tried = 0;
    return flood(service, {
      seconds,
      async attack(until) {
        while (Date.now() < until) {
          accounts += 1;
          const email = `phisher-${accounts}@example.com`;
          await seedAccount(service, email, PASSWORD);
          await query(service, 'update accounts set name = $1 where email = $2', [NAME, email]);
          const client = clientOf(accounts);
          const { cookies: cookie } = await signIn(service, email, PASSWORD, { client });
          for (let number = 0; number < TRIES; number += 1) {
            tried += 1;
            const stranger = { email: `stranger-${tried}@example.com`, role: 'viewer' };
            await post(service, '/settings/team', stranger, { client, cookie });
          }
          await wait(500);
        }
        const mails = await query(service, 'select subject, body from mails where recipient like $1', [
          'stranger-%',
        ]);
        const bad = mails.filter(({ subject, body }) =>
          /evil\.|:\/\/evil|^URGENT/.test(`${subject}\n${body}`),
        );
        return {
          held: mails.length > 0 && bad.length === 0 && mails.length <= accounts * INVITED_MAX,
          saw: `${accounts} new accounts tried ${tried} invitations: ${mails.length} sent, ${bad.length} with the link, or the name as subject`,
        };
      },
    });
  },
};
