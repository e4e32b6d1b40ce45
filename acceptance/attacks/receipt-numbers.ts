import { randomUUID } from 'node:crypto';
import { shortNumberOf } from '../../src/lib/text/short-number.ts';
import type { RunningService } from '../support/service.ts';
import type { Attack, AttackContext, Outcome } from './attack.ts';
import { BEHIND_PROXY, clientOf } from './visitor.ts';

const GUESSES = 100_000;
const AT_ONCE = 20;
const LIMIT = 120;

/**
 * Guesses receipt numbers as well as an attacker can: in the right format, with a correct check character.
 */
export const attack: Attack = {
  name: 'receipt-numbers',
  guarantee: 'Nobody finds a receipt by guessing numbers, and one network has at most 120 guesses a minute',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ startService }: AttackContext): Promise<Outcome> {
  const limited = await startService(BEHIND_PROXY);
  const answers = await guess(limited, LIMIT * 3, () => clientOf(1));
  const looked = answers.get(404) ?? 0;
  await limited.stop();
  const service = await startService({ ...BEHIND_PROXY, RATE_LIMIT_VERIFY: '0' });
  const known = await issue(service);
  const found = await ask(service, known, clientOf(1));
  const seen = await guess(service, GUESSES, clientOf);
  const text = [...seen]
    .map(([status, count]) => `${count.toLocaleString('en-US')} answered ${status}`)
    .join(', ');
  return {
    held: found === 200 && seen.size === 1 && seen.get(404) === GUESSES && looked <= LIMIT,
    saw: `a number that was issued answers ${found}; of ${GUESSES.toLocaleString('en-US')} guesses without a limit, ${text}; with it, one network had ${looked} of ${LIMIT * 3} looked up`,
  };
}

/**
 * Sends half of the guesses to the page and half to the API, which share a limit. Counts the responses by
 * status.
 */
async function guess(
  service: RunningService,
  guesses: number,
  client: (number: number) => string,
): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  let next = 0;
  const work = async () => {
    while (next < guesses) {
      const number = next++;
      const status = await ask(service, shortNumberOf(randomUUID()), client(number), number % 2 === 0);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return seen;
}

async function ask(service: RunningService, number: string, client: string, page = true): Promise<number> {
  const answer = await fetch(`${service.url}${page ? '/v/' : '/api/v1/receipts/'}${number}`, {
    headers: { 'x-forwarded-for': client },
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function issue(service: RunningService): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/decision?license_number=MFD5890001`);
  const body = (await answer.json()) as { data: { receipt_number: string } | null };
  if (!body.data) throw new Error(`No decision was made: ${answer.status}.`);
  return body.data.receipt_number;
}
