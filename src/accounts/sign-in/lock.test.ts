import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { findAccountEmail, findAccountId, lockAccount, lockAccountIfThere } from '../account/service.ts';

describeBothEngines('account look-ups and locks for other features', (open) => {
  let database: TestDatabase;
  before(async () => {
    database = await open();
  });
  after(() => database.close());

  test('transactions that lock the same account run one after the other', async () => {
    const { db } = database;
    const id = await insertAccount(db, 'lola@events.example');
    const account = () => db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
    const before = await account();
    const order: number[] = [];
    const transaction = (number: number) =>
      db.transaction().execute(async (tx) => {
        await lockAccount(tx, id);
        for (let step = 0; step < 5; step++) {
          order.push(number);
          await findAccountEmail(tx, id);
        }
      });
    await Promise.all([1, 2, 3, 4].map(transaction));
    const turns = order.filter((number, index) => number !== order[index - 1]);
    assert.deepEqual([order.length, turns.toSorted()], [20, [1, 2, 3, 4]]);
    assert.deepEqual(await account(), before);
  });

  test('a transaction that holds the lock counts the rows that the previous transaction added', async () => {
    const { db } = database;
    const id = await insertAccount(db);
    const addFirst = () =>
      db.transaction().execute(async (tx) => {
        await lockAccount(tx, id);
        const sent = await tx.selectFrom('mails').select('id').where('recipient', '=', id).execute();
        if (sent.length > 0) return;
        const at = '2026-03-01T12:00:00.000Z';
        const unsent = { attempts: 0, sent_at: null, claimed_until: null, last_error: null };
        const text = { id: crypto.randomUUID(), recipient: id, subject: '', body: '' };
        await tx
          .insertInto('mails')
          .values({ ...text, ...unsent, created_at: at, next_attempt_at: at })
          .execute();
      });
    await Promise.all([addFirst(), addFirst(), addFirst(), addFirst()]);
    const added = await db.selectFrom('mails').select('id').where('recipient', '=', id).execute();
    assert.equal(added.length, 1);
  });

  test('an account that was just deleted is not found', async () => {
    const gone = crypto.randomUUID();
    const lock = database.db.transaction().execute((tx) => lockAccount(tx, gone));
    await assert.rejects(lock, ({ code }: { code?: unknown }) => code === 'not_found');
    const isThere = await database.db.transaction().execute((tx) => lockAccountIfThere(tx, gone));
    assert.equal(isThere, false);
  });

  test('finds an account by its address, ignoring case, and an address by the account’s id', async () => {
    const id = await insertAccount(database.db, 'max@events.example');
    assert.equal(await findAccountId(database.db, ' Max@Events.Example '), id);
    assert.equal(await findAccountId(database.db, 'nobody@events.example'), undefined);
    assert.equal(await findAccountEmail(database.db, id), 'max@events.example');
    assert.equal(await findAccountEmail(database.db, crypto.randomUUID()), undefined);
  });
});
