import { createHmac, hash } from 'node:crypto';

/**
 * Returns the stored form of a token or key: SHA-256 in hexadecimal. Tokens are long and random, so they need
 * no salt or slow hash.
 */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

const DERIVED_LENGTH = 32;

/**
 * Derives a token from the service's secret and a text that names its purpose and its row. A link can then be
 * recreated even though only the token's hash is stored. 192 bits, base64url.
 */
export function deriveToken(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, DERIVED_LENGTH);
}
