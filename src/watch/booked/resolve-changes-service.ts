import type { ChangesOnRecord } from '../../organizer/applications/context.ts';
import { getEventApplication } from '../../organizer/applications/inbox/inbox-service.ts';
import { lockEvents } from '../../organizer/events/service.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { BookedContext } from './context.ts';
import * as store from './resolve-changes-store.ts';

/** Records that a manager of the event reviewed the changes and kept the decision or filed a new one. */

export interface Resolution {
  readonly how: 'kept' | 'filed';
  /** The number of the newest change that the page showed. Later changes remain open. */
  readonly upTo: number;
}

/**
 * Marks the changes as reviewed. Returns false if another change arrived after the page was shown, so that
 * something is still open. Throws `not_found` and `forbidden` like every action on an event.
 */
export async function resolve(
  { ledgerDb, engine, now }: BookedContext,
  named: { readonly accountId: string; readonly eventId: string; readonly applicationId: string },
  { how, upTo }: Resolution,
): Promise<boolean> {
  await getEventApplication(ledgerDb, named, 'manage');
  return inTransaction(ledgerDb, async (tx) => {
    await lockEvents(tx, [named.eventId]);
    const { event, application } = await getEventApplication(tx, named, 'manage');
    const by = { at: now().toISOString(), by: named.accountId, how, upTo };
    await store.resolveChanges(tx, engine, [application.id], by);
    return !(await store.listUnresolved(tx, event.id)).has(application.id);
  });
}

/** Updates the changes when application decisions are made or undone. */
export const changesOnRecord: ChangesOnRecord = {
  listUnresolved: store.listUnresolved,
  async resolve(tx, engine, ids, { accountId, at }) {
    await store.resolveChanges(tx, engine, ids, { at, by: accountId, how: 'status' });
  },
  reopen: store.reopenChanges,
};
