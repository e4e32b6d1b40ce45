import { randomUUID } from 'node:crypto';
import { lockAccount } from '../../accounts/account/service.ts';
import { noteEventWork } from '../../accounts/teams/service.ts';
import type { Checked } from '../../lib/field-errors.ts';
import { describeDay } from '../../lib/time/dates.ts';
import { toLocal } from '../../lib/time/zoned-time.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/db/refusal.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { readCopy, shiftFields, type TypedCopy } from './copy.ts';
import { readEventForm, toEventFields } from './form/event-form.ts';
import { EVENTS_MAX, getEvent } from './service.ts';
import * as store from './store.ts';

/**
 * Creates drafts based on an event, including its questions. Creates either all of them or none, and returns
 * their ids in date order. An error named `form` applies to the whole form. Throws the same errors as
 * `getEvent`.
 */
export async function copyEvent(
  ledgerDb: LedgerDb,
  { accountId, eventId }: { readonly accountId: string; readonly eventId: string },
  typed: TypedCopy,
  now: Date,
): Promise<Checked<readonly string[]>> {
  const before = await getEvent(ledgerDb, accountId, eventId, 'manage');
  const read = readCopy(typed, toLocal(now.toISOString(), before.timezone).slice(0, 10));
  if (!read.ok) return read;
  const { name, days } = read.value;
  try {
    return await inTransaction(ledgerDb, async (tx) => {
      const ownerId = before.account_id;
      await lockAccount(tx, ownerId);
      const event = await getEvent(tx, accountId, eventId, 'manage');
      if ((await store.countOwnEvents(tx, ownerId)) + days.length > EVENTS_MAX)
        throw new Refusal(`An account can have at most ${EVENTS_MAX.toLocaleString('en-US')} events.`);
      const ids: string[] = [];
      for (const day of days) {
        const draft = readEventForm(shiftFields(toEventFields(event), name, day));
        // One hour does not exist on the date when clocks go forward.
        if (!draft.ok) throw new Refusal(`${describeDay(day)}: ${Object.values(draft.errors)[0] ?? ''}`);
        const id = randomUUID();
        const { questions } = event;
        await store.insertDraft(tx, {
          ...draft.value,
          id,
          accountId: ownerId,
          now: now.toISOString(),
          questions,
        });
        await noteEventWork(tx, { ownerId, actorId: accountId, subject: name, action: 'made_event' }, now);
        ids.push(id);
      }
      return { ok: true, value: ids };
    });
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, errors: { form: error.message } };
    throw error;
  }
}
