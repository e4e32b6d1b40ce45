import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { countStatements } from '../../../test/support/count-statements.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { createDeprecationService } from './service.ts';

const BASE_URL = 'https://vendors.example';
/** Late evening in Florida, when it is already the next day in UTC. */
const NOW = new Date('2026-03-17T02:00:00Z');
const SUNSET = '2026-06-14';

describeBothEngines('notifying accounts that a version ends', (open) => {
  let database: TestDatabase;
  let db: LedgerDb;

  beforeEach(async () => {
    database = await open();
    db = database.db;
  });
  afterEach(() => database.close());

  const service = (batchSize = 2, now = NOW, over = db) =>
    createDeprecationService({ ledgerDb: over, baseUrl: BASE_URL, now: () => now, batchSize });
  const notified = async () =>
    (await db.selectFrom('mails').select('recipient').execute()).map((m) => m.recipient);
  let keys = 0;
  const addKey = async (email: string, columns: { revoked_at?: string; created_at?: string } = {}) => {
    const known = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst();
    const account_id = known?.id ?? (await insertAccount(db, email));
    const made = { id: `key${keys++}`, account_id, name: 'A key', secret_sha256: 'none' };
    const dates = { created_at: '2026-03-01T12:00:00.000Z', last_used_at: null, revoked_at: null };
    await db
      .insertInto('api_keys')
      .values({ ...made, ...dates, ...columns })
      .execute();
  };

  test('each account with an active key gets one email, even if it has several keys, and other accounts get none', async () => {
    const revoked_at = '2026-03-02T12:00:00.000Z';
    for (const name of ['a', 'b', 'c', 'd', 'e']) await addKey(`${name}@events.example`);
    await addKey('a@events.example');
    await addKey('b@events.example', { revoked_at });
    await addKey('revoked@events.example', { revoked_at });
    await insertAccount(db, 'without@events.example');
    const done = await service().announce('v1', SUNSET);
    assert.deepEqual(done, { version: 'v1', sunset_on: SUNSET, accounts: 5, notified_before: 0 });
    assert.deepEqual(
      (await notified()).sort(),
      ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@events.example`),
    );
    const { body, subject } = await db
      .selectFrom('mails')
      .select(['body', 'subject'])
      .limit(1)
      .executeTakeFirstOrThrow();
    assert.equal(subject, 'Version v1 of the Vendor Compliance API ends on June 14, 2026');
    for (const part of ['/api/v1/', 'June 14, 2026', `${BASE_URL}/docs`, 'What to do', 'Why you get this'])
      assert.ok(body.includes(part), part);
    assert.doesNotMatch(body, /<|undefined|later day than/);
  });

  test('an end date 89 days away in Florida time is rejected without writing anything, and one 90 days away is accepted', async () => {
    await addKey('a@events.example');
    await assert.rejects(service().announce('v1', '2026-06-13'), /less than 90 days away/);
    await assert.rejects(service().announce('v2', SUNSET), /no version "v2"/);
    assert.deepEqual([await notified(), await service().find('v1')], [[], undefined]);
    await service().announce('v1', SUNSET);
    assert.deepEqual(await notified(), ['a@events.example']);
  });

  test('a plan counts the accounts but writes nothing', async () => {
    await addKey('a@events.example');
    const plan = await service().plan('v1', SUNSET);
    assert.deepEqual([plan.accounts, plan.notified_before], [1, 0]);
    assert.deepEqual([await notified(), await service().find('v1')], [[], undefined]);
    await assert.rejects(service().plan('v1', '2026-06-13'), /less than 90 days away/);
  });

  test('a run that failed mid-batch can be repeated without duplicating or skipping an email', async () => {
    const everybody = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@events.example`);
    for (const email of everybody) await addKey(email);
    const ids = await db.selectFrom('accounts').select(['id', 'email']).orderBy('id').execute();
    const unlucky = ids[2]?.email ?? '';
    // The database rejects the email to one account in the second batch after the notices are written.
    await refuseMailsTo(database, unlucky);
    await assert.rejects(service().announce('v1', SUNSET));
    assert.equal((await notified()).length, 2);
    const notices = await db.selectFrom('deprecation_notices').select('account_id').execute();
    assert.equal(notices.length, 2, 'notice and mail together or not at all');
    await refuseMailsTo(database, 'nobody');
    const done = await service().announce('v1', SUNSET);
    assert.deepEqual([done.accounts, done.notified_before], [3, 2]);
    assert.deepEqual((await notified()).sort(), everybody);
    assert.equal((await service().announce('v1', SUNSET)).accounts, 0);
    assert.equal((await notified()).length, 5);
  });

  test('two concurrent runs send each email once', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await addKey(`${name}@events.example`);
    const runs = await Promise.all([1, 2].map(() => service(1).announce('v1', SUNSET)));
    assert.equal(
      runs.reduce((sum, { accounts }) => sum + accounts, 0),
      5,
    );
    assert.equal((await notified()).length, 5);
    assert.equal(new Set(await notified()).size, 5);
  });

  test('an account that gets its first key later is notified by the next run, even with less than 90 days left', async () => {
    await addKey('a@events.example');
    await service().announce('v1', SUNSET);
    await addKey('new@events.example', { created_at: '2026-05-01T12:00:00.000Z' });
    const done = await service(2, new Date('2026-05-02T12:00:00Z')).announce('v1', SUNSET);
    assert.equal(done.accounts, 1);
    assert.deepEqual((await notified()).sort(), ['a@events.example', 'new@events.example']);
  });

  test('if an account with an older key was missed, the same date is rejected once fewer than 90 days are left, and a later date is required', async () => {
    for (const name of ['a', 'b', 'c']) await addKey(`${name}@events.example`);
    const [, , third] = await db.selectFrom('accounts').select(['id', 'email']).orderBy('id').execute();
    await refuseMailsTo(database, third?.email ?? '');
    await assert.rejects(service().announce('v1', SUNSET));
    await refuseMailsTo(database, 'nobody');
    const nextDay = service(2, new Date('2026-03-18T12:00:00Z'));
    await assert.rejects(
      nextDay.announce('v1', SUNSET),
      /^Error: Not notified when .* was announced: 1 account with a key\. .* 2026-06-16 at the earliest/,
    );
    assert.equal((await notified()).length, 2);
    assert.equal((await nextDay.announce('v1', '2026-06-16')).accounts, 3);
  });

  test('if an account that got a key between two announcements missed the second, that date is also rejected with fewer than 90 days left', async () => {
    await addKey('a@events.example');
    await service().announce('v1', SUNSET);
    await addKey('between@events.example', { created_at: '2026-03-20T12:00:00.000Z' });
    await refuseMailsTo(database, 'between@events.example');
    const moving = service(2, new Date('2026-04-01T12:00:00Z'));
    await assert.rejects(moving.announce('v1', '2026-06-30'));
    await refuseMailsTo(database, 'nobody');
    await assert.rejects(
      service(3, new Date('2026-04-02T12:00:00Z')).announce('v1', '2026-06-30'),
      /^Error: Not notified when 2026-06-30 was announced: 2 accounts with a key\./,
    );
    await moving.announce('v1', '2026-06-30');
    assert.equal((await notified()).length, 3);
  });

  test('a later date is announced to every account again, an earlier date is rejected, and the first announcement keeps its time', async () => {
    await addKey('a@events.example');
    await service().announce('v1', SUNSET);
    await assert.rejects(service().announce('v1', '2026-06-13'), /can only be moved to a later day/);
    const later = service(2, new Date('2026-04-01T12:00:00Z'));
    assert.equal((await later.announce('v1', '2026-09-30')).accounts, 1);
    const mails = await db.selectFrom('mails').select(['subject', 'body']).orderBy('created_at').execute();
    assert.equal(mails.length, 2);
    assert.match(mails[1]?.subject ?? '', /^New date: .* September 30, 2026$/);
    assert.match(mails[1]?.body ?? '', /a later day than the one announced before/);
    const found = await later.find('v1');
    assert.deepEqual([found?.announced_at, found?.sunset_on], [NOW.toISOString(), '2026-09-30']);
    await assert.rejects(later.announce('v1', SUNSET), /can only be moved/);
    const log = await db.selectFrom('operator_log').select(['action', 'subject', 'detail']).execute();
    assert.deepEqual(log.map(({ detail }) => detail).sort(), [SUNSET, '2026-09-30']);
  });

  describe('emails that the service sends automatically', () => {
    const LATER = new Date('2026-05-02T12:00:00Z');
    const newKey = { created_at: '2026-05-01T12:00:00.000Z' };
    const NOTHING = { notified: 0, unreached: 0 };

    test('an account that gets its first key after the announcement is notified once, with the reason, even by concurrent processes', async () => {
      assert.deepEqual(await service(2, LATER).sendMissingNotices(), NOTHING);
      await addKey('a@events.example');
      await service().announce('v1', SUNSET);
      await addKey('a@events.example', newKey);
      for (const name of ['x', 'y', 'z']) await addKey(`${name}@events.example`, newKey);
      await addKey('revoked@events.example', { ...newKey, revoked_at: '2026-05-01T13:00:00.000Z' });
      const runs = await Promise.all([1, 2, 3].map(() => service(1, LATER).sendMissingNotices()));
      assert.equal(
        runs.reduce((sum, each) => sum + each.notified, 0),
        3,
      );
      const everybody = ['a', 'x', 'y', 'z'].map((name) => `${name}@events.example`);
      assert.deepEqual((await notified()).sort(), everybody);
      assert.deepEqual(await service(2, LATER).sendMissingNotices(), NOTHING);
      const mails = await db.selectFrom('mails').select(['recipient', 'body']).execute();
      for (const { recipient, body } of mails) {
        const isNew = recipient !== 'a@events.example';
        assert.equal(body.includes('made after this was announced on March 16, 2026'), isNew, recipient);
        assert.equal(body.includes('at least 90 days before'), !isNew, recipient);
      }
    });

    test('new accounts are notified until the end of the last day, but not after it', async () => {
      await service().announce('v1', SUNSET);
      await addKey('late@events.example', newKey);
      assert.deepEqual(await service(2, new Date('2026-06-15T04:00:00Z')).sendMissingNotices(), NOTHING);
      assert.deepEqual(await service(2, new Date('2026-06-15T03:59:00Z')).sendMissingNotices(), {
        notified: 1,
        unreached: 0,
      });
    });

    test('an interrupted announcement is completed while 90 days are left', async () => {
      for (const name of ['a', 'b', 'c']) await addKey(`${name}@events.example`);
      const [, , third] = await db.selectFrom('accounts').select('email').orderBy('id').execute();
      await refuseMailsTo(database, third?.email ?? '');
      await assert.rejects(service().announce('v1', SUNSET));
      await assert.rejects(service().sendMissingNotices());
      await refuseMailsTo(database, 'nobody');
      assert.deepEqual(await service().sendMissingNotices(), { notified: 1, unreached: 0 });
      assert.equal(new Set(await notified()).size, 3);
    });

    test('with fewer than 90 days left, only accounts with newer keys are notified, and missed accounts with older keys are counted', async () => {
      for (const name of ['a', 'b', 'c']) await addKey(`${name}@events.example`);
      const [, , third] = await db.selectFrom('accounts').select('email').orderBy('id').execute();
      await refuseMailsTo(database, third?.email ?? '');
      await assert.rejects(service().announce('v1', SUNSET));
      await refuseMailsTo(database, 'nobody');
      await addKey('new@events.example', newKey);
      assert.deepEqual(await service(2, LATER).sendMissingNotices(), { notified: 1, unreached: 1 });
      assert.ok((await notified()).includes('new@events.example'));
      assert.ok(!(await notified()).includes(third?.email ?? ''));
    });

    test('an account that was never notified of the first date gets a regular email instead of a “new date” email', async () => {
      await addKey('a@events.example');
      await service().announce('v1', SUNSET);
      await service(2, new Date('2026-04-01T12:00:00Z')).announce('v1', '2026-12-31');
      await addKey('new@events.example', newKey);
      await service(2, LATER).sendMissingNotices();
      const mail = await db
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', 'new@events.example')
        .executeTakeFirst();
      assert.equal(mail?.subject, 'Version v1 of the Vendor Compliance API ends on December 31, 2026');
    });
  });

  test('the number of statements per batch does not depend on its size', async () => {
    const statements: number[] = [];
    for (const [round, size] of [2, 20].entries()) {
      for (let each = 0; each < size; each++) await addKey(`${round}-${each}@events.example`);
      const counted = countStatements(database.db);
      await service(100, NOW, counted.db).announce('v1', SUNSET);
      statements.push(counted.count());
    }
    // The first call also makes the announcement, which takes a few extra statements.
    assert.ok((statements[1] ?? 99) <= (statements[0] ?? 0), String(statements));
    assert.ok((statements[0] ?? 99) <= 14, String(statements));
  });
});

/** Adds a database constraint that makes a whole batch fail, as killing the process would. */
async function refuseMailsTo({ db, engine }: TestDatabase, recipient: string): Promise<void> {
  if (engine.name === 'sqlite') {
    await sql`drop trigger if exists refuse_mail`.execute(db);
    await sql
      .raw(
        `create trigger refuse_mail before insert on mails when new.recipient = '${recipient}'
         begin select raise(abort, 'refused'); end`,
      )
      .execute(db);
    return;
  }
  await sql`alter table mails drop constraint if exists refuse_mail`.execute(db);
  await sql
    .raw(`alter table mails add constraint refuse_mail check (recipient <> '${recipient}') not valid`)
    .execute(db);
}
