import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/**
 * The language of a person's emails, which is the language of the page on which the person signed up or
 * applied. Until now, all emails were in English.
 */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `alter table accounts add column language text not null default 'en'`,
  `alter table applications add column language text not null default 'en'`,
];
