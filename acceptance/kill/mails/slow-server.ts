import { setTimeout as wait } from 'node:timers/promises';
import { type FakeMailServer, startFakeMailServer } from '../../../test/support/mail-server.ts';

/** Takes up to so long for each mail, so that a kill may come while it does. */
export function startSlowMailServer(longestMs: number): Promise<FakeMailServer> {
  return startFakeMailServer({
    async onMessage() {
      await wait(Math.random() * longestMs);
      return undefined;
    },
  });
}
