import type { ExpressionBuilder } from 'kysely';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { DeprecationsTable } from '../../platform/db/schema/ledger-tables/account-tables.ts';
import type { LedgerSchema } from '../../platform/db/schema/schema-ledger.ts';

type Deprecation = DeprecationsTable;

interface Addressee {
  readonly id: string;
  readonly email: string;
  /** The creation time of the account's oldest active key. */
  readonly first_key_at: string;
}

/** Identifies an announcement: the version and its last day. */
export interface Announcement {
  readonly version: string;
  readonly sunset_on: string;
}

export async function findDeprecation(ledgerDb: LedgerDb, version: string): Promise<Deprecation | undefined> {
  return ledgerDb
    .selectFrom('deprecations')
    .select(['version', 'announced_at', 'sunset_on', 'sunset_announced_at'])
    .where('version', '=', version)
    .executeTakeFirst();
}

/**
 * Announces a version's last day or moves it to a later date. Returns false if the same date or a later one
 * was already announced.
 */
export async function announceDay(
  tx: LedgerTx,
  { version, sunset_on }: Announcement,
  at: string,
): Promise<boolean> {
  const written = await tx
    .insertInto('deprecations')
    .values({ version, sunset_on, announced_at: at, sunset_announced_at: at })
    .onConflict((conflict) =>
      conflict
        .column('version')
        .doUpdateSet({ sunset_on, sunset_announced_at: at })
        .where('deprecations.sunset_on', '<', sunset_on),
    )
    .returning('version')
    .executeTakeFirst();
  return written !== undefined;
}

/**
 * Returns the announcement if this date is still the announced one. Writes the row unchanged to lock it until
 * the transaction ends. Until then, no other process can move the date or notify the same accounts.
 */
export async function holdAnnouncement(
  tx: LedgerTx,
  { version, sunset_on }: Announcement,
): Promise<Deprecation | undefined> {
  return tx
    .updateTable('deprecations')
    .set((row) => ({ version: row.ref('version') }))
    .where('version', '=', version)
    .where('sunset_on', '=', sunset_on)
    .returning(['version', 'announced_at', 'sunset_on', 'sunset_announced_at'])
    .executeTakeFirst();
}

/**
 * Lists accounts that have an active key and were not notified of this date, ordered by id. With `keysAfter`,
 * lists only accounts whose keys are all newer.
 */
export async function listUnnotified(
  ledgerDb: LedgerDb,
  announcement: Announcement,
  rowsMax: number,
  keysAfter?: string,
): Promise<Addressee[]> {
  const rows = await ledgerDb
    .selectFrom('accounts')
    .innerJoin('api_keys', 'api_keys.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.email'])
    .select(({ fn }) => fn.min('api_keys.created_at').as('first_key_at'))
    .where('api_keys.revoked_at', 'is', null)
    .where((account) => isUnnotified(account, announcement))
    .groupBy(['accounts.id', 'accounts.email'])
    .$if(keysAfter !== undefined, (query) =>
      query.having(({ fn }) => fn.min('api_keys.created_at'), '>', keysAfter ?? ''),
    )
    .orderBy('accounts.id')
    .limit(rowsMax)
    .execute();
  return rows;
}

/**
 * Counts accounts that have an active key and were not notified of this date. With `keyBefore`, counts only
 * accounts with an older key.
 */
export async function countUnnotified(
  ledgerDb: LedgerDb,
  announcement: Announcement,
  keyBefore?: string,
): Promise<number> {
  return countRows(
    ledgerDb.selectFrom('accounts').where((account) => isUnnotified(account, announcement, keyBefore)),
  );
}

/** Counts accounts that were notified of this date. */
export async function countNotified(
  ledgerDb: LedgerDb,
  { version, sunset_on }: Announcement,
): Promise<number> {
  return countRows(
    ledgerDb
      .selectFrom('deprecation_notices')
      .where('version', '=', version)
      .where('sunset_on', '=', sunset_on),
  );
}

export async function insertNotices(
  tx: LedgerTx,
  announcement: Announcement,
  accounts: readonly Addressee[],
  at: string,
): Promise<void> {
  const { version, sunset_on } = announcement;
  await tx
    .insertInto('deprecation_notices')
    .values(accounts.map(({ id }) => ({ version, sunset_on, account_id: id, queued_at: at })))
    .execute();
}

function isUnnotified(
  account: ExpressionBuilder<LedgerSchema, 'accounts'>,
  { version, sunset_on }: Announcement,
  keyBefore?: string,
) {
  const key = account
    .selectFrom('api_keys')
    .select('api_keys.id')
    .whereRef('api_keys.account_id', '=', 'accounts.id')
    .where('api_keys.revoked_at', 'is', null);
  const notice = account
    .selectFrom('deprecation_notices')
    .select('deprecation_notices.account_id')
    .whereRef('deprecation_notices.account_id', '=', 'accounts.id')
    .where('deprecation_notices.version', '=', version)
    .where('deprecation_notices.sunset_on', '=', sunset_on);
  return account.and([
    account.exists(keyBefore === undefined ? key : key.where('api_keys.created_at', '<=', keyBefore)),
    account.not(account.exists(notice)),
  ]);
}
