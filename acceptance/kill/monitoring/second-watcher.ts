import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '../../../src/config.ts';
import { jurisdictionDay } from '../../../src/lib/time/dates.ts';
import { openLedger } from '../../../src/platform/db/open.ts';
import { findPublishedState } from '../../../src/published-state/service.ts';
import { createBookedWatch } from '../../../src/watch/booked/service.ts';
import { runWatch } from '../../../src/watch/paid/service.ts';

/**
 * Repeatedly compares all subscriptions and all vendors with a spot at an event, and writes the daily emails.
 * It runs alongside the service but without the service's lease, so only transactions protect one from the
 * other. Runs until it is killed. With `early`, it compares during the import, so it may see a half-finished
 * import. With `late`, it begins after the import and leaves the first comparisons to the service.
 */
const PAUSE_MS = 10;

const isEarly = process.argv[2] === 'early';
const config = loadConfig(process.env);
const ledger = openLedger(config);
const now = () => new Date();
const log = {
  error: (fields: object, msg: string) => console.log(JSON.stringify({ level: 50, msg, ...fields })),
};
const { baseUrl } = config;
const booked = createBookedWatch({
  ledgerDb: ledger.db,
  engine: ledger.engine,
  registry: ledger.published,
  baseUrl,
  now,
  log,
});
for (;;) {
  if (isEarly || (await findPublishedState(ledger.published.db))?.as_of === jurisdictionDay(now())) {
    await runWatch({
      ledger: ledger.db,
      registry: ledger.published,
      baseUrl,
      now,
      log,
    });
    await booked.look();
    await booked.sendDigests();
  }
  await wait(PAUSE_MS);
}
