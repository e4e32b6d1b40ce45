import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { type FakeMailServer, type Reply, startFakeMailServer } from '../../../test/support/mail-server.ts';
import type { LedgerDb } from '../db/database.ts';
import { createLogger } from '../log/log.ts';
import { type MailDelivery, startMailDelivery } from './delivery.ts';
import { queueMail } from './outbox.ts';
import { createMailTransport } from './transport.ts';

const START = new Date('2026-03-16T15:00:00Z');
const MINUTE_MS = 60_000;
const MAIL = {
  to: 'jane.doe@trucks.example',
  subject: 'Reset',
  text: 'https://vendors.example/reset?token=s3cret',
};

/** Creates a clock that the test controls. */
function createClock(): { now(): Date; forwardMinutes(minutes: number): void } {
  let time = START.getTime();
  return {
    now: () => new Date(time),
    forwardMinutes(minutes) {
      time += minutes * MINUTE_MS;
    },
  };
}

/**
 * Sets up delivery from the database to `url`. By default, emails are sent only when the test asks for it.
 */
function startDelivery(
  t: TestContext,
  db: LedgerDb,
  options: {
    readonly url: string;
    readonly now: () => Date;
    readonly pollMs?: number;
    readonly cutOff?: AbortSignal;
  },
): { readonly delivery: MailDelivery; readonly lines: string[] } {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });
  const transport = createMailTransport({
    smtpUrl: options.url,
    from: 'no-reply@vendors.example',
    outboxDir: '/nowhere',
    siteUrl: 'https://vendors.example',
    log,
  });
  const { now, pollMs = 3_600_000, cutOff } = options;
  const delivery = startMailDelivery({
    ledgerDb: db,
    transport,
    log,
    now,
    pollMs,
    ...(cutOff && { cutOff }),
  });
  t.after(async () => {
    await delivery.stop();
    transport.close();
  });
  return { delivery, lines };
}

async function startServer(
  t: TestContext,
  options: Parameters<typeof startFakeMailServer>[0] = {},
): Promise<FakeMailServer> {
  const server = await startFakeMailServer(options);
  t.after(() => server.close());
  return server;
}

