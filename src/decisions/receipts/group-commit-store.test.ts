import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { countStatements } from '../../../test/support/count-statements.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import type { ReceiptsTable } from '../../platform/db/schema/ledger-tables/service-tables.ts';
import { createReceiptWriter } from './group-commit-store.ts';

let made = 0;
const rows = (count: number): ReceiptsTable[] =>
  Array.from({ length: count }, () => {
    made += 1;
    return {
      jti: `jti-${made}`,
      number: `number-${made}`,
      vendor_id: 'v',
      event_type: 'festival',
      verdict: 'CLEAR',
      issued_at: '2025-12-31T12:34:56.789Z',
      record_sha256: 'r',
      key_id: 'k',
      receipt_sha256: 's',
      claims: '{}',
      signatures: 'a.b',
    };
  });

describeBothEngines('the writer of receipts', (open) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });

  /** How many statements each handle gets for lists of these lengths that come in together, and how many rows there are then. */
  async function write(...lengths: number[]) {
    const db = countStatements(database.db);
    const groupDb = countStatements(database.groupDb);
    const writer = createReceiptWriter({ db: db.db, groupDb: groupDb.db }, () => 0);
    const results = await Promise.allSettled(lengths.map((length) => writer.write(rows(length))));
    const { count } = await database.db
      .selectFrom('receipts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return {
      here: db.count(),
      grouped: groupDb.count(),
      failed: results.filter(({ status }) => status === 'rejected').length,
      rows: Number(count),
    };
  }

  test('writes a few rows itself: a caller alone waits for no other thread', async () => {
    assert.deepEqual(await write(1, 1, 1), { here: 1, grouped: 0, failed: 0, rows: 3 });
  });

  test('hands over even one row after a commit that waited for the disk, and stops once one is fast again', async () => {
    const db = countStatements(database.db);
    const groupDb = countStatements(database.groupDb);
    let time = 0;
    let step = 3;
    const writer = createReceiptWriter({ db: db.db, groupDb: groupDb.db }, () => (time += step));
    const places: string[] = [];
    for (const next of [3, 1, 1]) {
      const before = db.count();
      await writer.write(rows(1));
      places.push(db.count() > before ? 'here' : 'there');
      step = next;
    }
    await writer.write(rows(1));
    assert.deepEqual([places, db.count(), groupDb.count()], [['here', 'there', 'there'], 2, 2]);
  });

  test('writes what came in together with one statement that may wait elsewhere', async () => {
    assert.deepEqual(await write(...Array<number>(10).fill(1)), { here: 0, grouped: 1, failed: 0, rows: 10 });
  });

  test('takes as many lists into one commit as fit into a statement, and never a part of one', async () => {
    assert.deepEqual(await write(200, 56, 1, 200), { here: 0, grouped: 2, failed: 0, rows: 457 });
  });

  test('writes a list that is longer than a statement in one transaction', async () => {
    assert.deepEqual(await write(300), { here: 2, grouped: 0, failed: 0, rows: 300 });
  });

  test('fails those whose commit failed, and nobody else', async () => {
    const writer = createReceiptWriter(database);
    const wrong = rows(200).map((row) => ({ ...row, verdict: null as never }));
    const results = await Promise.allSettled([rows(200), wrong, rows(200)].map((each) => writer.write(each)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual((await write(1)).rows, 401);
  });
});
