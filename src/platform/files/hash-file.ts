import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** A millisecond's work at a time. */
const PART_BYTES = 1_000_000;

/** Returns a file's length and SHA-256, hexadecimal. Other work of the process goes on between its parts. Throws if it cannot be read. */
export async function hashFile(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of createReadStream(file, { highWaterMark: PART_BYTES })) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
