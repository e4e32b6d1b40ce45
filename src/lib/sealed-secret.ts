import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

/**
 * Encrypts stored secrets that the service needs in plain text later, to sign or compare. The key is derived
 * from the service's secret, so a copy of the database is useless without it. Each secret is bound to its
 * owner and cannot be moved to another row.
 */

const CIPHER = 'aes-256-gcm';
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives the key for {@link seal} and {@link unseal}. Each purpose has its own label. */
export function sealingKey(serviceSecret: string, label: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', serviceSecret, '', label, 32));
}

/** Encrypts a secret. `nonce` must be random and used only once. */
export function seal(key: Uint8Array, ownerId: string, secret: string, nonce: Uint8Array): string {
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(ownerId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
}

/**
 * Decrypts a secret. Returns undefined if it was encrypted with another key or for another owner, or is
 * damaged.
 */
export function unseal(key: Uint8Array, ownerId: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(ownerId));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
