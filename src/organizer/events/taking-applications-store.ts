import type { ListWindow } from '../../lib/list-window.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { EVENT_COLUMNS, toStoredEvent } from './event-rows-store.ts';
import type { StoredEvent } from './stored-event.ts';
import { APPLICATIONS_MAX } from './taking-applications.ts';

/**
 * Queries for events that take applications now. They implement the rule in taking-applications.ts as SQL.
 */

/**
 * Selects events that take applications at `now`. `cityFolded` is a case-folded city name that limits the
 * result to that city.
 */
function selectTaking(ledgerDb: LedgerDb, now: Date, cityFolded: string | undefined) {
  const instant = now.toISOString();
  return ledgerDb
    .selectFrom('events')
    .where('status', '=', 'Published')
    .where('starts_at', '>', instant)
    .where((is) => is.or([is('applications_open_at', 'is', null), is('applications_open_at', '<=', instant)]))
    .where((is) =>
      is.or([is('applications_close_at', 'is', null), is('applications_close_at', '>', instant)]),
    )
    .where((is) => is.or([is('capacity', 'is', null), is('spots_taken', '<', is.ref('capacity'))]))
    .where('applications_received', '<', APPLICATIONS_MAX)
    .$if(cityFolded !== undefined, (query) => query.where('city_folded', '=', cityFolded ?? ''));
}

/** Lists all events that take applications, sorted by date. */
export async function listTakingEvents(
  ledgerDb: LedgerDb,
  now: Date,
  cityFolded?: string,
): Promise<StoredEvent[]> {
  const query = selectTaking(ledgerDb, now, cityFolded).select(EVENT_COLUMNS);
  return (await query.orderBy('starts_at').orderBy('id').execute()).map(toStoredEvent);
}

/** Lists a page of events that take applications, sorted by date. */
export async function listTakingPage(
  ledgerDb: LedgerDb,
  now: Date,
  cityFolded: string | undefined,
  { offset, rowsMax }: ListWindow,
): Promise<StoredEvent[]> {
  const query = selectTaking(ledgerDb, now, cityFolded)
    .select(EVENT_COLUMNS)
    .orderBy('starts_at')
    .orderBy('id');
  return (await query.offset(offset).limit(rowsMax).execute()).map(toStoredEvent);
}

export async function countTaking(
  ledgerDb: LedgerDb,
  now: Date,
  cityFolded: string | undefined,
): Promise<number> {
  return countRows(selectTaking(ledgerDb, now, cityFolded));
}

/** Lists each city with an event that takes applications once, in one of its spellings. */
export async function listTakingCities(ledgerDb: LedgerDb, now: Date, rowsMax: number): Promise<string[]> {
  const rows = await selectTaking(ledgerDb, now, undefined)
    .select((query) => query.fn.min('city').as('city'))
    .groupBy('city_folded')
    .orderBy('city_folded')
    .limit(rowsMax)
    .execute();
  return rows.map(({ city }) => city);
}
