import type { ListWindow } from '../../lib/list-window.ts';
import { isUuid } from '../../lib/text/uuid.ts';
import { JURISDICTION_ZONE, jurisdictionDay } from '../../lib/time/dates.ts';
import { toInstant } from '../../lib/time/zoned-time.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { describeOutbox, makeDue, type OutboxOverview } from '../../platform/mail/outbox-overview.ts';
import { logAction } from '../access/service.ts';

export type { OutboxOverview, UnsentMail } from '../../platform/mail/outbox-overview.ts';

/** Shows outgoing email to an operator and lets them retry it. */
export interface OutboxService {
  /** Returns counts of email, and a page of unsent email; "sent" counts today by the jurisdiction's clock. */
  describe(window: ListWindow): Promise<OutboxOverview>;
  /**
   * Makes an unsent email due now and logs who did it. Returns false if it is already sent or its text is
   * gone.
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
