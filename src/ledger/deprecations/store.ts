import type { ExpressionBuilder } from 'kysely';
import { countRows } from '../../platform/db/count-rows.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type { DeprecationsTable, LedgerSchema } from '../../platform/db/schema-ledger.ts';

export type Deprecation = DeprecationsTable;

export interface Addressee {
  readonly id: string;
  readonly email: string;
  /** When the oldest of its keys in use was made. */
  readonly first_key_at: string;
}

/** Which announcement: the version, and its last day. */
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

/** Announces a version's last day, or moves it to a later one; false when the one announced is as late or later. */
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
 * The announcement, while this day is still the one announced. Writing the row, unchanged, keeps others from moving the day, and from
 * telling the same accounts, until the end of this transaction.
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

/** Accounts with a key in use that were not told of this day, by id; with `keysAfter`, of those whose keys are all newer. */
export async function listUntold(
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
    .where((account) => isUntold(account, announcement))
    .groupBy(['accounts.id', 'accounts.email'])
    .$if(keysAfter !== undefined, (query) =>
      query.having(({ fn }) => fn.min('api_keys.created_at'), '>', keysAfter ?? ''),
    )
    .orderBy('accounts.id')
    .limit(rowsMax)
    .execute();
  return rows;
}

/** How many accounts with a key in use were not told of this day; with `keyBefore`, of those whose key is older. */
export async function countUntold(
  ledgerDb: LedgerDb,
  announcement: Announcement,
  keyBefore?: string,
): Promise<number> {
  return countRows(
    ledgerDb.selectFrom('accounts').where((account) => isUntold(account, announcement, keyBefore)),
  );
}

/** How many accounts were told of this day. */
export async function countTold(ledgerDb: LedgerDb, { version, sunset_on }: Announcement): Promise<number> {
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

function isUntold(
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
