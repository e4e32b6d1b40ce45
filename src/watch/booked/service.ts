import { type BookedChange, type BookedHistory, toBookedChange } from './booked-change.ts';
import type { BookedContext } from './context.ts';
import { sendDigests } from './digest-service.ts';
import { lookAtBooked } from './look-service.ts';
import { type Resolution, resolve } from './resolve-changes-service.ts';
import { listChanges } from './store.ts';

export { changesOnRecord } from './resolve-changes-service.ts';

/** Watches vendors with a spot until the event is over, at no charge to the organizer. */

export function createBookedWatch(context: BookedContext) {
  const { ledgerDb, engine } = context;
  return {
    /**
     * Compares every vendor with a spot with the last state that was seen, and emails severe changes. Call it
     * before and after each refresh. It can safely be repeated and run in several processes.
     */
    look: () => lookAtBooked(context),
    /**
     * Queues the daily emails that are due, and returns the number of emails. It can be repeated just as
     * safely.
     */
    sendDigests: () => sendDigests(context),
    /** Records that a manager reviewed the changes. Returns false if there are newer changes. */
    resolve: (named: Parameters<typeof resolve>[1], resolved: Resolution) =>
      resolve(context, named, resolved),
    /** Returns these applications' changes by application id, using one statement. */
    async describe(ids: readonly string[]): Promise<ReadonlyMap<string, BookedHistory>> {
      const rows = await listChanges(ledgerDb, engine, ids);
      const all = Map.groupBy(rows, ({ application_id }) => application_id);
      return new Map([...all].map(([id, each]) => [id, toHistory(each.map(toBookedChange))]));
    },
  };
}

export type BookedWatch = ReturnType<typeof createBookedWatch>;

function toHistory(all: readonly BookedChange[]): BookedHistory {
  return { all, sinceDecision: all.filter(({ resolved }) => resolved === null) };
}
