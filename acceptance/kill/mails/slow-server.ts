import { setTimeout as wait } from 'node:timers/promises';
import { type FakeMailServer, startFakeMailServer } from '../../../test/support/mail-server.ts';

/**
 * Starts an email server that takes up to this long to accept each email, so that a kill can hit during a
 * delivery.
 */
export function startSlowMailServer(longestMs: number): Promise<FakeMailServer> {
  return startFakeMailServer({
    async onMessage() {
      await wait(Math.random() * longestMs);
      return undefined;
    },
  });
}
