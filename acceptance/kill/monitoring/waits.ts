import { setTimeout as wait } from 'node:timers/promises';
import type { FakeMailServer } from '../../../test/support/mail-server.ts';
import type { Place } from '../../../test/support/place.ts';
import type { Service } from './service.ts';

/** Conditions that the kill loops wait for, each with a time limit. */

const FOLLOWED_UP_WITHIN_MS = 120_000;
const MAIL_TRIES = 400;
const LOOK_EVERY_MS = 50;

export async function followedUp(service: Service): Promise<void> {
  const late = wait(FOLLOWED_UP_WITHIN_MS, false, { ref: false });
  if (!(await Promise.race([service.logged('steps after the refresh are done'), late])))
    throw new Error(`the import did not come to its end: ${service.errors.join('; ')}`);
}

/** Waits until the outbox is empty. */
export async function allSent({
  place,
  mailServer,
}: {
  readonly place: Place;
  readonly mailServer: FakeMailServer;
}): Promise<void> {
  const ledger = place.openLedger();
  try {
    for (let look = 0; look < MAIL_TRIES; look++) {
      const due = await ledger.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
      if (due.length === 0) return;
      await wait(LOOK_EVERY_MS);
    }
  } finally {
    await ledger.close();
  }
  console.error(`the outbox does not get empty; ${mailServer.arrived.length} mails arrived`);
}
