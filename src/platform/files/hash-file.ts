import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** A millisecond's work at a time. */
const PART_BYTES = 1_000_000;

/** Returns a file's length and SHA-256, hexadecimal. Other work of the process goes on between its parts. Throws if it cannot be read. */
export async function hashFile(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  // One for all parts: each of its own would have V8 collect garbage meanwhile.
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
