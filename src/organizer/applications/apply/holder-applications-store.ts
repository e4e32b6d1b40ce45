import type { LedgerDb } from '../../../platform/db/database.ts';
import { CLOSED_STATUSES } from '../decide/statuses.ts';

const SHOWN_MAX = 20;

/**
 * Lists an account's open applications to events that are not over, sorted by next event. Includes
 * applications that the account sent or confirmed as the license's verified holder, and applications sent
 * from its confirmed address.
 */
export async function listHeld(ledgerDb: LedgerDb, accountId: string, now: Date) {
  return applicationsOf(ledgerDb, accountId)
    .where('applications.status', 'not in', CLOSED_STATUSES)
    .where('events.ends_at', '>', now.toISOString())
    .orderBy('events.starts_at')
    .orderBy('applications.id')
    .limit(SHOWN_MAX)
    .execute();
}

/** Returns one page of an account's open and closed applications, sorted by latest event. */
export async function listAllHeld(
  ledgerDb: LedgerDb,
  accountId: string,
  { rowsMax, offset }: { readonly rowsMax: number; readonly offset: number },
) {
  return applicationsOf(ledgerDb, accountId)
    .orderBy('events.starts_at', 'desc')
    .orderBy('applications.id')
    .limit(rowsMax)
    .offset(offset)
    .execute();
}

export async function countHeld(ledgerDb: LedgerDb, accountId: string): Promise<number> {
  const { count } = await applicationsOf(ledgerDb, accountId)
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function applicationsOf(ledgerDb: LedgerDb, accountId: string) {
  return ledgerDb
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select(['applications.id', 'applications.event_id', 'applications.status', 'applications.link_sha256'])
    .select(['applications.business_name', 'applications.license_number'])
    .select(['events.name as event_name', 'events.starts_at', 'events.ends_at', 'events.timezone'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('applications.holder_account_id', '=', accountId),
        eb(
          'applications.contact_email',
          '=',
          selectFrom('accounts')
            .select('accounts.email')
            .where('accounts.id', '=', accountId)
            .where('accounts.email_verified', '=', 1),
        ),
      ]),
    );
}
