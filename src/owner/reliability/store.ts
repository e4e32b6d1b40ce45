import type { ApplicationOutcome, ApplicationStatus } from '../../organizer/applications/schemas.ts';
import type { LedgerDb, LedgerEngine } from '../../platform/db/database.ts';
import type { LicenseRef } from '../claims/claim.ts';

/** Queries for the applications that a license's holder made or confirmed. */

/** Lists the holder's applications by the event's start, newest first. */
export async function listHolderApplications(ledgerDb: LedgerDb, accountId: string, license: LicenseRef) {
  const rows = await selectHolderApplications(ledgerDb)
    .where('holder_account_id', '=', accountId)
    .where('license_type', '=', license.license_type)
    .where('license_digits', '=', license.license_digits)
    .execute();
  return rows.map(toHolderApplication);
}

/** Lists the applications of every holder of licenses with these digits, in the same order. */
export async function listApplicationsByDigits(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  digits: readonly string[],
) {
  const rows = await selectHolderApplications(ledgerDb)
    .select(['holder_account_id', 'license_type', 'license_digits'])
    .where(engine.isOneOf('license_digits', digits))
    .where('holder_account_id', 'is not', null)
    .execute();
  return rows.map(toHolderApplication);
}

/** Narrows the types: the database columns are text, but only these values are ever written. */
function toHolderApplication<Row extends { readonly status: string; readonly outcome: string | null }>(
  row: Row,
) {
  return {
    ...row,
    status: row.status as ApplicationStatus,
    outcome: row.outcome as ApplicationOutcome | null,
  };
}

function selectHolderApplications(ledgerDb: LedgerDb) {
  return ledgerDb
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .innerJoin('accounts', 'accounts.id', 'events.account_id')
    .select(['applications.id as application_id', 'applications.event_id', 'applications.status'])
    .select(['outcome', 'outcome_recorded_at as recorded_at', 'outcome_told_at as told_at'])
    .select(['contact_email', 'events.name as event_name', 'events.status as event_status'])
    .select(['events.starts_at', 'events.timezone', 'accounts.email as organizer_email'])
    .select(({ selectFrom }) =>
      selectFrom('application_history')
        .select(({ fn }) => fn.max('changed_at').as('at'))
        .whereRef('application_history.application_id', '=', 'applications.id')
        .where('application_history.status', '=', 'approved')
        .where('application_history.kind', '=', 'status')
        .as('approved_at'),
    )
    .orderBy('events.starts_at', 'desc')
    .orderBy('applications.id');
}
