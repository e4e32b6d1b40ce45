import type { LedgerDb, LedgerEngine, LedgerTx } from '../../../platform/db/database.ts';
import type { EventDayNotesTable } from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import { upsertRows } from '../../../platform/db/upsert.ts';

/** Returns the event-day notes for these applications, by application id. */
export async function listDayNotes(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EventDayNotesTable>> {
  const rows = await ledgerDb
    .selectFrom('event_day_notes')
    .selectAll()
    .where(engine.isOneOf('application_id', ids))
    .orderBy('application_id')
    .execute();
  return new Map(rows.map((row) => [row.application_id, row]));
}

export async function putDayNote(tx: LedgerTx, row: EventDayNotesTable): Promise<void> {
  await upsertRows(tx, 'event_day_notes', ['application_id'], [row]);
}
