import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** What a vendor serves, as the application says. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  `alter table applications add column food_kind text not null default ''`,
  `alter table applications add column food text not null default ''`,
];
