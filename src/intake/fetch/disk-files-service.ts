import type { Dirent, Stats } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { compareText } from '../../lib/text/text.ts';
import { FILE_BYTES_MAX } from '../../regulator/formats/container.ts';
import { ZipDamaged } from '../../regulator/formats/zip-entries.ts';
import {
  listMembers,
  unpackMember,
  type ZipContents,
  type ZipMember,
} from '../../regulator/formats/zip-members.ts';
import type { FileToRead } from '../../regulator/source/source.ts';

/** An upper bound on the size of any readable zip's table of contents. */
const ZIP_CONTENTS_BYTES = 1024 * 1024;

/**
 * Returns every file to read at or below the given paths, sorted. Inside folders, skips hidden files, partial
 * downloads, and everything that {@link findSkipped} returns. Throws if a path does not exist.
 */
export async function findFiles(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(search));
  return [...new Set(found.flatMap(({ files }) => files))].sort();
}

/**
 * An entry in a folder that is skipped. A link may lead out of the folder or form a loop. A pipe, socket or
 * device may never end. The other skipped entries are not data.
 */
export interface SkippedEntry {
  readonly path: string;
  readonly kind: Special | 'closed folder' | 'other file';
}

/**
 * Returns every skipped entry in the folders, sorted: links, pipes, sockets, devices, folders that cannot be
 * opened, and files that are not data.
 */
export async function findSkipped(folders: readonly string[]): Promise<SkippedEntry[]> {
  const found = await Promise.all(folders.map(search));
  const byPath = new Map(found.flatMap(({ skipped }) => skipped).map((entry) => [entry.path, entry]));
  return [...byPath.values()].sort((a, b) => compareText(a.path, b.path));
}

interface Found {
  readonly files: readonly string[];
  readonly skipped: readonly SkippedEntry[];
}

/**
 * Searches a path. A file or folder that is named explicitly is read even if its name would be skipped inside
 * a folder.
 */
async function search(named: string): Promise<Found> {
  if ((await statOf(named)).isFile()) return { files: [path.resolve(named)], skipped: [] };
  return searchFolder(path.resolve(named), await readdir(named, { withFileTypes: true }));
}

async function searchFolder(folder: string, entries: readonly Dirent[]): Promise<Found> {
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.') && !name.endsWith('.part'))
      .map((entry) => searchEntry(path.join(folder, entry.name), entry)),
  );
  return { files: found.flatMap(({ files }) => files), skipped: found.flatMap(({ skipped }) => skipped) };
}

async function searchEntry(at: string, entry: Dirent): Promise<Found> {
  const skip = (kind: SkippedEntry['kind']): Found => ({ files: [], skipped: [{ path: at, kind }] });
  if (entry.isDirectory())
    try {
      return await searchFolder(at, await readdir(at, { withFileTypes: true }));
    } catch (error) {
      // The folder was removed after its parent was listed, or this process has no access to it.
      return codeOf(error) === 'ENOENT' ? { files: [], skipped: [] } : skip('closed folder');
    }
  const kind = specialOf(entry) ?? (OTHER_NAMES.test(entry.name) ? 'other file' : undefined);
  return kind === undefined ? { files: [at], skipped: [] } : skip(kind);
}

/** Names of files that people and programs leave in folders. No data file has such a name. */
const OTHER_NAMES = new RegExp(
  [
    '^(readme|license|copying|notice)(\\.(txt|md|rst))?$',
    '^(thumbs\\.db|desktop\\.ini|icon\\r)$',
    '^~\\$',
    '\\.(pdf|md|html?|url|lnk|docx?|odt|rtf|png|jpe?g|gif|sh|log|bak|tmp|crdownload|download|partial)$',
  ].join('|'),
  'i',
);

type Special = 'symbolic link' | 'named pipe' | 'socket' | 'device';

/** Returns undefined for a regular file or folder. */
function specialOf(entry: Stats | Dirent): Special | undefined {
  if (entry.isSymbolicLink()) return 'symbolic link';
  if (entry.isFIFO()) return 'named pipe';
  if (entry.isSocket()) return 'socket';
  return entry.isCharacterDevice() || entry.isBlockDevice() ? 'device' : undefined;
}

