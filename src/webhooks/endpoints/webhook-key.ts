import { sealingKey } from '../../lib/sealed-secret.ts';

/** Derives the key that encrypts the signing secrets of webhooks. */
export function webhookKey(serviceSecret: string): Uint8Array {
  return sealingKey(serviceSecret, 'webhook secrets 1');
}
