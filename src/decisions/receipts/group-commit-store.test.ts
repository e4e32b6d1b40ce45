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

describeBothEngines('the receipt writer', (open) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await open();
  });

  /** Writes lists of these lengths that arrive together. Counts the statements and the rows written. */
  async function write(...lengths: number[]) {
    const db = countStatements(database.db);
    const writer = createReceiptWriter(db.db);
    const results = await Promise.allSettled(lengths.map((length) => writer.write(rows(length))));
    const { count } = await database.db
      .selectFrom('receipts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return {
      statements: db.count(),
      failed: results.filter(({ status }) => status === 'rejected').length,
      rows: Number(count),
    };
  }

  test('writes lists that arrive together with one statement', async () => {
    assert.deepEqual(await write(...Array<number>(10).fill(1)), { statements: 1, failed: 0, rows: 10 });
  });

  test('includes as many whole lists in one commit as fit into a statement', async () => {
    assert.deepEqual(await write(200, 56, 1, 200), { statements: 2, failed: 0, rows: 457 });
  });

  test('writes a list that is too long for one statement in a single transaction', async () => {
    assert.deepEqual(await write(300), { statements: 2, failed: 0, rows: 300 });
  });

  test('rejects only the requests whose commit failed', async () => {
    const writer = createReceiptWriter(database.db);
    const wrong = rows(200).map((row) => ({ ...row, verdict: null as never }));
    const results = await Promise.allSettled([rows(200), wrong, rows(200)].map((each) => writer.write(each)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual((await write(1)).rows, 401);
  });
});
