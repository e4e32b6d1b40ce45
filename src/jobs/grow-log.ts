import type { Cosigning } from '../decisions/log/cosign-service.ts';
import type { Sequencer } from '../decisions/log/sequence-service.ts';
import type { Logger } from '../platform/log/log.ts';
import { createOutageLog, startPolling } from '../platform/poll.ts';

/** Short enough that a new receipt's inclusion in the log can be proved within a minute. */
const EVERY_MS = 5_000;

/** Adds receipts and publications to the log until the returned `stop` is called. */
export function startSequencing(sequencer: Sequencer, log: Logger): { stop(): Promise<void> } {
  const outage = createOutageLog(log, {
    begins: 'could not add entries to the public log; trying again',
    ends: 'the public log can be written again',
  });
  const stopping = new AbortController();
  const polling = startPolling(async () => {
    try {
      await sequencer.run(stopping.signal);
      outage.worked();
    } catch (error) {
      outage.failed(error);
    }
  }, EVERY_MS);
  return {
    async stop() {
      stopping.abort();
      await polling.stop();
    },
  };
}

/** Asks witnesses to sign new checkpoints until the returned `stop` is called. */
export function startCosigning(cosigning: Cosigning, log: Logger): { stop(): Promise<void> } {
  const outage = createOutageLog(log, {
    begins: 'could not ask witnesses to sign the public log; trying again',
    ends: 'witnesses can be asked again',
  });
  return startPolling(() => cosigning.look().then(outage.worked, outage.failed), EVERY_MS);
}
