import type { RunningService } from '../support/service.ts';
import type { Attack, AttackContext, Outcome } from './attack.ts';
import { BEHIND_PROXY, clientOf, post, seedAccount, signIn } from './visitor.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'three words together';
const GUESSERS = 60;
const DAY_SECONDS = 86_400;
/** The maximum number of guesses per day that all methods together may allow. */
const DAILY_MAX = 200;

/**
 * Guesses passwords as fast as the service responds: from one network, from many networks, and on the
 * settings page with a stolen session.
 */
export const attack: Attack = {
  name: 'guessing',
  guarantee: 'A guesser has at most 200 tries in a day for one account, from however many networks',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ startService, seconds }: AttackContext): Promise<Outcome> {
  const service = await startService({ ...BEHIND_PROXY, PASSWORD_HASH_COST: '10' });
  await seedAccount(service, EMAIL, PASSWORD);
  const { cookies } = await signIn(service, EMAIL, PASSWORD, { client: '198.51.100.1' });
  const bound = Math.min(seconds, 70);
  // If guessing is slowed only by a per-minute limit, one full minute is enough to calculate the guesses per
  // day.
  const [many, session] = await Promise.all([
    guessFor(bound, (number) =>
      signIn(service, EMAIL, `guess ${number}`, { client: clientOf(number % GUESSERS) }),
    ),
    guessFor(bound, (number) => ask(service, cookies, number)),
  ]);
  const perDay = ({ looked, refusedFor }: Guesses) =>
    refusedFor > 3_600 ? looked : Math.round((looked / bound) * DAY_SECONDS);
  const another = await signIn(service, EMAIL, 'another guess', { client: clientOf(5_000) });
  const daily = perDay({ ...many, refusedFor: Number(another.retryAfter) });
  return {
    held: daily <= DAILY_MAX && session.looked <= 7,
    saw:
      `in ${bound} s, ${GUESSERS} networks had ${many.looked} passwords looked at; one more network then had to wait ${another.retryAfter ?? 0} s: ${daily} a day; ` +
      `a stolen session had ${session.looked} looked at, then waited ${session.refusedFor} s`,
  };
}

interface Guesses {
  readonly looked: number;
  /** The longest wait that a response asked for. */
  readonly refusedFor: number;
}

async function guessFor(
  seconds: number,
  guess: (number: number) => Promise<{ status: number; retryAfter: string | null }>,
): Promise<Guesses> {
  const end = performance.now() + seconds * 1_000;
  let looked = 0;
  let refusedFor = 0;
  for (let number = 0; performance.now() < end; number += 1) {
    const { status, retryAfter } = await guess(number);
    if (status === 422) looked += 1;
    refusedFor = Math.max(refusedFor, Number(retryAfter));
    if (status !== 422) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { looked, refusedFor };
}

function ask(service: RunningService, cookie: string, number: number) {
  const typed = { current_password: `guess ${number}`, new_password: 'quite another one' };
  return post(service, '/settings/password', typed, { cookie, client: clientOf(1_000 + number) });
}
