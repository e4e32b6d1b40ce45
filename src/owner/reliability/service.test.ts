import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import {
  insertApplication,
  insertEvent,
  openApplicationService,
  TEST_BASE_URL,
} from '../../../test/support/ledger-rows.ts';
import { insertVerifiedClaim, listMails, PELICAN } from '../../../test/support/watch-rows.ts';
import type { ApplicationService } from '../../organizer/applications/service.ts';
import { type ContestService, createContestService } from '../statements/contests/service.ts';
import { findReliability } from './service.ts';

const HOSTILE = 'I was there.\nhttps://evil.example <script>alert(1)</script>';

describeBothEngines('vendor reliability', (open) => {
  let database: TestDatabase;
  let applications: ApplicationService;
  let contests: ContestService;
  let holder: string;
  let claim: string;
  let operator: string;
  let now = new Date('2026-04-11T12:00:00Z');

  beforeEach(async () => {
    now = new Date('2026-04-11T12:00:00Z');
    database = await open();
    const { db, published } = database;
    holder = await insertAccount(db, 'owner@gmail.com');
    claim = await insertVerifiedClaim(db, holder, PELICAN);
    operator = await insertAccount(db);
    applications = openApplicationService(database, { now: () => now });
    contests = createContestService({
      ledgerDb: db,
      registry: published,
      baseUrl: TEST_BASE_URL,
      now: () => now,
      isOperator: async (id) => id === operator,
    });
  });

  /** Approves an application to an event on April 10, by the holder by default. */
  const approved = async (organizer: string, by: string | null = holder, change: object = {}) => {
    const eventId = await insertEvent(database.db, organizer);
    const application = { ...PELICAN, license_number: 'MFD4758801', status: 'approved' };
    const id = await insertApplication(database.db, eventId, {
      ...application,
      holder_account_id: by,
      ...change,
    });
    return { organizer, eventId, id };
  };
  type Applied = Awaited<ReturnType<typeof approved>>;
  const record = ({ organizer, eventId, id }: Applied, outcome: string) =>
    applications.recordOutcome(organizer, eventId, id, outcome);
  const organizerOf = (address: string) => insertAccount(database.db, address);
  const known = async () => {
    const found = await findReliability(database.db, PELICAN);
    return found && [found.status, found.events, found.organizers, found.attended_rate];
  };
  /** Records three events by two organizers, each with this outcome. */
  const enough = async (outcome: string) => {
    const one = await organizerOf('one@gmail.com');
    const two = await organizerOf('two@gmail.com');
    const second = await insertEvent(database.db, one, { starts_at: '2026-04-09T21:00:00.000Z' });
    const id = await insertApplication(database.db, second, {
      ...PELICAN,
      license_number: 'MFD4758801',
      status: 'approved',
      holder_account_id: holder,
    });
    const all = [await approved(one), { organizer: one, eventId: second, id }, await approved(two)];
    for (const each of all) assert.equal(await record(each, outcome), undefined);
    return all as [Applied, Applied, Applied];
  };
  const contest = (applied: Applied, text = HOSTILE) =>
    contests.contest(holder, claim, { application_id: applied.id, text });

  test('is never affected by strangers’ applications, even if they have many outcomes', async () => {
    for (const address of ['a@gmail.com', 'b@outlook.com', 'c@yahoo.com']) {
      const applied = await approved(await organizerOf(address), null);
      assert.equal(await record(applied, 'no_show'), undefined);
    }
    assert.equal(await known(), undefined);
    assert.deepEqual(await listMails(database.db), []);
  });

  test('is known after three outcomes from two organizers, each of which was emailed immediately with a link', async () => {
    await enough('no_show');
    assert.deepEqual(await known(), ['known', 3, 2, 0]);
    const mails = await listMails(database.db);
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      Array(3).fill('owner@gmail.com'),
    );
    for (const { body } of mails) {
      assert.ok(body.includes('“didn’t show up.”') && body.includes('by May 11, 2026'), body);
      assert.ok(body.includes(`${TEST_BASE_URL}/settings/licenses/${claim}/outcomes`));
    }
  });

  test('ends when the holder’s verification ends, and is not inherited by a later holder', async () => {
    const [first] = await enough('no_show');
    await database.db.updateTable('claims').set({ state: 'released' }).where('id', '=', claim).execute();
    assert.equal(await known(), undefined);
    assert.equal(await record(first, 'attended'), undefined);
    assert.equal((await listMails(database.db)).length, 3, 'nobody is told of what cannot count');
    await insertVerifiedClaim(database.db, await organizerOf('next@gmail.com'), PELICAN);
    assert.equal(await known(), undefined);
  });

  test('includes an unclaimed application only after it is confirmed through the holder account’s own address', async () => {
    const organizer = await organizerOf('one@gmail.com');
    const confirm = async (contact_email: string) => {
      const { id } = await approved(organizer, null, { contact_email });
      now = new Date('2026-04-09T12:00:00Z');
      assert.equal(await applications.confirm(id), undefined);
      const { holder_account_id } = await database.db
        .selectFrom('applications')
        .select('holder_account_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return holder_account_id;
    };
    assert.equal(await confirm('owner@gmail.com'), holder);
    assert.equal(await confirm('somebody@gmail.com'), null);
    assert.equal(await confirm('owner+x@gmail.com'), null);
  });

  test('is not affected by an application that is confirmed only after its outcome was recorded', async () => {
    const applied = await approved(await organizerOf('one@gmail.com'), null, {
      contact_email: 'owner@gmail.com',
    });
    now = new Date('2026-04-10T22:00:00Z');
    assert.equal(await record(applied, 'attended'), undefined);
    assert.equal(await record(applied, ''), undefined);
    assert.equal(await applications.confirm(applied.id), undefined);
    assert.equal(await known(), undefined);
  });

  test('a contested outcome does not count until an operator dismisses the contest, and both parties are notified', async () => {
    const [first] = await enough('no_show');
    assert.deepEqual(await contest(first), { ok: true, value: undefined });
    assert.deepEqual(await known(), ['unknown', 2, 2, null]);
    const told = (await listMails(database.db)).filter(({ subject }) => /dispute/.test(subject));
    assert.deepEqual(told.map(({ recipient }) => recipient).sort(), ['one@gmail.com', 'owner@gmail.com']);
    const words = told.find(({ recipient }) => recipient === 'one@gmail.com')?.body ?? '';
    assert.match(words, /^> https:\/\/evil\.example <script>/m);
    assert.equal(
      await contests.answer(first.organizer, first.eventId, first.id, 'Nobody saw the truck.'),
      undefined,
    );
    assert.match(
      (await contests.answer(first.organizer, first.eventId, first.id, 'Really, nobody.')) ?? '',
      /nothing/,
    );
    const [queued] = await contests.listQueue(operator, { offset: 0, rowsMax: 9 });
    assert.deepEqual([queued?.text, queued?.answer], [HOSTILE, 'Nobody saw the truck.']);
    const decide = (decision: string) =>
      contests.decide(operator, queued?.id ?? '', { decision, note: 'We asked the park.' });
    await assert.rejects(contests.decide(holder, queued?.id ?? '', { decision: 'upheld', note: 'x' }));
    assert.equal(await decide('dismissed'), undefined);
    assert.match((await decide('upheld')) ?? '', /just changed/);
    assert.deepEqual(await known(), ['known', 3, 2, 0]);
    const decided = (await listMails(database.db)).filter(({ subject }) => subject.startsWith('We decided'));
    assert.equal(decided.length, 2);
    const again = await contest(first);
    assert.ok(!again.ok && /already/.test(again.errors.text ?? ''));
  });

  test('an organizer who removes a contested outcome and records it again does not evade the contest', async () => {
    const [first] = await enough('no_show');
    await contest(first);
    assert.equal(await record(first, ''), undefined);
    assert.equal(await record(first, 'no_show'), undefined);
    assert.deepEqual(await known(), ['unknown', 2, 2, null]);
    assert.equal(await contests.countQueue(operator), 0);
  });

  test('an outcome can be contested for 30 days, only by the current holder', async () => {
    const [first, second] = await enough('no_show');
    const stranger = await organizerOf('eve@gmail.com');
    await assert.rejects(contests.contest(stranger, claim, { application_id: first.id, text: HOSTILE }));
    await assert.rejects(contests.contest(holder, claim, { application_id: 'x', text: HOSTILE }));
    assert.equal((await contest(first, 'No.')).ok, false);
    now = new Date('2026-05-11T11:59:59Z');
    assert.equal((await contest(first)).ok, true);
    now = new Date('2026-05-11T12:00:00Z');
    const late = await contest(second);
    assert.ok(!late.ok && /has passed/.test(late.errors.text ?? ''));
  });

  test('an outcome that is changed back and forth sends at most ten emails, and further changes are rejected', async () => {
    const applied = await approved(await organizerOf('one@gmail.com'));
    const answers: (string | undefined)[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      now = new Date(now.getTime() + 3_600_000);
      answers.push(await record(applied, turn % 2 === 0 ? 'no_show' : 'attended'));
    }
    assert.deepEqual(
      answers.map((each) => each === undefined),
      Array.from({ length: 30 }, (_, turn) => turn < 10 || turn % 2 === 1),
    );
    assert.equal((await listMails(database.db)).length, 10);
  });

  test('a mailbox is notified of ten outcomes an hour; more are rejected instead of being counted without a notice', async () => {
    const organizer = await organizerOf('one@gmail.com');
    const answers: (string | undefined)[] = [];
    for (let index = 0; index < 12; index += 1)
      answers.push(await record(await approved(organizer), 'no_show'));
    assert.deepEqual(
      answers.map((each) => each === undefined),
      [...Array(10).fill(true), false, false],
    );
    assert.equal((await listMails(database.db)).length, 10);
  });

  test('an outcome that is contested and changed at the same time does not count if its final value is contested', async () => {
    const [first] = await enough('no_show');
    await Promise.all([contest(first), record(first, 'late'), record(first, 'no_show'), contest(first)]);
    const rows = await database.db.selectFrom('outcome_contests').selectAll().execute();
    const { outcome } = await database.db
      .selectFrom('applications')
      .select('outcome')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const counted = (await known())?.[1];
    const isOut = rows.some((each) => each.outcome === outcome);
    assert.equal(counted, isOut ? 2 : 3);
    for (const each of rows) if (each.state === 'open') assert.equal(each.outcome, outcome);
  });
});
