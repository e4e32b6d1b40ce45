import { sql } from 'kysely';
import { shortNumberOf } from '../../../lib/text/short-number.ts';
import type { LedgerDb } from '../database.ts';
import { rawQuery } from '../raw-query.ts';

/**
 * Gives each receipt its short number. From now on, receipts are stored in full; the text of earlier receipts
 * was never stored.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const column of ['number', 'claims', 'signatures'])
    await sql.raw(`alter table receipts add column ${column} text`).execute(ledgerDb);
  let last = '';
  for (;;) {
    const rows = await rawQuery<{ jti: string }>(
      ledgerDb,
      `select jti from receipts where jti > ? order by jti limit ${ROWS_PER_STATEMENT}`,
      [last],
    );
    if (rows.length === 0) break;
    await rawQuery(
      ledgerDb,
      numberStatement(rows.length),
      rows.flatMap(({ jti }) => [jti, shortNumberOf(jti)]),
    );
    last = rows.at(-1)?.jti ?? '';
  }
  await sql`create unique index receipts_number on receipts (number)`.execute(ledgerDb);
}

const ROWS_PER_STATEMENT = 500;

function numberStatement(rows: number): string {
  const values = Array.from({ length: rows }, () => '(?, ?)').join(', ');
  return `update receipts set number = numbers.column2 from (select column1, column2 from (values ${values}) as pairs) as numbers
    where receipts.jti = numbers.column1`;
}
