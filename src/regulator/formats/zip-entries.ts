import { crc32, createInflateRaw } from 'node:zlib';

/** Reads zip files, which are either workbooks or archives of several files. */

export interface ZipEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly packed: Uint8Array;
  /** The CRC-32 of the unpacked content, as listed in the zip. */
  readonly crc: number;
}

export class ZipDamaged extends Error {}

const ENTRIES_MAX = 2_000;
const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END_HEADER = 0x06054b50;
const LOCAL_BYTES = 30;
const DIRECTORY_BYTES = 46;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;
const CHUNK_BYTES = 64 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** An entry in a zip file's table of contents. */
export interface ListedEntry {
  readonly name: string;
  /** The packed size and the unpacked size in bytes, as listed in the zip. */
  readonly packedBytes: number;
  readonly bytes: number;
  /** The position of the entry in the table of contents. */
  readonly at: number;
}

/**
 * Returns the entries for which `isWanted` is true. Throws a {@link ZipDamaged} if the file is not a zip or
 * one of those names appears twice.
 */
export function readEntries(bytes: Uint8Array, isWanted: (name: string) => boolean): ZipEntry[] {
  const view = viewOf(bytes);
  const entries = new Map<string, ZipEntry>();
  for (const { name, at } of listEntries(bytes)) {
    if (!isWanted(name)) continue;
    if (entries.has(name)) throw new ZipDamaged('it holds a part twice');
    entries.set(name, readEntry(view, name, at));
  }
  return [...entries.values()];
}

/**
 * Lists the contents of a zip file. `bytes` may omit its first `skipped` bytes. Throws a {@link ZipDamaged}
 * if the file is not a zip, has more than 2,000 entries, or has a table of contents that begins in the
 * omitted bytes.
 */
export function listEntries(bytes: Uint8Array, skipped = 0): ListedEntry[] {
  const view = viewOf(bytes);
  const end = findEnd(view);
  const count = view.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) throw new ZipDamaged(`it has more than ${ENTRIES_MAX} parts`);
  const entries: ListedEntry[] = [];
  const start = view.readUInt32LE(end + 16) - skipped;
  if (start < 0) throw new ZipDamaged('its table of contents is cut off');
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + DIRECTORY_BYTES > end || view.readUInt32LE(at) !== DIRECTORY_HEADER)
      throw new ZipDamaged('its table of contents is cut off');
    const nameBytes = view.readUInt16LE(at + 28);
    const name = view.toString('utf8', at + DIRECTORY_BYTES, at + DIRECTORY_BYTES + nameBytes);
    entries.push({ name, packedBytes: view.readUInt32LE(at + 20), bytes: view.readUInt32LE(at + 24), at });
    at += DIRECTORY_BYTES + nameBytes + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  // The count field can hold at most 65,535. If there are more entries, it contains only the remainder.
  if (at !== start + view.readUInt32LE(end + 12))
    throw new ZipDamaged('its table of contents has another length than it says');
  return entries;
}

/**
 * Unpacks an entry in pieces. Throws a {@link ZipDamaged} if the contents do not match the CRC-32 listed in
 * the zip.
 */
export async function* unpackEntry({ packed, isDeflated, crc }: ZipEntry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of isDeflated ? inflate(packed) : slices(packed)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw new ZipDamaged('a part is damaged', { cause: error });
  }
  if (sum !== crc) throw new ZipDamaged('a part is damaged');
}

async function* inflate(packed: Uint8Array): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: CHUNK_BYTES });
  stream.end(packed);
  for await (const chunk of stream) yield Buffer.from(chunk);
}

/**
 * Splits bytes into pieces and lets other work run between them, as happens when a compressed entry is
 * unpacked.
 */
async function* slices(bytes: Uint8Array): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield viewOf(bytes.subarray(at, at + CHUNK_BYTES));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function findEnd(view: Buffer): number {
  const first = Math.max(0, view.length - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = view.length - END_BYTES; at >= first; at--)
    if (view.readUInt32LE(at) === END_HEADER) return at;
  throw new ZipDamaged('it is cut off, or no workbook');
}

function readEntry(view: Buffer, name: string, listed: number): ZipEntry {
  const method = view.readUInt16LE(listed + 10);
  const isEncrypted = (view.readUInt16LE(listed + 8) & 1) !== 0;
  if (isEncrypted || (method !== STORED && method !== DEFLATED))
    throw new ZipDamaged('it is encrypted, or packed in a way that workbooks are not');
  const local = view.readUInt32LE(listed + 42);
  if (local + LOCAL_BYTES > view.length || view.readUInt32LE(local) !== LOCAL_HEADER)
    throw new ZipDamaged('a part is not where its table of contents says');
  const start = local + LOCAL_BYTES + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28);
  const packedBytes = view.readUInt32LE(listed + 20);
  if (start + packedBytes > view.length) throw new ZipDamaged('a part is cut off');
  const packed = view.subarray(start, start + packedBytes);
  return { name, isDeflated: method === DEFLATED, packed, crc: view.readUInt32LE(listed + 16) };
}
