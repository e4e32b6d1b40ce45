import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/**
 * Signing secrets at rest. They must be readable to sign, so they are encrypted with a key derived from the service's secret: a
 * copy of the database alone signs nothing. Each is bound to its endpoint and cannot be moved to another one.
 */

const CIPHER = 'aes-256-gcm';
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key for {@link seal} and {@link unseal}. */
export function sealingKey(serviceSecret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', serviceSecret, '', 'webhook secrets 1', 32));
}

/** `nonce` is random and used once. */
export function seal(key: Uint8Array, endpointId: string, secret: string, nonce: Uint8Array): string {
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(endpointId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/** Undefined when it was sealed with another key or for another endpoint, or was damaged. */
export function unseal(key: Uint8Array, endpointId: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(endpointId));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
