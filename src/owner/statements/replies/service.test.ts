import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { TestDatabase } from '../../../../test/support/engines.ts';
import { describeBothEngines } from '../../../../test/support/engines.ts';
import {
  insertClaim,
  openStatements,
  releaseClaim,
  STATEMENTS_NOW,
  type StatementBench,
  vendorOfTruck,
} from '../../../../test/support/vendor-statements.ts';
import { AppError } from '../../../http/errors/errors.ts';
import type { LedgerSchema } from '../../../platform/db/schema/schema-ledger.ts';
import { upsertRows } from '../../../platform/db/upsert.ts';
import { withdrawReleased } from '../service.ts';
import { readReplyText } from '../statement-forms.ts';
import { REPLY, REPLY_STATES, type ReplyState } from '../statement-kinds.ts';
import { findPublishedReply } from './service.ts';

const NOT_FOUND = (error: unknown) => error instanceof AppError && error.code === 'not_found';

test('control characters and direction marks are removed from a reply', () => {
  assert.deepEqual(readReplyText(' a\u0000b\u202ec\r\n\r\n\r\n\r\n<b>d</b>\u0007 '), {
    ok: true,
    value: ' a b c\n\n<b>d</b>',
  });
  assert.equal(readReplyText('\u0000 \n\u200e').ok, false);
  assert.equal(readReplyText('x'.repeat(1_000)).ok, true);
  assert.equal(readReplyText('x'.repeat(1_001)).ok, false);
});

