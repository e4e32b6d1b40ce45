/**
 * Copies bytes, or text as UTF-8, into a buffer of their own, for values that are cached. `Buffer.from`
 * allocates small buffers from 64 KB blocks, so a small cached buffer would keep its whole block in memory.
 */
export function ownBytes(content: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === 'string') bytes.write(content);
  else content.copy(bytes);
  return bytes;
}