async function listMails(db: LedgerDb) {
  const mails = await db
    .selectFrom('mails')
    .select(['body', 'attempts', 'sent_at', 'next_attempt_at', 'claimed_until', 'last_error'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return mails.map((mail) => ({ ...mail }));
}

describeBothEngines('delivery of queued email', (open) => {
  test('sends a queued email once and then deletes its body from the database', async (t) => {
    const database = await open();
    const clock = createClock();
    const server = await startServer(t);
    const { delivery, lines } = startDelivery(t, database.db, { url: server.url, now: clock.now });
    await database.db.transaction().execute((tx) => queueMail(tx, MAIL, clock.now()));
    assert.deepEqual([await delivery.deliverDue(), await delivery.deliverDue()], [1, 0]);
    assert.equal(server.arrived.length, 1);
    const read = await PostalMime.parse(server.arrived[0]?.source ?? '');
    assert.deepEqual([read.subject, read.text?.trimEnd()], [MAIL.subject, MAIL.text]);
    assert.deepEqual(await listMails(database.db), [
      {
        body: '',
        attempts: 0,
        sent_at: START.toISOString(),
        next_attempt_at: null,
        claimed_until: null,
        last_error: null,
      },
    ]);
    assert.doesNotMatch(lines.join(''), /jane|s3cret|Reset/);
    await database.close();
  });

  test('does not send emails from a transaction that was rolled back', async (t) => {
    const database = await open();
    const clock = createClock();
    const server = await startServer(t);
    const { delivery } = startDelivery(t, database.db, { url: server.url, now: clock.now });
    const rolledBack = database.db.transaction().execute(async (tx) => {
      await queueMail(tx, MAIL, clock.now());
      throw new Error('rolled back');
    });
    await assert.rejects(rolledBack, /rolled back/);
    assert.equal(await delivery.deliverDue(), 0);
    assert.deepEqual(server.arrived, []);
    await database.close();
  });

  test('retries a temporarily rejected email when the next attempt is due, not earlier', async (t) => {
    const database = await open();
    const clock = createClock();
    let reply: Reply | undefined = { code: 451, text: '4.3.0 <jane.doe@trucks.example> not now' };
    const server = await startServer(t, { onRecipient: () => reply });
    const { delivery, lines } = startDelivery(t, database.db, { url: server.url, now: clock.now });
    await queueMail(database.db, MAIL, clock.now());
    assert.equal(await delivery.deliverDue(), 1);
    const [waiting] = await listMails(database.db);
    assert.match(waiting?.last_error ?? '', /451 4\.3\.0 … not now$/);
    assert.deepEqual(
      [waiting?.attempts, waiting?.next_attempt_at, waiting?.claimed_until, waiting?.body],
      [1, '2026-03-16T15:01:00.000Z', null, MAIL.text],
    );
    clock.forwardMinutes(0.99);
    assert.equal(await delivery.deliverDue(), 0);
    clock.forwardMinutes(0.01);
    assert.equal(await delivery.deliverDue(), 1);
    assert.equal((await listMails(database.db))[0]?.next_attempt_at, '2026-03-16T15:06:00.000Z');
    reply = undefined;
    clock.forwardMinutes(5);
    assert.equal(await delivery.deliverDue(), 1);
    assert.equal(server.arrived.length, 1);
    assert.doesNotMatch(lines.join(''), /jane|s3cret|trucks/);
    await database.close();
  });

  test('stops trying immediately after a permanent rejection, and after three days of temporary ones', async (t) => {
    const database = await open();
    const clock = createClock();
    const reply = { code: 550, text: '5.1.1 jane.doe does not live here' };
    const server = await startServer(t, { onRecipient: () => reply });
    const { delivery, lines } = startDelivery(t, database.db, { url: server.url, now: clock.now });
    await queueMail(database.db, MAIL, clock.now());
    await delivery.deliverDue();
    const [refused] = await listMails(database.db);
    assert.match(refused?.last_error ?? '', /550 5\.1\.1 … does not live here$/);
    const givenUp = { body: '', sent_at: null, next_attempt_at: null, claimed_until: null };
    assert.deepEqual(refused, { ...givenUp, attempts: 1, last_error: refused?.last_error });
    reply.code = 450;
    await queueMail(database.db, MAIL, clock.now());
    for (let hour = 0; hour < 80; hour++) {
      await delivery.deliverDue();
      clock.forwardMinutes(60);
    }
    const mails = await listMails(database.db);
    assert.equal(mails.filter(({ next_attempt_at }) => next_attempt_at === null).length, 2);
    assert.equal(mails.map(({ body }) => body).join(''), '');
    const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    assert.deepEqual(
      errors.map(({ msg }) => msg),
      ['gave up on sending an email', 'gave up on sending an email'],
    );
    assert.equal(await delivery.deliverDue(), 0);
    assert.deepEqual(server.arrived, []);
    await database.close();
  });

  test('holds email while the email server is down and sends it when the server is back up', async (t) => {
    const database = await open();
    const clock = createClock();
    const away = await startFakeMailServer();
    await away.close();
    const { delivery } = startDelivery(t, database.db, { url: away.url, now: clock.now });
    await queueMail(database.db, MAIL, clock.now());
    assert.equal(await delivery.deliverDue(), 1);
    assert.equal((await listMails(database.db))[0]?.next_attempt_at, '2026-03-16T15:01:00.000Z');
    const back = await startServer(t, { port: away.port });
    clock.forwardMinutes(1);
    assert.equal(await delivery.deliverDue(), 1);
    assert.equal(back.arrived.length, 1);
    await database.close();
  });

  test('sends each of 50 emails exactly once with two concurrent deliveries', async (t) => {
    const database = await open();
    const clock = createClock();
    const server = await startServer(t);
    const deliveries = [1, 2].map(
      () => startDelivery(t, database.db, { url: server.url, now: clock.now }).delivery,
    );
    for (let mail = 0; mail < 50; mail++)
      await queueMail(database.db, { ...MAIL, subject: `Mail ${mail}` }, clock.now());
    const taken = await Promise.all(deliveries.map((delivery) => delivery.deliverDue()));
    assert.equal(
      taken.reduce((sum, each) => sum + each),
      50,
    );
    assert.ok(Math.min(...taken) > 0, `both took part: ${taken}`);
    const subjects = server.arrived.map(({ source }) => /^Subject: Mail (\d+)/m.exec(source)?.[1]);
    assert.equal(subjects.length, 50);
    assert.equal(new Set(subjects).size, 50);
    await database.close();
  });

  test('sends an email claimed by a killed process once the claim expires, not earlier', async (t) => {
    const database = await open();
    const clock = createClock();
    const server = await startServer(t);
    const { delivery } = startDelivery(t, database.db, { url: server.url, now: clock.now });
    await queueMail(database.db, MAIL, clock.now());
    const claimed_until = new Date(START.getTime() + 5 * MINUTE_MS).toISOString();
    await database.db.updateTable('mails').set({ claimed_until }).execute();
    clock.forwardMinutes(4.99);
    assert.equal(await delivery.deliverDue(), 0);
    clock.forwardMinutes(0.01);
    assert.equal(await delivery.deliverDue(), 1);
    assert.equal(server.arrived.length, 1);
    await database.close();
  });

  test('does not resend an accepted email that could not be marked as sent at first', async (t) => {
    const database = await open();
    const clock = createClock();
    const server = await startServer(t, {
      async onMessage() {
        await sql`alter table mails rename to away`.execute(database.db);
        return undefined;
      },
    });
    const { delivery, lines } = startDelivery(t, database.db, { url: server.url, now: clock.now });
    await queueMail(database.db, MAIL, clock.now());
    assert.equal(await delivery.deliverDue(), 1);
    assert.equal(await delivery.deliverDue(), 0);
    await sql`alter table away rename to mails`.execute(database.db);
    clock.forwardMinutes(5);
    assert.equal(await delivery.deliverDue(), 1);
    assert.equal((await listMails(database.db))[0]?.sent_at, clock.now().toISOString());
    assert.equal(server.arrived.length, 1);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).msg),
      [
        'could not store the result of sending an email',
        'the email queue could not be read; trying again',
        'the email queue can be read again',
        'email sent',
      ],
    );
    await database.close();
  });

  test('sends a queued email automatically, even after the database has failed once', async (t) => {
    const database = await open();
    const clock = createClock();
    const arrival = Promise.withResolvers<void>();
    const failure = Promise.withResolvers<void>();
    const server = await startServer(t, { onMessage: () => void arrival.resolve() });
    await sql`alter table mails rename to away`.execute(database.db);
    const { lines } = startDelivery(t, database.db, { url: server.url, now: clock.now, pollMs: 1 });
    lines.push = () => {
      failure.resolve();
      return 0;
    };
    await failure.promise;
    await sql`alter table away rename to mails`.execute(database.db);
    await queueMail(database.db, MAIL, clock.now());
    await arrival.promise;
    assert.equal(server.arrived.length, 1);
  });

  test('stops after one log line if emails cannot be claimed, and sends all of them later', async (t) => {
    const database = await open();
    const clock = createClock();
    const server = await startServer(t);
    const { delivery, lines } = startDelivery(t, database.db, { url: server.url, now: clock.now });
    for (let mails = 0; mails < 31; mails += 1) await queueMail(database.db, MAIL, clock.now());
    await sql`alter table mails rename column body to away`.execute(database.db);
    assert.equal(await delivery.deliverDue(), 0);
    assert.equal(lines.length, 1);
    await sql`alter table mails rename column away to body`.execute(database.db);
    assert.equal(await delivery.deliverDue(), 31);
    await database.close();
  });

  test('logs a database outage when it begins and when it ends', async (t) => {
    const database = await open();
    const clock = createClock();
    const server = await startServer(t);
    const { delivery, lines } = startDelivery(t, database.db, { url: server.url, now: clock.now });
    await sql`alter table mails rename to mails_away`.execute(database.db);
    for (let times = 0; times < 3; times += 1) await delivery.deliverDue();
    await sql`alter table mails_away rename to mails`.execute(database.db);
    await delivery.deliverDue();
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).msg),
      ['the email queue could not be read; trying again', 'the email queue can be read again'],
    );
    await database.close();
  });

  test('finishes the emails in progress when it stops, and does not start others', async (t) => {
    const database = await open();
    const clock = createClock();
    const arrival = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const server = await startServer(t, {
      async onMessage() {
        arrival.resolve();
        await release.promise;
        return undefined;
      },
    });
    const { delivery } = startDelivery(t, database.db, { url: server.url, now: clock.now });
    for (let mail = 0; mail < 10; mail++) await queueMail(database.db, MAIL, clock.now());
    const running = delivery.deliverDue();
    await arrival.promise;
    const stopping = delivery.stop();
    release.resolve();
    await stopping;
    const taken = await running;
    assert.ok(taken >= 1 && taken <= 3, `${taken} under way`);
    const sent = (await listMails(database.db)).filter(({ sent_at }) => sent_at !== null);
    assert.deepEqual([sent.length, server.arrived.length], [taken, taken]);
    assert.equal(await delivery.deliverDue(), 0);
    await database.close();
  });

  test('leaves an email in the queue if stopping interrupts it, and sends it after the next start', async (t) => {
    const database = await open();
    const clock = createClock();
    const arrival = Promise.withResolvers<void>();
    const never = Promise.withResolvers<undefined>();
    let silent = true;
    const server = await startServer(t, {
      onMessage() {
        arrival.resolve();
        return silent ? never.promise : undefined;
      },
    });
    const cutOff = new AbortController();
    const { delivery, lines } = startDelivery(t, database.db, {
      url: server.url,
      now: clock.now,
      cutOff: cutOff.signal,
    });
    await queueMail(database.db, MAIL, clock.now());
    const [queued] = await listMails(database.db);
    const running = delivery.deliverDue();
    await arrival.promise;
    const stopping = delivery.stop();
    cutOff.abort();
    await Promise.all([stopping, running]);
    assert.deepEqual(await listMails(database.db), [queued]);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).msg),
      ['email interrupted while stopping; it stays in the queue'],
    );
    silent = false;
    const next = startDelivery(t, database.db, { url: server.url, now: clock.now });
    assert.equal(await next.delivery.deliverDue(), 1);
    assert.equal((await listMails(database.db))[0]?.sent_at, clock.now().toISOString());
    const ids = server.arrived.map(({ source }) => /^Message-ID: (.*)\r$/m.exec(source)?.[1]);
    assert.deepEqual(
      [ids.length, new Set(ids).size],
      [2, 1],
      'the server may have it twice, under one Message-ID',
    );
    never.resolve(undefined);
    await database.close();
  });
});
