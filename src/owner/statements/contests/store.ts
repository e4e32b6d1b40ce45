import type { ListWindow } from '../../../lib/list-window.ts';
import { isUuid } from '../../../lib/text/uuid.ts';
import type { ApplicationOutcome } from '../../../organizer/applications/schemas.ts';
import { countRows } from '../../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../../platform/db/database.ts';
import type { OutcomeContestsTable } from '../../../platform/db/schema/ledger-tables/vendor-tables.ts';
import type { LicenseRef } from '../../claims/claim.ts';
import { holdsLicense } from '../../claims/holds-license-service.ts';
import type { Contest } from '../statement.ts';
import type { ContestState } from '../statement-kinds.ts';
import { isOwn } from '../store.ts';

const COLUMNS = [
  ...(['id', 'application_id', 'account_id', 'license_type', 'license_digits', 'outcome', 'text'] as const),
  ...(['answer', 'state', 'note', 'due_on', 'created_at'] as const),
] as const;
const QUALIFIED = COLUMNS.map((column) => `outcome_contests.${column}` as const);

/** Narrows the types: the database columns are text, but only these values are ever written. */
function toContest<Row extends { readonly state: string }>(row: Row) {
  return { ...row, state: row.state as ContestState };
}

export async function listContestsOf(
  ledgerDb: LedgerDb,
  accountId: string,
  license: LicenseRef,
): Promise<Contest[]> {
  const rows = await ledgerDb
    .selectFrom('outcome_contests')
    .select(COLUMNS)
    .where(isOwn(accountId, license))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toContest);
}

/** Lists all accounts' contests about licenses with these digits. */
export async function listContestsByDigits(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  digits: readonly string[],
): Promise<Contest[]> {
  const rows = await ledgerDb
    .selectFrom('outcome_contests')
    .select(COLUMNS)
    .where(engine.isOneOf('license_digits', digits))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toContest);
}

export async function listContestsAbout(ledgerDb: LedgerDb, applicationId: string): Promise<Contest[]> {
  const rows = await ledgerDb
    .selectFrom('outcome_contests')
    .select(COLUMNS)
    .where('application_id', '=', applicationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toContest);
}

/** Returns false if this outcome of the application has already been contested. */
export async function insertContest(tx: LedgerTx, row: OutcomeContestsTable): Promise<boolean> {
  const result = await tx
    .insertInto('outcome_contests')
    .values(row)
    .onConflict((conflict) => conflict.columns(['application_id', 'outcome']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Returns the ids of these applications that have an open contest. */
export async function listOpenContested(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  applicationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ledgerDb
    .selectFrom('outcome_contests')
    .select('application_id')
    .where(engine.isOneOf('application_id', applicationIds))
    .where('state', '=', 'open')
    .execute();
  return new Set(rows.map(({ application_id }) => application_id));
}

/** Closes the open contests of these applications because their organizer changed the outcome. */
export async function withdrawOpen(
  tx: LedgerTx,
  engine: LedgerEngine,
  applicationIds: readonly string[],
  at: string,
): Promise<void> {
  await tx
    .updateTable('outcome_contests')
    .set({ state: 'withdrawn', updated_at: at })
    .where(engine.isOneOf('application_id', applicationIds))
    .where('state', '=', 'open')
    .execute();
}

/** Reopens the contests that {@link withdrawOpen} closed at this time. */
export async function reopenWithdrawn(
  tx: LedgerTx,
  engine: LedgerEngine,
  applicationIds: readonly string[],
  at: string,
): Promise<void> {
  await tx
    .updateTable('outcome_contests')
    .set({ state: 'open' })
    .where(engine.isOneOf('application_id', applicationIds))
    .where('state', '=', 'withdrawn')
    .where('updated_at', '=', at)
    .execute();
}

/** Returns false if the contest is closed or already has an answer. */
export async function setAnswer(tx: LedgerTx, id: string, answer: string, at: string): Promise<boolean> {
  const result = await tx
    .updateTable('outcome_contests')
    .set({ answer, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('answer', '=', '')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

function selectQueue(ledgerDb: LedgerDb) {
  return ledgerDb
    .selectFrom('outcome_contests')
    .innerJoin('applications', 'applications.id', 'outcome_contests.application_id')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .where('outcome_contests.state', '=', 'open')
    .where(holdsLicense('outcome_contests'));
}

/** Lists contests by due date, earliest first. */
export async function listContestQueue(ledgerDb: LedgerDb, { offset, rowsMax }: ListWindow) {
  const rows = await selectQueue(ledgerDb)
    .select([
      ...QUALIFIED,
      'business_name',
      'events.name as event_name',
      'events.starts_at',
      'events.timezone',
    ])
    .orderBy('due_on')
    .orderBy('outcome_contests.created_at')
    .orderBy('outcome_contests.id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return rows.map(toContest);
}

export async function countContestQueue(ledgerDb: LedgerDb): Promise<number> {
  return countRows(selectQueue(ledgerDb));
}

/** Returns undefined for an unknown or malformed id. */
export async function findContest(ledgerDb: LedgerDb, id: string): Promise<Contest | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await ledgerDb
    .selectFrom('outcome_contests')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toContest(row);
}

/**
 * Finds an application with its event, including what emails about its outcome need. Returns undefined for an
 * unknown or malformed id.
 */
export async function findAbout(ledgerDb: LedgerDb, applicationId: string) {
  if (!isUuid(applicationId)) return undefined;
  const row = await ledgerDb
    .selectFrom('applications')
    .innerJoin('events', 'events.id', 'applications.event_id')
    .select(['applications.id as application_id', 'outcome', 'outcome_told_at', 'holder_account_id'])
    .select(['license_type', 'license_digits', 'license_number', 'business_name', 'contact_email'])
    .select(['events.id as event_id', 'events.account_id as organizer_id', 'name', 'starts_at', 'ends_at'])
    .select(['timezone', 'venue_name', 'address', 'city', 'county'])
    .where('applications.id', '=', applicationId)
    .executeTakeFirst();
  return row && { ...row, outcome: row.outcome as ApplicationOutcome | null };
}
