import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The most common passwords are stored as sorted five-byte hashes in a 1 MB file, which is read when the
 * first password is chosen. One in five million other passwords matches by chance. The file is created by
 * `tools/make-common-passwords.ts`.
 */
export const HASH_BYTES = 5;

let stored: Buffer | undefined;

/** Returns true if a text, which must be in lower case, is a common password. */
export function isCommonPassword(text: string): boolean {
  stored ??= readFileSync(new URL('common-passwords.bin', import.meta.url));
  const wanted = hashOf(text);
  let low = 0;
  let high = stored.length / HASH_BYTES;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle * HASH_BYTES;
    const order = wanted.compare(stored, start, start + HASH_BYTES);
    if (order === 0) return true;
    if (order > 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

export function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, HASH_BYTES);
}