/** The start of the message for each operating system error about an unreadable path. */
const PATH_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or directory: ',
  ENOTDIR: 'There is no such file or directory: ',
  ELOOP: 'Its symbolic links form a circle: ',
  ENAMETOOLONG: 'No file has such a long name: ',
  EACCES: 'This account may not read ',
  EPERM: 'This account may not read ',
};

/**
 * Returns the stats of a file or folder, and follows a link that is named explicitly. Throws an error with an
 * explanation if the path cannot be read.
 */
async function statOf(file: string) {
  const stats = await stat(file).catch((error: unknown) => {
    const words = PATH_ERRORS[codeOf(error)];
    throw words === undefined ? error : new Error(`${words}${file}`);
  });
  const kind = specialOf(stats);
  if (kind === undefined) return stats;
  throw new Error(`${file} is a ${kind}, not a file or a folder. Write the data to a file, and name that.`);
}

/** Returns the operating system's error code; empty if `error` is not a system error. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A file to read, or a member of a zip. */
export interface FileOnDisk {
  readonly path: string;
  /** The file's name in the list of imports. */
  readonly name: string;
  readonly publishedAt: string | null;
  readonly member?: ZipMember;
}

/**
 * Returns each member of a zip as a separate file named `<zip>/<member>`, and any other file unchanged. Does
 * not split a workbook, or a zip that cannot be used or read; the reader later explains the problem.
 */
export async function expandZip(file: FileOnDisk): Promise<FileOnDisk[]> {
  try {
    if (!(await mayBeZip(file.path))) return [file];
    const contents = await readContents(file.path);
    if (contents.type !== 'files') return [file];
    return contents.members.map((member) => ({ ...file, name: `${file.name}/${member.name}`, member }));
  } catch (error) {
    if (error instanceof ZipDamaged || codeOf(error) !== '') return [file];
    throw error;
  }
}

/**
 * Reads only the end of a zip, which contains its table of contents. A statewide workbook is also a zip, and
 * it is large.
 */
async function readContents(file: string): Promise<ZipContents> {
  const opened = await open(file);
  try {
    const { size } = await opened.stat();
    const skipped = Math.max(0, size - ZIP_CONTENTS_BYTES);
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(size - skipped), 0, size - skipped, skipped);
    return listMembers(buffer.subarray(0, bytesRead), skipped);
  } finally {
    await opened.close();
  }
}

async function mayBeZip(file: string): Promise<boolean> {
  const { size } = await stat(file);
  if (size === 0 || size > FILE_BYTES_MAX) return false;
  const opened = await open(file);
  try {
    const { buffer } = await opened.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK';
  } finally {
    await opened.close();
  }
}

/**
 * Loads a file. A file over the size limit is not loaded, and the reader holds it. For a file that is
 * unreadable or was removed after it was listed, the result has no bytes and describes the problem.
 */
export async function loadFile(file: string, name: string, publishedAt: string | null): Promise<FileToRead> {
  try {
    const { size } = await stat(file);
    const isTooLarge = size > FILE_BYTES_MAX;
    return { name, bytes: isTooLarge ? new Uint8Array() : await readFile(file), publishedAt, isTooLarge };
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    return { name, bytes: new Uint8Array(), publishedAt, problem: whyNotLoaded(code) };
  }
}

function whyNotLoaded(code: string): NonNullable<FileToRead['problem']> {
  return code === 'ENOENT'
    ? { code: 'gone', text: 'the file was removed after the run began; the next run reads it if it is back' }
    : { code: 'not_readable', text: `the file cannot be read on this machine (${code})` };
}

/**
 * Loads a file, or unpacks it from its zip. For a damaged member, the result has no bytes and describes the
 * problem.
 */
export async function loadMember({ path: file, name, publishedAt, member }: FileOnDisk): Promise<FileToRead> {
  const loaded = await loadFile(file, name, publishedAt);
  if (!member || loaded.problem) return loaded;
  try {
    return { ...loaded, bytes: unpackMember(loaded.bytes, member) };
  } catch (error) {
    if (!(error instanceof ZipDamaged)) throw error;
    const problem = { code: 'damaged_zip', text: `the file cannot be unpacked: ${error.message}` };
    return { ...loaded, bytes: new Uint8Array(), problem };
  }
}
