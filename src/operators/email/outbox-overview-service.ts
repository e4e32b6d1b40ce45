import type { ListWindow } from '../../lib/list-window.ts';
import { isUuid } from '../../lib/text/uuid.ts';
import { JURISDICTION_ZONE, jurisdictionDay } from '../../lib/time/dates.ts';
import { toInstant } from '../../lib/time/zoned-time.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { describeOutbox, makeDue, type OutboxOverview } from '../../platform/mail/outbox-overview.ts';
import { logAction } from '../access/service.ts';

export type { OutboxOverview, UnsentMail } from '../../platform/mail/outbox-overview.ts';

/** Lets an operator view and retry outgoing email. */
export interface OutboxService {
  /**
   * Returns the number of emails by state and a page of unsent emails. "Sent" counts only the current date in
   * the jurisdiction's time zone.
   */
  describe(window: ListWindow): Promise<OutboxOverview>;
  /**
   * Schedules an unsent email for immediate delivery and logs the account that requested it. Returns false if
   * the email was already sent or its text was deleted.
   */
  retry(accountId: string, mailId: string): Promise<boolean>;
}

export function createOutboxService({
  ledgerDb,
  now,
}: {
  readonly ledgerDb: LedgerDb;
  readonly now: () => Date;
}): OutboxService {
  return {
    describe(window) {
      const day = jurisdictionDay(now());
      const sentSince = toInstant(`${day}T00:00`, JURISDICTION_ZONE) ?? `${day}T05:00:00.000Z`;
      return describeOutbox(ledgerDb, { sentSince, ...window });
    },
    retry: (accountId, mailId) =>
      inTransaction(ledgerDb, async (tx) => {
        const isDue = isUuid(mailId) && (await makeDue(tx, mailId, now()));
        if (isDue)
          await logAction(tx, { accountId, action: 'mail.retry', subject: mailId, detail: '' }, now());
        return isDue;
      }),
  };
}
