import { deflateRawSync } from 'node:zlib';
import type { ZipEntry } from '../../src/regulator/formats/zip-entries.ts';

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END_HEADER = 0x06054b50;
const LOCAL_BYTES = 30;
const DIRECTORY_BYTES = 46;
const END_BYTES = 22;
const VERSION = 20;
const DEFLATED = 8;

/** Builds a zip from these entries and the uncompressed sizes that they declare. */
export function writeZip(
  entries: readonly { readonly entry: ZipEntry; readonly size: number }[],
): Uint8Array {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { entry, size } of entries) {
    // A stored (uncompressed) part would reach the reader in one piece, with all its rows at once.
    const packed = entry.isDeflated ? entry.packed : deflateRawSync(entry.packed, { level: 1 });
    const name = Buffer.from(entry.name);
    const local = header(LOCAL_BYTES, LOCAL_HEADER, 4, { entry, name, packed, size });
    const listed = header(DIRECTORY_BYTES, DIRECTORY_HEADER, 6, { entry, name, packed, size });
    listed.writeUInt32LE(offset, 42);
    parts.push(local, name, Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength));
    directory.push(listed, name);
    offset += local.length + name.length + packed.length;
  }
  const contents = Buffer.concat(directory);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END_HEADER, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(contents.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, contents, end]);
}

/**
 * Returns the header fields that local and directory headers share. In a directory header, they start two
 * bytes later.
 */
function header(
  length: number,
  signature: number,
  version: number,
  part: {
    readonly entry: ZipEntry;
    readonly name: Buffer;
    readonly packed: Uint8Array;
    readonly size: number;
  },
): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(VERSION, version);
  bytes.writeUInt16LE(DEFLATED, version + 4);
  bytes.writeUInt32LE(part.entry.crc, version + 10);
  bytes.writeUInt32LE(part.packed.length, version + 14);
  bytes.writeUInt32LE(part.size, version + 18);
  bytes.writeUInt16LE(part.name.length, version + 22);
  return bytes;
}