describeBothEngines('replies', (open) => {
  let database: TestDatabase;
  let bench: StatementBench;
  before(async () => {
    database = await open();
    // The clock advances each time it is read, so that later replies are newer.
    let instant = STATEMENTS_NOW().getTime();
    bench = await openStatements(database, () => new Date(instant++));
  });
  after(() => database.close());

  const own = () => bench.replies.getOwn(bench.owner, bench.claim);
  const publishedText = async () => (await findPublishedReply(database.db, vendorOfTruck(1)))?.text;
  const rows = () => database.db.selectFrom('replies').select(['id', 'state', 'reports']).execute();
  const mails = () => database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).execute();
  const clear = async () => {
    for (const table of ['replies', 'mails', 'operator_log'] as const)
      await database.db.deleteFrom(table).execute();
  };
  const write = async (text: string) => {
    assert.equal((await bench.replies.write(bench.owner, bench.claim, text)).ok, true);
    return (await own()).pending?.id ?? '';
  };
  const decide = (id: string, decision: string, note = 'Because.', operator = bench.operator) =>
    bench.replies.decide(operator, id, { decision, note });
  const publish = async (text: string) => {
    const id = await write(text);
    assert.equal(await decide(id, 'publish', ''), undefined);
    return id;
  };

  test('a reply is not shown until an operator publishes it, and the vendor is then notified', async () => {
    await clear();
    const id = await write('We fixed it.');
    assert.equal(await publishedText(), undefined);
    assert.equal(await decide(id, 'publish', 'Thank you.'), undefined);
    assert.equal(await publishedText(), 'We fixed it.');
    const [mail] = await mails();
    assert.deepEqual([mail?.recipient, mail?.subject], ['owner@trucks.example', 'Your reply is published']);
    assert.match(mail?.body ?? '', /> Thank you\./);
  });

  test('an account can write at most 200 replies about one license, even if several arrive at the same time', async () => {
    await clear();
    const id = await write('Once more.');
    await bench.replies.withdraw(bench.owner, bench.claim);
    const [row] = await database.db.selectFrom('replies').selectAll().where('id', '=', id).execute();
    assert.ok(row);
    const copies = Array.from({ length: 198 }, () => ({ ...row, id: randomUUID() }));
    await upsertRows<LedgerSchema, 'replies'>(database.db, 'replies', ['id'], copies);
    const written = await Promise.all(
      [1, 2, 3].map((each) => bench.replies.write(bench.owner, bench.claim, `At once ${each}.`)),
    );
    const refused = written.flatMap((each) => (each.ok ? [] : [each.errors.text]));
    assert.equal((await rows()).length, 200);
    assert.ok(refused.length >= 2);
    for (const text of refused) assert.match(text ?? '', /written 200 replies/);
  });

  test('a new text waits while the published text remains visible, and replaces that text when it is published', async () => {
    await clear();
    await publish('First.');
    await write('Second.');
    const id = await write('Third.');
    assert.equal(await publishedText(), 'First.');
    assert.deepEqual(
      (await bench.replies.listQueue(bench.operator)).map(({ text, replaces, vendor_name }) => [
        text,
        replaces,
        vendor_name,
      ]),
      [['Third.', 'First.', 'TRUCK 1']],
    );
    await decide(id, 'publish');
    assert.equal(await publishedText(), 'Third.');
    assert.deepEqual((await rows()).map(({ state }) => state).sort(), ['published', 'replaced']);
  });

  test('a rejected text is not shown; the vendor sees the reason, and the published text remains visible', async () => {
    await clear();
    await publish('First.');
    const id = await write('Second.');
    assert.equal(typeof (await decide(id, 'reject', ' ')), 'string', 'needs a note');
    assert.equal(await decide(id, 'reject', 'Names a guest.'), undefined);
    assert.equal(await publishedText(), 'First.');
    assert.equal((await own()).rejected?.note, 'Names a guest.');
  });

  test('a decision on a reply that was replaced in the meantime gets not_found', async () => {
    await clear();
    const id = await write('First.');
    await write('Second.');
    await assert.rejects(decide(id, 'publish'), NOT_FOUND);
  });

  test('if two operators decide concurrently, one gets an error, and only one email and one log entry are written', async () => {
    await clear();
    const id = await write('First.');
    const told = await Promise.all([
      decide(id, 'publish', '', bench.operator),
      decide(id, 'reject', 'No.', bench.operator2),
    ]);
    assert.equal(told.filter((each) => each === undefined).length, 1);
    assert.equal((await mails()).length, 1);
    const log = await database.db.selectFrom('operator_log').select(['subject', 'detail']).execute();
    assert.deepEqual(
      log.map(({ subject, detail }) => [subject, detail]),
      [[id, `vendor ${vendorOfTruck(1)}`]],
    );
  });

  test('decisions and withdrawals are possible only in the states that the rules list', async () => {
    const setState = (id: string, state: ReplyState) =>
      database.db.updateTable('replies').set({ state, reports: 3 }).where('id', '=', id).execute();
    for (const from of REPLY_STATES) {
      for (const [decision, rule] of Object.entries(REPLY.decisions)) {
        await clear();
        const id = await write('Text.');
        await setState(id, from);
        const refusal = await decide(id, decision);
        assert.equal(refusal === undefined, rule.from === from, `${from}: ${decision}`);
        assert.deepEqual(
          (await rows()).map(({ state }) => state),
          [rule.from === from ? rule.to : from],
        );
      }
      await clear();
      const id = await write('Text.');
      await setState(id, from);
      await bench.replies.withdraw(bench.owner, bench.claim);
      const withdrawn = from === 'pending' || from === 'published';
      assert.deepEqual(
        (await rows()).map(({ state }) => state),
        [withdrawn ? 'withdrawn' : from],
      );
    }
  });

  test('three reports return a published reply to the queue; if the reply is kept, it returns only after three more reports', async () => {
    await clear();
    const id = await publish('First.');
    const queued = async () => (await bench.replies.listQueue(bench.operator)).length;
    const counts = [];
    for (let times = 0; times < 3; times++) {
      await bench.replies.report(vendorOfTruck(1));
      counts.push(await queued());
    }
    assert.deepEqual(counts, [0, 0, 1]);
    assert.equal(await decide(id, 'keep', ''), undefined);
    assert.equal(typeof (await decide(id, 'keep', '')), 'string', 'by somebody else, just before');
    assert.deepEqual([await queued(), await publishedText()], [0, 'First.']);
    await decide(id, 'take_down', 'Advertising.');
    assert.equal(await publishedText(), undefined);
    await assert.rejects(bench.replies.report(vendorOfTruck(1)), NOT_FOUND);
    for (const made of ['x', '\u0000', vendorOfTruck(2)])
      await assert.rejects(bench.replies.report(made), NOT_FOUND);
  });

  test('releasing a claim takes the reply down immediately, and a new claim does not restore it', async () => {
    await clear();
    await publish('First.');
    await write('Second.');
    await releaseClaim(database.db, bench.claim);
    assert.equal(await publishedText(), undefined);
    await assert.rejects(bench.replies.getPublished(vendorOfTruck(1)), NOT_FOUND);
    await assert.rejects(bench.replies.report(vendorOfTruck(1)), NOT_FOUND);
    assert.deepEqual(await bench.replies.listQueue(bench.operator), []);
    const [pending] = (await rows()).filter(({ state }) => state === 'pending');
    assert.equal(typeof (await decide(pending?.id ?? '', 'publish')), 'string');
    assert.equal(await withdrawReleased(database.db, REPLY, STATEMENTS_NOW()), 2);
    bench = { ...bench, claim: await insertClaim(database.db, bench.owner, 1) };
    assert.equal(await publishedText(), undefined);
    assert.equal(await withdrawReleased(database.db, REPLY, STATEMENTS_NOW()), 0);
  });

  test('only a verified owner can write replies, and only operators can decide on them', async () => {
    await clear();
    const id = await write('Mine.');
    const pending = await insertClaim(database.db, bench.owner, 3, 'pending');
    for (const claim of [bench.otherClaim, pending, 'x', '\u0000']) {
      await assert.rejects(bench.replies.getOwn(bench.owner, claim), NOT_FOUND);
      await assert.rejects(bench.replies.write(bench.owner, claim, 'Text.'), NOT_FOUND);
      await assert.rejects(bench.replies.withdraw(bench.owner, claim), NOT_FOUND);
    }
    await assert.rejects(decide(id, 'publish', '', bench.owner), NOT_FOUND);
    await assert.rejects(bench.replies.listQueue(bench.owner), NOT_FOUND);
    for (const made of ['x', '\u0000', '5c1c8b9e-7d64-4b0e-8a51-0d6d5f9f2aff'])
      await assert.rejects(decide(made, 'publish'), NOT_FOUND);
    assert.equal(typeof (await decide(id, 'constructor')), 'string');
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      ['pending'],
    );
  });

  test('a decision and its email succeed together: if the email cannot be queued, nothing changes', async () => {
    await clear();
    const id = await write('First.');
    await database.db.schema.alterTable('mails').renameTo('mails_away').execute();
    await assert.rejects(decide(id, 'publish'));
    await database.db.schema.alterTable('mails_away').renameTo('mails').execute();
    assert.equal(await publishedText(), undefined);
    assert.equal((await own()).pending?.id, id);
  });

  test('a form submitted several times at once creates only one pending reply', async () => {
    await clear();
    await Promise.all(
      ['One.', 'Two.', 'Three.'].map((text) => bench.replies.write(bench.owner, bench.claim, text)),
    );
    assert.equal((await rows()).length, 1);
  });
});
