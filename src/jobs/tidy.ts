import { deleteExpiredLinks, deleteExpiredSessions } from '../accounts/account/service.ts';
import { deleteExpiredInvitations } from '../accounts/teams/service.ts';
import { removeOldAnswers } from '../decisions/decide/idempotency/idempotent-service.ts';
import { removeOldLists } from '../organizer/lists/service.ts';
import { removeOldCounts } from '../platform/counters/ledger-counts.ts';
import type { LedgerDb } from '../platform/db/database.ts';
import { removeOldMails } from '../platform/mail/outbox.ts';
import type { RetentionDays } from '../privacy/retention/retention.ts';
import { type Forgotten, forgetOld } from '../privacy/retention/retention-job.ts';
import { removeOldWebhookMessages } from '../webhooks/endpoints/service.ts';

const KEEP_MAILS_MS = 30 * 24 * 3_600_000;

/**
 * Deletes expired rows from the ledger: sessions, links, attempt counts, checked lists, idempotent responses,
 * sent emails, and webhook messages. Also deletes data that has passed the limits in `days`, and returns the
 * counts of that data.
 */
export async function tidyLedger(
  ledger: LedgerDb,
  now: Date,
  days: RetentionDays,
  signal?: AbortSignal,
): Promise<Forgotten> {
  await deleteExpiredSessions(ledger, now);
  await deleteExpiredLinks(ledger, now);
  await deleteExpiredInvitations(ledger, now);
  await removeOldCounts(ledger, now);
  await removeOldLists(ledger, now);
  await removeOldAnswers(ledger, now);
  await removeOldWebhookMessages(ledger, now);
  await removeOldMails(ledger, new Date(now.getTime() - KEEP_MAILS_MS));
  return forgetOld(ledger, now, days, signal);
}
