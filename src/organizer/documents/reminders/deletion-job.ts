import { inTransaction } from '../../../platform/db/transaction.ts';
import type { DocumentContext } from '../context.ts';
import { deleteContentsOfPastEvents, deleteOfClosed } from './deletion-store.ts';

const DAY_MS = 86_400_000;
/** So that a decision that is taken back within the day has its documents. Nobody can see them meanwhile. */
const CLOSED_DAYS = 1;
/** What an insurer or a city may still ask about; the states and the history stay. */
const AFTER_EVENT_DAYS = 90;

/** Deletes files that nobody needs any more: of applications closed a day ago, and of events over for 90 days. Called hourly. */
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
