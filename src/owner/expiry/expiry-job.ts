import { toRecipient } from '../../accounts/account/service.ts';
import { deriveToken, hashToken } from '../../lib/hash-token.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import type { LinkMaker } from '../../organizer/applications/apply/private-link.ts';
import { listHeldDocuments } from '../../organizer/documents/held/held-documents-service.ts';
import type { LedgerDb, LedgerEngine, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { type Mail, queueMails } from '../../platform/mail/outbox.ts';
import { withinLimit } from '../../platform/mail/recipient-limit.ts';
import { type DueReminder, groupIntoEmails, listDueReminders, listExpiryDates } from './expiry-dates.ts';
import { type ReadLicenseDates, readLicenseDates } from './license-dates-service.ts';
import { documentExpiryMail, licenseExpiryMail } from './mail-texts.ts';
import {
  insertQueuedReminders,
  listQueuedReminders,
  listRemindedAccounts,
  listRemindedClaims,
  type StoredReminder,
  upsertLinks,
} from './store.ts';

/** The dependencies of reminders of expiry dates. */
export interface ExpiryContext extends LinkMaker {
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly registry: PublishedAccess;
  /** Recreates the tokens in links, so that only their hashes need to be stored. */
  readonly secret: string;
  readonly now: () => Date;
}

/** The number of accounts per transaction. */
const PART_SIZE = 200;

interface Email extends Mail {
  readonly accountId: string;
  readonly reminders: readonly DueReminder[];
}

/**
 * Emails each due reminder once to the verified owners of licenses, and returns the number of emails. This
 * runs every hour, and several processes may run it. A missed reminder is sent later if it still applies.
 */
export async function sendExpiryReminders(context: ExpiryContext): Promise<number> {
  const { ledgerDb, engine, registry } = context;
  let count = 0;
  for (let after = ''; ; ) {
    const accountIds = await listRemindedAccounts(ledgerDb, { after, rowsMax: PART_SIZE });
    const last = accountIds.at(-1);
    if (last === undefined) return count;
    const claims = await listRemindedClaims(ledgerDb, engine, accountIds);
    const digits = claims.map(({ license_digits }) => license_digits);
    const dates = await readLicenseDates(registry, digits);
    count += await inTransaction(ledgerDb, (tx) => remindAccounts(tx, context, accountIds, dates));
    after = last;
  }
}

/** Returns the token of an account's link that turns these emails off. */
export function stopToken({ secret }: Pick<ExpiryContext, 'secret'>, accountId: string): string {
  return deriveToken(secret, `expiry-reminders:${accountId}`);
}

/**
 * Stores the reminders together with their emails. Holds a lock, so that only one process at a time can do
 * this.
 */
async function remindAccounts(
  tx: LedgerTx,
  context: ExpiryContext,
  accountIds: readonly string[],
  dates: ReadLicenseDates,
): Promise<number> {
  const { engine, now } = context;
  await engine.lockName(tx, 'expiry reminders');
  const at = now();
  const claims = await listRemindedClaims(tx, engine, accountIds);
  if (claims.length === 0) return 0;
  const documents = await listHeldDocuments({ ledgerDb: tx, engine, now: () => at }, claims);
  const queued = new Set((await listQueuedReminders(tx, engine, accountIds)).map(keyOf));
  const today = jurisdictionDay(at);
  const due = listDueReminders(listExpiryDates(claims, dates.licenses, documents, today), today);
  const unsent = due.filter((each) => !queued.has(keyOf(each)));
  const recipients = new Map(
    claims.map(({ account_id, email, language }) => [account_id, toRecipient(email, language)]),
  );
  const emails = groupIntoEmails(unsent).flatMap((reminders): Email[] => {
    const [{ account_id: accountId }] = reminders;
    const recipient = recipients.get(accountId);
    if (!recipient) return [];
    const token = stopToken(context, accountId);
    const about = { recipient, links: context, token, fictional: dates.fictional };
    return [{ ...toMail(about, reminders), accountId, reminders }];
  });
  return queueEmails(tx, context, emails, at);
}

/** Queues the emails. Those about documents are limited, because others can cause many. */
async function queueEmails(
  tx: LedgerTx,
  context: ExpiryContext,
  emails: readonly Email[],
  at: Date,
): Promise<number> {
  const { license = [], document = [] } = Object.groupBy(emails, ({ reminders: [first] }) =>
    first?.kind === 'license' ? 'license' : 'document',
  );
  const allowed = [...license, ...(await withinLimit(tx, 'document', document, at))];
  const queued_at = at.toISOString();
  await insertQueuedReminders(
    tx,
    allowed.flatMap(({ reminders }) => reminders.map((each) => ({ ...toStored(each), queued_at }))),
  );
  const accounts = [...new Set(allowed.map(({ accountId }) => accountId))];
  await upsertLinks(
    tx,
    accounts.map((account_id) => ({ account_id, token_sha256: hashToken(stopToken(context, account_id)) })),
  );
  await queueMails(tx, allowed, at);
  return allowed.length;
}

function toMail(
  about: Parameters<typeof licenseExpiryMail>[0],
  [first, ...rest]: readonly [DueReminder, ...DueReminder[]],
): Mail {
  if (first.kind === 'license')
    return licenseExpiryMail(about, [first, ...rest.filter((each) => each.kind === 'license')]);
  return documentExpiryMail(about, [first, ...rest.filter((each) => each.kind === 'document')]);
}

function toStored({ account_id, license_type, license_digits, code, due_on, days }: DueReminder) {
  return { account_id, license_type, license_digits, code, due_on, days };
}

function keyOf(reminder: StoredReminder): string {
  const { account_id, license_type, license_digits, code, due_on, days } = reminder;
  return [account_id, license_type, license_digits, code, due_on, days].join(' ');
}
