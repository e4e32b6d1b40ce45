import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** The number of bytes in a part, which takes about a millisecond to hash. */
const PART_BYTES = 1_000_000;

/**
 * Returns a file's length and its SHA-256 in hexadecimal. Lets the process do other work between parts.
 * Throws if the file cannot be read.
 */
export async function hashFile(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  // All parts use the same buffer. With a new buffer for each part, V8 would constantly collect garbage.
  const part = Buffer.allocUnsafe(PART_BYTES);
  let bytes = 0;
  await using opened = await open(file);
  for (;;) {
    const { bytesRead } = await opened.read(part);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    hash.update(part.subarray(0, bytesRead));
    bytes += bytesRead;
  }
}
