import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { describePlaces } from '../../../test/support/place.ts';
import { inspectionRow, licenseRow } from '../../../test/support/regulator-files.ts';
import {
  insertSubscription,
  insertVerifiedClaim,
  listMails,
  PELICAN,
  publishDay,
} from '../../../test/support/watch-rows.ts';
import { addDays } from '../../lib/time/dates.ts';
import type { OpenLedger, PublishedDb } from '../../platform/db/database.ts';
import { migrateLedger } from '../../platform/db/migrate.ts';
import { runWatch } from './service.ts';

/** An upper bound on the number of statements that a check runs. */
const STATEMENTS_MAX = 12;
const FORMER = { licenseeName: 'PELICAN MOBILE FOODS LLC', expiresOn: '2026-06-01' };
const PRESENT = { licenseeName: 'HERON MOBILE FOODS LLC', expiresOn: '2027-06-01' };

describePlaces('a check during a publication', (place) => {
  let ledger: OpenLedger;
  let reading: OpenLedger;
  let publishing: OpenLedger;

  before(async () => {
    ledger = place().openLedger();
    reading = place().openLedger();
    publishing = place().openLedger();
    await migrateLedger(ledger);
    const account = await insertAccount(ledger.db, 'truck@vendor.example');
    await insertVerifiedClaim(ledger.db, account, PELICAN);
    await insertSubscription(ledger.db, account, PELICAN);
  });
  after(async () => {
    for (const each of [ledger, reading, publishing]) await each.close();
  });

  const look = (day: string, db: PublishedDb) => {
    reading.published.askAgain();
    return runWatch({
      ledger: ledger.db,
      registry: { db, engine: reading.published.engine },
      baseUrl: 'https://vendors.example',
      now: () => new Date(`${day}T15:00:00Z`),
      log: { error: (fields) => assert.fail(JSON.stringify(fields)) },
    });
  };
  const publish = (day: string, fields: typeof FORMER) =>
    publishDay(publishing, { day, licenses: [licenseRow(fields)], visits: [inspectionRow()] });
  /** Returns the registry with a callback that runs after the given statement. */
  const reader = (statement: number, happens: () => Promise<unknown>) => {
    let statements = 0;
    const db = reading.published.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1;
        if (statements === statement) await happens();
        return result;
      },
    });
    return { db, count: () => statements };
  };

  test('reads from only one publication, even if the next one arrives, and emails the whole change once', async () => {
    let asked = 1;
    let day = '2026-03-16';
    for (let statement = 1; statement <= asked; statement++) {
      for (const table of ['watched_licenses', 'watch_mails', 'mails'] as const)
        await ledger.db.deleteFrom(table).execute();
      await publish(day, FORMER);
      assert.equal((await look(day, reading.published.db)).baselines, 1);
      day = addDays(day, 1);
      const registry = reader(statement, () => publish(day, PRESENT));
      await look(day, registry.db);
      asked = registry.count();
      assert.ok(asked >= 2 && asked <= STATEMENTS_MAX);
      await look(day, reading.published.db);
      const bodies = (await listMails(ledger.db)).map(({ body }) => body);
      assert.equal(bodies.length, 1);
      for (const part of ['License holder', 'License expires'])
        assert.ok(bodies[0]?.includes(part), `published after statement ${statement}: ${bodies[0]}`);
      day = addDays(day, 1);
    }
  });
});
