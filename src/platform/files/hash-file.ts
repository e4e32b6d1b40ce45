import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** The bytes per part, which take about a millisecond to hash. */
const PART_BYTES = 1_000_000;

/**
 * Returns a file's length and SHA-256 in hexadecimal. Lets other work of the process run between parts.
 * Throws if the file cannot be read.
 */
export async function hashFile(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  // One buffer is used for all parts; with a new one for each, V8 would constantly collect garbage.
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
