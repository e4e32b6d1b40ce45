import type { LedgerDb, LedgerEngine } from '../../../platform/db/database.ts';
import { CLOSED_STATUSES } from '../../applications/decide/statuses.ts';

/** An open application of an account, joined with one of its documents, or with null if it has none. */
export type HeldRow = Awaited<ReturnType<typeof listHeldRows>>[number];

/**
 * Lists the open applications that these accounts sent or confirmed, and those sent from their confirmed
 * addresses. Each is joined with the documents on file that do not expire before `today`. Runs one statement.
 */
export async function listHeldRows(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  accountIds: readonly string[],
  today: string,
) {
  const byHolder = ledgerDb
    .selectFrom('accounts')
    .innerJoin('applications', 'applications.holder_account_id', 'accounts.id');
  const byAddress = ledgerDb
    .selectFrom('accounts')
    .innerJoin('applications', (join) =>
      join.onRef('applications.contact_email', '=', 'accounts.email').on('accounts.email_verified', '=', 1),
    );
  const select = (held: typeof byHolder) =>
    held
      .innerJoin('events', 'events.id', 'applications.event_id')
      .leftJoin('application_documents', (join) =>
        join
          .onRef('application_documents.application_id', '=', 'applications.id')
          .on('application_documents.state', 'in', ['received', 'confirmed'])
          .on(({ or, eb }) => or([eb('expires_on', 'is', null), eb('expires_on', '>=', today)])),
      )
      .select(['accounts.id as account_id', 'applications.id as application_id', 'applications.link_sha256'])
      .select(['applications.license_type', 'applications.license_digits'])
      .select(['events.name as event_name', 'events.event_type', 'events.status as event_status'])
      .select(['events.starts_at', 'events.ends_at'])
      .select(['application_documents.id as document_id', 'code', 'expires_on', 'received_at'])
      .where(engine.isOneOf('accounts.id', accountIds))
      .where('applications.status', 'not in', CLOSED_STATUSES);
  return select(byHolder)
    .union(select(byAddress))
    .orderBy('starts_at')
    .orderBy('application_id')
    .orderBy('document_id')
    .execute();
}
