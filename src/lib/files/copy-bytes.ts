/**
 * A text or bytes as UTF-8 in memory of their own, for what is kept. `Buffer.from` cuts small buffers out of blocks of 64 KB, and one of
 * them that is kept keeps its whole block.
 */
export function ownBytes(content: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === 'string') bytes.write(content);
  else content.copy(bytes);
  return bytes;
}
