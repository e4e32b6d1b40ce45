import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { describeBothEngines } from '../../../../test/support/engines.ts';
import { shortNumberOf } from '../../../lib/text/short-number.ts';
import { up as addReceiptNumbers } from './ledger-0007-receipt-numbers.ts';

describeBothEngines('receipts from before receipts had numbers', (open) => {
  test('get the number derived from their ID, and keep all their other values', async () => {
    const database = await open();
    const { db } = database;
    await sql`drop index receipts_number`.execute(db);
    for (const column of ['number', 'claims', 'signatures'])
      await sql.raw(`alter table receipts drop column ${column}`).execute(db);
    const earlier = Array.from({ length: 1_203 }, (_, index) => ({
      jti: randomUUID(),
      vendor_id: `vendor ${index}`,
      event_type: 'festival',
      verdict: 'CLEAR',
      issued_at: '2026-03-01T12:00:00.000Z',
      record_sha256: 'e'.repeat(64),
      key_id: 'key',
      receipt_sha256: String(index),
    }));
    for (const row of earlier)
      await sql`insert into receipts (jti, vendor_id, event_type, verdict, issued_at, record_sha256, key_id, receipt_sha256)
        values (${sql.join(Object.values(row))})`.execute(db);
    await addReceiptNumbers(db);
    const rows = await db.selectFrom('receipts').selectAll().execute();
    const byId = (rows: readonly { jti: string }[]) => new Map(rows.map((row) => [row.jti, { ...row }]));
    const expected = earlier.map((row) => ({
      ...row,
      number: shortNumberOf(row.jti),
      claims: null,
      signatures: null,
      log_index: null,
    }));
    assert.deepEqual(byId(rows), byId(expected));
    await assert.rejects(
      sql`update receipts set number = ${shortNumberOf(earlier[0]?.jti ?? '')}`.execute(db),
      /unique|duplicate/i,
    );
    await database.close();
  });
});
