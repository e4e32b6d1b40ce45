import { gunzipSync } from 'node:zlib';
import { ZipDamaged } from './zip-entries.ts';
import { listMembers } from './zip-members.ts';

/**
 * The maximum size of a file and of the contents of a gzip file, in bytes. The regulator's files are under 60
 * MB.
 */
export const FILE_BYTES_MAX = 128 * 1024 * 1024;

const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const UTF16_LE = [0xff, 0xfe];
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06];

export type ReadableContainer = Exclude<Container, { readonly type: 'unusable' }>;

/**
 * A file and its type, which is recognized by its content. `code` and `text` are the reason it cannot be
 * used.
 */
export type Container =
  | { readonly type: 'csv'; readonly bytes: Uint8Array }
  | { readonly type: 'xlsx'; readonly bytes: Uint8Array }
  | { readonly type: 'xls'; readonly bytes: Uint8Array }
  | { readonly type: 'unusable'; readonly code: string; readonly text: string };

/** The result for a file that was not loaded because it is too large. */
export const TOO_LARGE: Container = {
  type: 'unusable',
  code: 'too_large',
  text: `larger than the largest file allowed, ${FILE_BYTES_MAX / 1024 / 1024} MB`,
};

/**
 * Recognizes a file by its first bytes, never by its name. Unpacks one level of gzip, to at most
 * `unpackedBytesMax` bytes.
 */
export function openContainer(bytes: Uint8Array, unpackedBytesMax = FILE_BYTES_MAX): Container {
  return startsWith(bytes, GZIP) ? openGzip(bytes, unpackedBytesMax) : openPlain(bytes);
}

function openPlain(bytes: Uint8Array): Container {
  if (startsWith(bytes, ZIP) || startsWith(bytes, EMPTY_ZIP)) return openZip(bytes);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { type: 'xls', bytes };
  if (startsWith(bytes, UTF16_LE) || startsWith(bytes, UTF16_LE.toReversed())) return openUtf16(bytes);
  const head = Buffer.from(bytes.subarray(0, 4096));
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (text === '' && bytes.length <= head.length) return unusable('empty', 'the file is empty');
  if (/^<(!doctype|html|\?xml|head|body|script)/i.test(text))
    return unusable(
      'html_page',
      'a web page, not data: the regulator answers dead addresses with its home page',
    );
  if (head.includes(0)) return unusable('binary', 'neither text nor a workbook');
  return { type: 'csv', bytes };
}

/** Converts text that a spreadsheet saved as "Unicode", which is UTF-16, to UTF-8. */
function openUtf16(bytes: Uint8Array): Container {
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  return openPlain(Buffer.from(text));
}

/** Opens a zip file. If it is damaged, it counts as a workbook and is refused when its rows are read. */
function openZip(bytes: Uint8Array): Container {
  try {
    const contents = listMembers(bytes);
    if (contents.type === 'unusable') return contents;
    return contents.type === 'document'
      ? { type: 'xlsx', bytes }
      : unusable('nested', 'a zip of files inside of another file; unpack it and import its files');
  } catch (error) {
    if (error instanceof ZipDamaged) return { type: 'xlsx', bytes };
    throw error;
  }
}

function openGzip(bytes: Uint8Array, unpackedBytesMax: number): Container {
  try {
    const unpacked = gunzipSync(bytes, { maxOutputLength: unpackedBytesMax });
    const inner = openPlain(unpacked);
    return inner.type === 'xlsx' || inner.type === 'xls' || startsWith(unpacked, GZIP)
      ? unusable('nested', 'a packed workbook, or packed twice')
      : inner;
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    return tooLarge
      ? unusable('too_large', 'unpacks to more than the largest file allowed')
      : unusable('damaged_gzip', 'the gzip packing is damaged or cut off');
  }
}

function unusable(code: string, text: string): Container {
  return { type: 'unusable', code, text };
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
