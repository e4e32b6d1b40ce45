import type { LedgerDb } from '../../../platform/db/database.ts';

/** The maximum number of rows to read. Older rows are left out. */
const BOOKED_MAX = 5_000;

/**
 * Lists applications with a spot or an outcome at events that the account owns or can see as a team member,
 * sorted by latest event.
 */
export async function listBooked(ledgerDb: LedgerDb, accountId: string) {
  return ledgerDb
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select([
      'applications.id',
      'applications.event_id',
      'applications.license_digits',
      'applications.license_type',
      'applications.license_number',
      'applications.license_kind',
      'applications.business_name',
      'applications.contact_name',
      'applications.contact_email',
      'applications.contact_phone',
      'applications.food_kind',
      'applications.food',
      'applications.outcome',
      'events.name as event_name',
      'events.starts_at',
      'events.timezone',
    ])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('events.account_id', '=', accountId),
        eb(
          'events.account_id',
          'in',
          selectFrom('team_members').select('account_id').where('member_id', '=', accountId),
        ),
      ]),
    )
    .where(({ eb, or }) =>
      or([
        eb('applications.status', 'in', ['approved', 'confirmed']),
        eb('applications.outcome', 'is not', null),
      ]),
    )
    .orderBy('events.starts_at', 'desc')
    .orderBy('applications.id')
    .limit(BOOKED_MAX)
    .execute();
}

export type BookedRow = Awaited<ReturnType<typeof listBooked>>[number];
