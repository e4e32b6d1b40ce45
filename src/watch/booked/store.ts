import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import type { NoticedRow } from './booked-change.ts';

const BOOKED = ['approved', 'confirmed'];

export interface WatchedEvent {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly timezone: string;
}

const EVENT = ['id', 'account_id', 'name', 'starts_at', 'ends_at', 'timezone'] as const;

/** Lists events that are not over and have a vendor with a spot. */
export async function listWatchedEvents(ledger: LedgerDb, now: Date): Promise<WatchedEvent[]> {
  return ledger
    .selectFrom('events')
    .select(EVENT)
    .where('status', '=', 'Published')
    .where('ends_at', '>', now.toISOString())
    .where('spots_taken', '>', 0)
    .orderBy('id')
    .execute();
}

export interface BookedRow {
  readonly id: string;
  readonly license_digits: string;
  readonly license_type: string | null;
  readonly license_number: string;
  /** Null before the first check. */
  readonly seen: string | null;
  readonly seen_at: string | null;
  readonly version: number | null;
}

/** Lists the next vendors with a spot at an event, sorted by application. */
export async function listBooked(
  ledger: LedgerDb,
  eventId: string,
  { afterId, rowsMax }: { readonly afterId: string; readonly rowsMax: number },
): Promise<BookedRow[]> {
  return ledger
    .selectFrom('applications')
    .leftJoin('booked_watches', 'booked_watches.application_id', 'applications.id')
    .select(['applications.id', 'license_digits', 'license_type', 'license_number'])
    .select(['seen', 'seen_at', 'version'])
    .where('event_id', '=', eventId)
    .where('status', 'in', BOOKED)
    .where('applications.id', '>', afterId)
    .orderBy('applications.id')
    .limit(rowsMax)
    .execute();
}

/** Returns true if the application still has its spot. Call it under the event's lock. */
export async function isStillBooked(tx: LedgerTx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select('applications.id')
    .where('applications.id', '=', id)
    .where('applications.status', 'in', BOOKED)
    .where('events.status', '=', 'Published')
    .where('events.ends_at', '>', now.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the state that was seen. Returns false if a newer state was stored after `version` was read. */
export async function putSeen(
  tx: LedgerTx,
  id: string,
  { version, seen, now }: { readonly version: number | null; readonly seen: string; readonly now: Date },
): Promise<boolean> {
  const at = now.toISOString();
  if (version === null) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('booked_watches')
      .values({ application_id: id, seen, version: 1, seen_at: at })
      .onConflict((conflict) => conflict.column('application_id').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('booked_watches')
    .set({ seen, version: version + 1, seen_at: at })
    .where('application_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Inserts a change. Call it in the same transaction as {@link putSeen}, whose lock keeps positions unique.
 */
export async function insertChange(tx: LedgerTx, row: Omit<NoticedRow, 'position'>): Promise<void> {
  const before = await tx
    .selectFrom('booked_changes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('application_id', '=', row.application_id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('booked_changes')
    .values({ ...row, position: Number(before.count) + 1 })
    .execute();
}

/**
 * Deletes the stored states of vendors without a spot and of past events, and drops their unreported changes.
 * It starts from watched and unreported rows, so that its cost does not grow with the number of old events.
 */
export async function deleteEnded(ledger: LedgerDb, now: Date): Promise<void> {
  const at = now.toISOString();
  const ended = ledger
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select('applications.id')
    .where((is) =>
      is.or([
        is('applications.status', 'not in', BOOKED),
        is('events.status', '!=', 'Published'),
        is('events.ends_at', '<=', at),
      ]),
    );
  const watched = ledger.selectFrom('booked_watches').select('application_id');
  const untold = ledger.selectFrom('booked_changes').select('application_id').where('told_at', 'is', null);
  await ledger
    .deleteFrom('booked_watches')
    .where('application_id', 'in', ended.where('applications.id', 'in', watched))
    .execute();
  await ledger
    .updateTable('booked_changes')
    .set({ told_at: at })
    .where('told_at', 'is', null)
    .where('application_id', 'in', ended.where('applications.id', 'in', untold))
    .execute();
}

/** Lists the people who run the account's events: the owner and the team's managers. */
export async function listRunners(tx: LedgerTx, ownerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('accounts')
    .select('email')
    .where((is) =>
      is.or([
        is('id', '=', ownerId),
        is(
          'id',
          'in',
          tx
            .selectFrom('team_members')
            .select('member_id')
            .where('account_id', '=', ownerId)
            .where('role', '=', 'manager'),
        ),
      ]),
    )
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

/** Lists accounts with unreported changes that have not been sent a daily email on `day`. */
export async function listOwnersToNotify(ledger: LedgerDb, day: string): Promise<string[]> {
  const rows = await ledger
    .selectFrom('booked_changes')
    .innerJoin('applications', 'applications.id', 'booked_changes.application_id')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select('events.account_id')
    .distinct()
    .where('told_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('booked_digests')
            .select('day')
            .whereRef('booked_digests.account_id', '=', 'events.account_id')
            .where('day', '=', day),
        ),
      ),
    )
    .orderBy('events.account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Claims the account's daily email. Returns false if it is already claimed. */
export async function claimDigest(tx: LedgerTx, accountId: string, day: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('booked_digests')
    .values({ account_id: accountId, day, queued_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['account_id', 'day']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Lists the account's unreported changes with their events, oldest first. */
export async function listUnreported(tx: LedgerTx, accountId: string) {
  return tx
    .selectFrom('booked_changes')
    .innerJoin('applications', 'applications.id', 'booked_changes.application_id')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .innerJoin('booked_watches', 'booked_watches.application_id', 'applications.id')
    .select(['booked_changes.id', 'booked_changes.application_id', 'day', 'changes', 'verdict_to', 'reasons'])
    .select(['applications.license_number', 'applications.business_name', 'booked_watches.seen'])
    .select(['events.id as event_id', 'events.name', 'events.starts_at', 'events.timezone'])
    .where('events.account_id', '=', accountId)
    .where('applications.status', 'in', BOOKED)
    .where('told_at', 'is', null)
    .orderBy('events.starts_at')
    .orderBy('events.id')
    .orderBy('booked_changes.application_id')
    .orderBy('position')
    .execute();
}

/** Marks these changes as reported. Returns the number that had been unreported. */
export async function markReported(
  tx: LedgerTx,
  engine: LedgerEngine,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('booked_changes')
    .set({ told_at: now.toISOString() })
    .where(engine.isOneOf('id', ids))
    .where('told_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes the rows about daily emails sent before `day`. */
export async function deleteOldDigests(ledger: LedgerDb, day: string): Promise<void> {
  await ledger.deleteFrom('booked_digests').where('day', '<', day).execute();
}

/** Lists all changes that were detected for these applications, oldest first, with the reviewer of each. */
export async function listChanges(ledger: LedgerDb, engine: LedgerEngine, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return ledger
    .selectFrom('booked_changes')
    .leftJoin('accounts', 'accounts.id', 'booked_changes.settled_by')
    .select([
      'application_id',
      'position',
      'day',
      'grave',
      'verdict_from',
      'verdict_to',
      'changes',
      'reasons',
    ])
    .select(['settled_at', 'settled_by', 'settled_how', 'accounts.name as settled_name'])
    .where(engine.isOneOf('application_id', ids))
    .orderBy('application_id')
    .orderBy('position')
    .execute();
}
