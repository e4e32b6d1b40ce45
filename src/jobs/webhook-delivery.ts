import type { Logger } from '../platform/log/log.ts';
import { createOutageLog, startPolling } from '../platform/poll.ts';
import type { WebhookDeliveryJob } from '../webhooks/delivery/delivery-job.ts';

const POLL_MS = 1_000;

/** Checks for webhooks that are due every second until the returned `stop` is called. */
export function startWebhookDelivery(
  delivery: Pick<WebhookDeliveryJob, 'look' | 'stop'>,
  log: Pick<Logger, 'error' | 'info'>,
): { stop(): Promise<void> } {
  const outage = createOutageLog(log, {
    begins: 'the webhook queue could not be read; trying again',
    ends: 'the webhook queue can be read again',
  });
  const polling = startPolling(() => delivery.look().then(outage.worked, outage.failed), POLL_MS);
  return {
    async stop() {
      await polling.stop();
      await delivery.stop();
    },
  };
}
