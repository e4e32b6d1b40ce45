import { hash } from 'node:crypto';

/**
 * Returns the stored form of a token or key: SHA-256 in hexadecimal. Tokens are long and random, so they need
 * no salt or slow hash.
 */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
