/**
 * Copies a text or bytes, as UTF-8, into memory of their own, for values that are cached. `Buffer.from` cuts
 * small buffers out of blocks of 64 KB, and a cached one would keep its whole block in memory.
 */
export function ownBytes(content: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === 'string') bytes.write(content);
  else content.copy(bytes);
  return bytes;
}
