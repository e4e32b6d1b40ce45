import type { WebhookDeliveryJob } from '../ledger/webhooks/delivery-job.ts';
import type { Logger } from '../platform/log.ts';

const POLL_MS = 1_000;

/** Looks every second for webhooks that are due, until it is stopped. Of a failure to look, the first is logged. */
export function startWebhookDelivery(
  delivery: Pick<WebhookDeliveryJob, 'look' | 'stop'>,
  log: Pick<Logger, 'error' | 'info'>,
): { stop(): Promise<void> } {
  let isFailing = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      await delivery.look();
      if (isFailing) log.info('webhooks can be looked for again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'could not look for webhooks to send; trying again');
      isFailing = true;
    }
  };
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const lookLater = (): void => {
    timer = setTimeout(() => {
      looking = look().then(() => {
        if (!isStopped) lookLater();
      });
    }, POLL_MS);
    timer.unref();
  };
  lookLater();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await delivery.stop();
    },
  };
}
