import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import type { LedgerDb, LedgerTx, OpenLedger } from './database.ts';
import { inTransaction } from './transaction.ts';

describeBothEngines('transactions', (open) => {
  let database: TestDatabase;
  before(async () => {
    database = await open();
  });
  after(() => database.close());

  const rename = (tx: LedgerTx, id: string) =>
    tx
      .updateTable('accounts')
      .set((row) => ({ name: sql<string>`${row.ref('name')} || '+'` }))
      .where('id', '=', id)
      .execute();
  const names = async () =>
    (await database.db.selectFrom('accounts').select('name').orderBy('id').execute()).map(({ name }) => name);

  test('that deadlock both complete, because the one that the database aborts is retried', async () => {
    const db: LedgerDb = database.db;
    const ids = [await insertAccount(db), await insertAccount(db)];
    let started = 0;
    const both = (first = '', second = '') =>
      inTransaction(db, async (tx) => {
        await rename(tx, first);
        started += 1;
        // Waits until each transaction holds the lock that the other one needs, for at most 500 turns in case
        // they run one after the other.
        for (let turn = 0; started < 2 && turn < 500; turn++) await sql`select 1`.execute(tx);
        await rename(tx, second);
      });
    await Promise.all([both(ids[0], ids[1]), both(ids[1], ids[0])]);
    assert.deepEqual(await names(), ['Organizer++', 'Organizer++']);
    await db.deleteFrom('accounts').execute();
  });

  test('that fail for another reason are not retried', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw new Error('no');
    };
    await assert.rejects(inTransaction(database.db, work), /^Error: no$/);
    assert.equal(runs, 1);
  });

  test('that lock the same name run one after the other', async () => {
    const { engine }: OpenLedger = database;
    const db: LedgerDb = database.db;
    const turns: number[] = [];
    const count = (number: number) =>
      inTransaction(db, async (tx) => {
        await engine.lockName(tx, 'counted');
        for (let step = 0; step < 5; step++) {
          turns.push(number);
          await sql`select 1`.execute(tx);
        }
      });
    await Promise.all([1, 2, 3, 4].map(count));
    assert.equal(turns.filter((number, index) => number !== turns[index - 1]).length, 4);
  });
});
