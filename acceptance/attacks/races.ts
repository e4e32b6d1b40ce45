import { startFakeStripe } from '../../test/support/fake-stripe.ts';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import type { Attack, AttackContext } from './attack.ts';
import { raceAccounts } from './races/accounts.ts';
import { openLedgerTables, openRecordTables } from './races/database.ts';
import { raceDeletions } from './races/deletions.ts';
import { sendHostileValues } from './races/hostile.ts';
import { raceOrganizers } from './races/organizers.ts';
import { returnLicenses } from './races/people.ts';
import { raceStripe } from './races/stripe.ts';
import { openRaceTarget, type RaceTarget } from './races/target.ts';
import { raceVendors } from './races/vendors.ts';

const SETTINGS = {
  ...LIMITS_OFF,
  // Nothing is listening on this port, so every email stays in the outbox with its links.
  SMTP_URL: 'smtp://127.0.0.1:9',
};

/** `RACES=accounts,stripe` runs only these parts. */
const PARTS: Readonly<Record<string, (target: RaceTarget) => Promise<void>>> = {
  accounts: raceAccounts,
  vendors: raceVendors,
  organizers: raceOrganizers,
  deletions: raceDeletions,
  hostile: sendHostileValues,
};

export const attack: Attack = {
  name: 'races',
  guarantee:
    'Whatever many send at once, nothing fails, nothing happens twice, and nobody learns who has an account',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    const chosen = process.env.RACES?.split(',');
    const isChosen = (part: string) => chosen?.includes(part) ?? true;
    const wrong: string[] = [];
    returnLicenses();
    const parts = Object.entries(PARTS).filter(([name]) => isChosen(name));
    if (parts.length > 0)
      wrong.push(
        ...(await withRaceTarget(context, SETTINGS, async (target) => {
          for (const [, run] of parts) await run(target);
        })),
      );
    if (isChosen('stripe')) {
      const stripe = await startFakeStripe();
      const settings = { ...SETTINGS, ...stripe.settings };
      wrong.push(...(await withRaceTarget(context, settings, (target) => raceStripe(target, stripe))));
      await stripe.close();
    }
    return { held: wrong.length === 0, saw: wrong.join('\n       ') || 'all of them held' };
  },
};

/**
 * Runs a function while the service runs on the existing data. Returns the checks that failed, and the
 * reasons in the log.
 */
async function withRaceTarget(
  context: AttackContext,
  settings: Readonly<Record<string, string>>,
  run: (target: RaceTarget) => Promise<void>,
): Promise<string[]> {
  const service = await context.startService(settings);
  const ledger = await openLedgerTables(service);
  const records = await openRecordTables(service);
  try {
    const target = openRaceTarget(service.url, { ledger, records });
    await run(target);
    return [...target.wrong, ...countFailures(service.log)];
  } finally {
    await Promise.all([ledger.close(), records.close()]);
    await service.stop();
  }
}

/** Counts failed requests in the log by kind of error. */
function countFailures(log: readonly Readonly<Record<string, unknown>>[]): string[] {
  const counts = new Map<string, number>();
  for (const { msg, err } of log) {
    if (msg !== 'request failed' && msg !== 'page failed') continue;
    const { message } = Object(err);
    const reason = String(message).slice(0, 120);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `in its log ${count} times: ${reason}`);
}
