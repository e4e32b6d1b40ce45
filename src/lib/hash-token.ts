import { hash } from 'node:crypto';

/**
 * Returns the stored form of a token or key: SHA-256, hexadecimal. A token is random and long, so it needs no
 * salt and no slow hash.
 */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
