import { v5 as uuidV5 } from 'uuid';
import type { IsoDate } from '../../lib/time/dates.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMails } from '../../platform/mail/outbox.ts';
import { hasMail } from '../../platform/mail/outbox-overview.ts';
import { listOperators } from '../access/store.ts';
import { type FilesOfDay, filesMail } from './daily-email.ts';

/** Our own namespace for the ids of these emails: one id for each operator and day. */
const NAMESPACE = '0f0a1c3e-6a3f-4f0e-9d3c-5d4f6b1f7a21';

/**
 * Queues at most one email for each operator and day about files that need a look. Returns how many were
 * queued.
 */
export async function queueDailyEmails(
  ledgerDb: LedgerDb,
  files: FilesOfDay,
  { day, now, baseUrl }: { readonly day: IsoDate; readonly now: Date; readonly baseUrl: string },
): Promise<number> {
  if (files.refused.length + files.doubts.length === 0) return 0;
  return inTransaction(ledgerDb, async (tx) => {
    const mails = [];
    for (const { account_id, email } of await listOperators(tx)) {
      const id = uuidV5(`${account_id}:${day}`, NAMESPACE);
      if (!(await hasMail(tx, id))) mails.push({ ...filesMail(email, files, baseUrl), id });
    }
    await queueMails(tx, mails, now);
    return mails.length;
  });
}
