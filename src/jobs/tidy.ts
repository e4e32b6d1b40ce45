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
 * Forgets in the ledger what nobody needs any more: ended sessions, used-up links, counts of tries, lists that were checked a week ago, answers that no key gets again, who
 * was written to a month ago, what was sent to webhooks, and what is past the time that `days` gives it. Returns how much of the last.
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
