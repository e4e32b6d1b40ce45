import { sql } from 'kysely';
import type { LedgerDb } from '../../../platform/db/database.ts';

/** Whose applications a list has: those to one event, or to all of an account. */
type ListOwner = { readonly eventId: string } | { readonly accountId: string };

/**
 * Returns everything in the list that can change, as one text: a line for each event, application and
 * document. Events and applications are stamped with each change, and each change of a document adds a line
 * of history, so one that is undone still changes the text. The rest of an application is written once
 * (`FixedColumn` of its table).
 */
export async function readListState(ledgerDb: LedgerDb, owner: ListOwner): Promise<string> {
  const owned =
    'eventId' in owner ? sql`events.id = ${owner.eventId}` : sql`events.account_id = ${owner.accountId}`;
  const { rows } = await sql<{
    state: string | null;
  }>`select string_agg(line, '\n' order by line) as state from (
    select 'e ' || id || ' ' || updated_at as line from events where ${owned}
    union all
    select 'a ' || a.id || ' ' || a.updated_at || ' ' || a.status || ' ' || a.deposit_status
        || ' ' || coalesce(a.outcome, '') || ' ' || coalesce(a.outcome_recorded_at, '')
      from events inner join applications as a on a.event_id = events.id where ${owned}
    union all
    select 'd ' || d.id || ' ' || d.application_id || ' ' || d.code || ' ' || d.position || ' ' || d.state
        || ' ' || coalesce(d.expires_on, '') || ' ' || coalesce(d.decided_at, '')
      from events inner join application_documents as d on d.event_id = events.id where ${owned}
    union all
    select 'h ' || count(*) from events inner join applications as a on a.event_id = events.id
      inner join application_document_history as h on h.application_id = a.id where ${owned}
  ) as lines`.execute(ledgerDb);
  return rows[0]?.state ?? '';
}
