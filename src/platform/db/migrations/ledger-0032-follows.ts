import { sql } from 'kysely';
import type { LedgerDb } from '../database.ts';

/** Weekly emails about the record of one vendor. Each publication notes if another program version built it. */
export async function up(ledgerDb: LedgerDb): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(ledgerDb);
}

const STATEMENTS = [
  'alter table closure_follows rename to follows',
  `alter table follows add column license_key text not null default ''`,
  'alter table follows add column sent_number integer',
  'alter table follows add column sent_at text',
  'drop index closure_follows_email',
  'create unique index follows_email on follows (email, county, license_key)',
  'alter table change_publications add column other_program integer not null default 0',
];
