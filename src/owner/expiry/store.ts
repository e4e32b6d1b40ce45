import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import type {
  ExpiryReminderSettingsTable,
  ExpiryRemindersTable,
} from '../../platform/db/schema/ledger-tables/vendor-tables.ts';
import { upsertRows } from '../../platform/db/upsert.ts';

/** Lists accounts with a verified claim that want these emails, sorted by id, starting after `after`. */
export async function listRemindedAccounts(
  ledgerDb: LedgerDb,
  { after, rowsMax }: { readonly after: string; readonly rowsMax: number },
): Promise<string[]> {
  const rows = await remindedClaims(ledgerDb)
    .select('claims.account_id')
    .distinct()
    .where('claims.account_id', '>', after)
    .orderBy('claims.account_id')
    .limit(rowsMax)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Lists the verified claims of these accounts with their addresses, unless they do not want these emails. */
export async function listRemindedClaims(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  accountIds: readonly string[],
) {
  return remindedClaims(ledgerDb)
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .select(['claims.account_id', 'claims.license_type', 'claims.license_digits'])
    .select(['accounts.email', 'accounts.language'])
    .where(engine.isOneOf('claims.account_id', accountIds))
    .orderBy('claims.account_id')
    .orderBy('claims.license_digits')
    .orderBy('claims.license_type')
    .execute();
}

function remindedClaims(ledgerDb: LedgerDb) {
  return ledgerDb
    .selectFrom('claims')
    .leftJoin('expiry_reminder_settings', 'expiry_reminder_settings.account_id', 'claims.account_id')
    .where('claims.state', '=', 'verified')
    .where(({ or, eb }) => or([eb('is_off', 'is', null), eb('is_off', '=', 0)]));
}

export type StoredReminder = Omit<ExpiryRemindersTable, 'queued_at'>;

/** Lists the reminders that were already queued for these accounts. */
export async function listQueuedReminders(
  tx: LedgerTx,
  engine: LedgerEngine,
  accountIds: readonly string[],
): Promise<StoredReminder[]> {
  return tx
    .selectFrom('expiry_reminders')
    .select(['account_id', 'license_type', 'license_digits', 'code', 'due_on', 'days'])
    .where(engine.isOneOf('account_id', accountIds))
    .execute();
}

export async function insertQueuedReminders(
  tx: LedgerTx,
  rows: readonly ExpiryRemindersTable[],
): Promise<void> {
  if (rows.length > 0)
    await upsertRows(
      tx,
      'expiry_reminders',
      ['account_id', 'license_type', 'license_digits', 'code', 'due_on', 'days'],
      rows,
    );
}

/** Stores the hashes of the links in the emails, without changing if an account wants them. */
export async function upsertLinks(
  tx: LedgerTx,
  links: readonly Pick<ExpiryReminderSettingsTable, 'account_id' | 'token_sha256'>[],
): Promise<void> {
  for (const { account_id, token_sha256 } of links)
    await tx
      .insertInto('expiry_reminder_settings')
      .values({ account_id, is_off: 0, token_sha256 })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ token_sha256 }))
      .execute();
}

/** Turns the emails of an account on or off. */
export async function upsertSetting(ledgerDb: LedgerDb, setting: ExpiryReminderSettingsTable): Promise<void> {
  await upsertRows(ledgerDb, 'expiry_reminder_settings', ['account_id'], [setting]);
}

export async function findSetting(
  ledgerDb: LedgerDb,
  accountId: string,
): Promise<ExpiryReminderSettingsTable | undefined> {
  return ledgerDb
    .selectFrom('expiry_reminder_settings')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Returns true if an email has a link with a token of this hash. */
export async function hasLink(ledgerDb: LedgerDb, tokenHash: string): Promise<boolean> {
  const row = await ledgerDb
    .selectFrom('expiry_reminder_settings')
    .select('account_id')
    .where('token_sha256', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns off the emails of the account that the link belongs to. Returns false if there is none. */
export async function turnOffByLink(ledgerDb: LedgerDb, tokenHash: string): Promise<boolean> {
  const { numUpdatedRows } = await ledgerDb
    .updateTable('expiry_reminder_settings')
    .set({ is_off: 1 })
    .where('token_sha256', '=', tokenHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
