import { inTransaction } from '../../../platform/db/transaction.ts';
import type { DocumentContext } from '../context.ts';
import { deleteContentsOfPastEvents, deleteOfClosed } from './deletion-store.ts';

const DAY_MS = 86_400_000;
/**
 * Files of a closed application are deleted after one day, so that undoing a decision on the same day
 * restores its documents. They are hidden until then.
 */
const CLOSED_DAYS = 1;
/**
 * Files are kept this long after the event, because an insurer or a city may ask about one. The states and
 * the history are kept longer.
 */
const AFTER_EVENT_DAYS = 90;

/**
 * Deletes files of applications that were closed a day ago and of events that ended 90 days ago. This runs
 * every hour.
 */
export async function deleteOldDocuments({
  ledgerDb,
  now,
}: Pick<DocumentContext, 'ledgerDb' | 'now'>): Promise<{
  readonly closed: number;
  readonly pastEvents: number;
}> {
  const at = now();
  const before = (days: number) => new Date(at.getTime() - days * DAY_MS).toISOString();
  return {
    closed: await inTransaction(ledgerDb, (tx) => deleteOfClosed(tx, before(CLOSED_DAYS), at)),
    pastEvents: await inTransaction(ledgerDb, (tx) =>
      deleteContentsOfPastEvents(tx, before(AFTER_EVENT_DAYS), at),
    ),
  };
}
