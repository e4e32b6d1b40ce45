import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { removeOldCounts } from '../counters/ledger-counts.ts';
import type { OpenLedger } from '../db/database.ts';
import { type MailKind, mayMail, withinLimit } from './recipient-limit.ts';

const START = Date.parse('2026-03-16T15:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describeBothEngines('emails that strangers can trigger', (open) => {
  let database: OpenLedger;
  before(async () => {
    database = await open();
  });
  after(() => database.close());
  const ask = (kind: MailKind, to: string, at: number) => mayMail(database.db, kind, to, new Date(at));
  const allowedAt = async (kind: MailKind, to: string, hours: number, everyMinutes: number) => {
    const allowed: number[] = [];
    for (let minute = 0; minute < hours * 60; minute += everyMinutes)
      if (await ask(kind, to, START + minute * MINUTE_MS)) allowed.push(minute);
    return allowed;
  };

  test('are sent to one address at most three times an hour and ten times a day', async () => {
    const allowed = await allowedAt('sign-up', 'a@example.com', 48, 5);
    for (const minute of allowed) {
      const within = (minutes: number) => allowed.filter((each) => each >= minute && each < minute + minutes);
      assert.ok(within(60).length <= 3 && within(24 * 60).length <= 10, String(minute));
    }
    assert.equal(allowed.length, 20);
    assert.equal(await ask('sign-up', 'b@example.com', START), true);
  });

  test('always include one reset link an hour, so that no one can use up another person’s limit', async () => {
    const allowed = await allowedAt('reset', 'a@example.com', 24, 5);
    assert.equal(allowed.filter((minute) => minute < 60).length, 3);
    const gaps = allowed.slice(1).map((minute, index) => minute - (allowed[index] ?? 0));
    assert.ok(Math.max(...gaps) <= 60);
    assert.ok((allowed.at(-1) ?? 0) >= 23 * 60, 'until the end of the day');
  });

  test('stay within the limit when many are requested at the same time', async () => {
    const asked = Array.from({ length: 40 }, () =>
      database.db.transaction().execute((tx) => mayMail(tx, 'sign-up', 'c@example.com', new Date(START))),
    );
    assert.equal((await Promise.all(asked)).filter(Boolean).length, 3);
  });

  test('are limited per mailbox, even with address tags, when one event causes emails to many people', async () => {
    const many = Array.from({ length: 400 }, (_, index) => ({ to: `d${index}@example.com` }));
    const one = Array.from({ length: 15 }, (_, index) => ({ to: `e+${index}@example.com` }));
    const send = (mails: readonly { to: string }[]) =>
      database.db.transaction().execute((tx) => withinLimit(tx, 'event-changed', mails, new Date(START)));
    assert.deepEqual((await send([...one, ...many])).length, 410);
    assert.deepEqual(await send(one), []);
    assert.equal((await Promise.all([send(many), send([...many].reverse())])).flat().length, 800);
    assert.deepEqual(await send([]), []);
  });

  test('are counted without storing the address, and the counts are removed after a day', async () => {
    const rows = await database.db.selectFrom('kept_counts').selectAll().execute();
    assert.doesNotMatch(JSON.stringify(rows), /example/);
    await removeOldCounts(database.db, new Date(START + 100 * HOUR_MS));
    assert.deepEqual(await database.db.selectFrom('kept_counts').selectAll().execute(), []);
  });
});
