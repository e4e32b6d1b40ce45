import { createHmac } from 'node:crypto';

/** Signs according to the Standard Webhooks specification, version 1 (symmetric). */

const SECRET_PREFIX = 'whsec_';
export const SECRET_BYTES = 32;

export function toSecret(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

/** Returns the headers for one attempt, with a signature for each valid secret. */
export function signedHeaders(
  message: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    const signed = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`);
    return `v1,${signed.digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'VendorCompliance-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
