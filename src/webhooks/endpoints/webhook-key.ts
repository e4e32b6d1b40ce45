import { sealingKey } from '../../lib/sealed-secret.ts';

/** The key that signing secrets of webhooks are sealed with. */
export function webhookKey(serviceSecret: string): Uint8Array {
  return sealingKey(serviceSecret, 'webhook secrets 1');
}
