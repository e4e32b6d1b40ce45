import { parseArgs } from 'node:util';
import { type ApiKeyService, createApiKeyService } from '../src/accounts/api-keys/service.ts';
import { insertAccount } from '../test/support/account-rows.ts';
import { startTwoServices } from '../test/support/two-services.ts';

/**
 * Creates a key, revokes it and immediately sends it to two processes of the service, which must both reject
 * it. Every tenth key is used before it is revoked, to catch a process that caches keys. Needs PostgreSQL.
 * Exits with 1 unless every trial passes.
 */
const AT_ONCE = 8;
const USED_BEFORE_EVERY = 10;
const TRIALS_PER_ACCOUNT = 200;
const GIVE_UP_AFTER_MS = 20 * 60_000;
const FAILURES_SHOWN = 20;
const PROGRESS_EVERY = 1_000;

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: process.env.TEST_DATABASE_URL ?? '' },
    trials: { type: 'string', default: '10000' },
  },
});
if (!values.database) throw new Error('Name a PostgreSQL: --database postgres://…');
if (!/^[1-9]\d{0,6}$/.test(values.trials)) throw new Error('Give a whole number: --trials 10000');
const two = await startTwoServices(values.database, {
  RATE_LIMIT_KEYED: '0',
  // This also turns off the limit on wrong keys from one network.
  RATE_LIMIT_ACCOUNT: '0',
});
try {
  await main(Number(values.trials));
} finally {
  await two.stop();
}

async function main(count: number): Promise<void> {
  const keys = createApiKeyService(two.database.db, {
    baseUrl: 'https://vendors.example',
    isFictional: async () => undefined,
    now: () => new Date(),
    log: console,
  });
  const urls = two.services.map(({ url }) => `${url}/api/v1/events`);
  const started = performance.now();
  const outcomes = { passed: 0, failed: 0, accepted: 0 };
  const accounts: string[] = [];
  for (let made = 0; made < count; made += TRIALS_PER_ACCOUNT)
    accounts.push(await insertAccount(two.database.db));
  let next = 0;
  const runTrials = async () => {
    while (next < count && performance.now() - started < GIVE_UP_AFTER_MS) {
      const number = next++;
      const account = accounts[Math.floor(number / TRIALS_PER_ACCOUNT)] ?? '';
      const { before, after } = await tryOnce(keys, account, urls, number);
      const holds = before === 200 && after.every((status) => status === 401);
      outcomes[holds ? 'passed' : 'failed'] += 1;
      outcomes.accepted += after.filter((status) => status === 200).length;
      if (!holds && outcomes.failed <= FAILURES_SHOWN)
        console.error(`trial ${number}: ${before} before it was revoked, ${after.join(' and ')} afterwards`);
      if (process.stderr.isTTY && number % PROGRESS_EVERY === 0) console.error(`${number} of ${count}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runTrials));
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(
    `revoke-trials: ${outcomes.passed} passed, ${outcomes.failed} failed (${count} asked for; ${outcomes.accepted} requests ` +
      `accepted after their key was revoked, on 2 processes) in ${seconds} s`,
  );
  process.exitCode = outcomes.failed > 0 || outcomes.passed < count ? 1 : 0;
}

/**
 * Returns each process's status before the key is revoked (200 if the key is not used) and right afterward.
 */
async function tryOnce(
  keys: ApiKeyService,
  accountId: string,
  urls: readonly string[],
  number: number,
): Promise<{ before: number; after: number[] }> {
  const { id, key } = await keys.create(accountId, `Trial ${number}`);
  const isUsed = number % USED_BEFORE_EVERY === 0;
  const before = isUsed ? await statusOf(urls[0] ?? '', key) : 200;
  if (!(await keys.revoke(accountId, id))) throw new Error('a key that was just made is not there');
  return { before, after: await Promise.all(urls.map((url) => statusOf(url, key))) };
}

async function statusOf(url: string, key: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  return answer.status;
}
