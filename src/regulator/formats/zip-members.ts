import { crc32, inflateRawSync } from 'node:zlib';
import { type ListedEntry, listEntries, readEntries, ZipDamaged } from './zip-entries.ts';

/**
 * Reads zip archives of several files, such as a year of weekly workbooks. Each member is read as a separate
 * file. A workbook is also a zip, but it is read as a whole. Member names are only displayed in lists and are
 * never used as paths to write to.
 */

export interface ZipMember {
  readonly name: string;
  /** The unpacked size in bytes. */
  readonly bytes: number;
}

/** The contents of a zip: a single document, some files, or something that is not read. */
export type ZipContents =
  | { readonly type: 'document' }
  | { readonly type: 'files'; readonly members: readonly ZipMember[] }
  | { readonly type: 'unusable'; readonly code: string; readonly text: string };

/**
 * The maximum number of files in a zip. A year has at most 53 weekly files, and a fiscal year has seven
 * files.
 */
const MEMBERS_MAX = 400;
const MEMBER_BYTES_MAX = 128 * 1024 * 1024;
const ALL_BYTES_MAX = 512 * 1024 * 1024;
/**
 * The maximum ratio of unpacked to packed size. Text with rows compresses to a twentieth of its size, and a
 * workbook hardly at all.
 */
const RATIO_MAX = 200;
const NAME_LENGTH_MAX = 200;
/** Names of parts that only documents contain, such as workbooks from Excel and other programs. */
const DOCUMENT_PARTS = new Set(['[Content_Types].xml', 'xl/workbook.xml', 'META-INF/manifest.xml']);
/** Matches files and folders that operating systems add to a zip. */
const OF_SYSTEMS = /^(?:\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i;

/**
 * Lists the files in a zip. `bytes` may omit its first `skipped` bytes. Throws a {@link ZipDamaged} if the
 * file is not a zip.
 */
export function listMembers(bytes: Uint8Array, skipped = 0): ZipContents {
  const entries = listEntries(bytes, skipped);
  if (entries.some(({ name }) => DOCUMENT_PARTS.has(name))) return { type: 'document' };
  const files = entries.filter(({ name }) => !isOfSystem(name));
  const problem = entries.every(({ name }) => isPlainName(name)) ? findProblem(files) : UNUSUAL_NAME;
  if (problem) return { type: 'unusable', ...problem };
  return { type: 'files', members: files.map((file) => ({ name: file.name, bytes: file.bytes })) };
}

/**
 * Unpacks a member. Throws a {@link ZipDamaged} if it is missing or its contents do not match the listed size
 * or CRC-32.
 */
export function unpackMember(bytes: Uint8Array, member: ZipMember): Uint8Array {
  const [entry] = readEntries(bytes, (name) => name === member.name);
  if (!entry) throw new ZipDamaged('it is not in the zip any more');
  const unpacked = entry.isDeflated ? inflate(entry.packed, member.bytes) : entry.packed;
  if (unpacked.length !== member.bytes || crc32(unpacked) !== entry.crc)
    throw new ZipDamaged('it is not what the zip says');
  return unpacked;
}

function inflate(packed: Uint8Array, bytes: number): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch (error) {
    throw new ZipDamaged('it is damaged', { cause: error });
  }
}

function findProblem(files: readonly ListedEntry[]): { code: string; text: string } | undefined {
  if (files.length === 0) return { code: 'empty', text: 'the zip holds no file' };
  if (files.length > MEMBERS_MAX)
    return { code: 'too_large', text: `the zip holds more than ${MEMBERS_MAX} files` };
  if (new Set(files.map(({ name }) => name)).size < files.length)
    return { code: 'damaged_zip', text: 'the zip holds two files of one name' };
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const isBomb = ({ bytes, packedBytes }: ListedEntry) =>
    bytes > MEMBER_BYTES_MAX || bytes > RATIO_MAX * Math.max(1, packedBytes);
  return all > ALL_BYTES_MAX || files.some(isBomb)
    ? { code: 'too_large', text: 'the zip unpacks to more than the largest one allowed' }
    : undefined;
}

const UNUSUAL_NAME = {
  code: 'damaged_zip',
  text: 'the zip holds a file whose name leads out of it or cannot be shown; pack the files again',
};

function isOfSystem(name: string): boolean {
  return name.endsWith('/') || name.split('/').some((part) => OF_SYSTEMS.test(part));
}

/** Returns true if the name is a plain path that stays inside the zip. */
function isPlainName(name: string): boolean {
  if (name.length > NAME_LENGTH_MAX || /[\p{C}\ufffd\\:]/u.test(name)) return false;
  return name
    .replace(/\/$/, '')
    .split('/')
    .every((part) => part.trim() !== '' && part !== '.' && part !== '..');
}
