import { createHash } from 'node:crypto';

/** Returns a short hash of the content of a row. */
export function hashOf(row: object): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22);
}
