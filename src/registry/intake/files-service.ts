import type { Dirent, Stats } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { compareText } from '../../lib/text.ts';
import { FILE_BYTES_MAX } from '../sources/files/container.ts';
import { ZipDamaged } from '../sources/files/zip-entries.ts';
import { listMembers, unpackMember, type ZipContents, type ZipMember } from '../sources/files/zip-members.ts';
import type { FileToRead } from '../sources/source.ts';

/** More than the table of contents of a zip takes that may be read. */
const ZIP_CONTENTS_BYTES = 1024 * 1024;

/** Every regular file at or below the paths, sorted, hidden ones left out. Throws for a path that is not there. */
export async function findFiles(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (each) => {
      if ((await statOf(each)).isFile()) return [path.resolve(each)];
      const entries = await readdir(each, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !isHidden(each, entry) && !entry.name.endsWith('.part'))
        .map((entry) => path.resolve(entry.parentPath, entry.name));
    }),
  );
  return [...new Set(found.flat())].sort();
}

/** What stands in a folder and is not read: a link may lead out of it or around in it, the others never end or are no files. */
export interface SkippedEntry {
  readonly path: string;
  readonly kind: Special;
}

/** Links, pipes, sockets and devices in folders, sorted, hidden ones left out. */
export async function findSkipped(folders: readonly string[]): Promise<SkippedEntry[]> {
  const found = await Promise.all(
    folders.map(async (each) => {
      if ((await statOf(each)).isFile()) return [];
      const entries = await readdir(each, { recursive: true, withFileTypes: true });
      return entries.flatMap((entry): SkippedEntry[] => {
        const kind = isHidden(each, entry) ? undefined : specialOf(entry);
        return kind === undefined ? [] : [{ path: path.resolve(entry.parentPath, entry.name), kind }];
      });
    }),
  );
  const byPath = new Map(found.flat().map((entry) => [entry.path, entry]));
  return [...byPath.values()].sort((a, b) => compareText(a.path, b.path));
}

/** Whether it or a folder that it stands in below the named one is hidden. */
function isHidden(folder: string, { parentPath, name }: Dirent): boolean {
  const below = path.relative(folder, path.join(parentPath, name));
  return below.split(path.sep).some((part) => part.startsWith('.'));
}

type Special = 'symbolic link' | 'named pipe' | 'socket' | 'device';

/** Undefined for a file or folder. */
function specialOf(entry: Stats | Dirent): Special | undefined {
  if (entry.isSymbolicLink()) return 'symbolic link';
  if (entry.isFIFO()) return 'named pipe';
  if (entry.isSocket()) return 'socket';
  return entry.isCharacterDevice() || entry.isBlockDevice() ? 'device' : undefined;
}

/** What the system says of a path that cannot be read, in words. */
const PATH_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or directory: ',
  ENOTDIR: 'There is no such file or directory: ',
  ELOOP: 'Its symbolic links lead around in a circle: ',
  ENAMETOOLONG: 'No file has so long a name: ',
  EACCES: 'This account may not read ',
  EPERM: 'This account may not read ',
};

/** Of a file or folder; a link that is named itself is followed. */
async function statOf(file: string) {
  const stats = await stat(file).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const words = PATH_ERRORS[code];
    throw words === undefined ? error : new Error(`${words}${file}`);
  });
  const kind = specialOf(stats);
  if (kind === undefined) return stats;
  throw new Error(
    `${file} is a ${kind}, not a file or a folder. Put what should be read into a file, and name that.`,
  );
}

/** A file to read, or a member of a zip. */
export interface FileOnDisk {
  readonly path: string;
  /** The name that it has in the list of imports. */
  readonly name: string;
  readonly publishedAt: string | null;
  readonly member?: ZipMember;
}

/**
 * Returns the files of a zip as files of their own, named `<zip>/<member>`; any other file as it is. A workbook stays whole,
 * and so does a zip that cannot be used: the reader says why.
 */
export async function expandZip(file: FileOnDisk): Promise<FileOnDisk[]> {
  if (!(await mayBeZip(file.path))) return [file];
  try {
    const contents = await readContents(file.path);
    if (contents.type !== 'files') return [file];
    return contents.members.map((member) => ({ ...file, name: `${file.name}/${member.name}`, member }));
  } catch (error) {
    if (error instanceof ZipDamaged) return [file];
    throw error;
  }
}

/** Reads the table of contents at the end of a zip. A statewide workbook is a zip, too, and large. */
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

/** False for a file that is gone, too: reading it says so. */
async function mayBeZip(file: string): Promise<boolean> {
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size === 0 || size > FILE_BYTES_MAX) return false;
  const opened = await open(file);
  try {
    const { buffer } = await opened.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK';
  } finally {
    await opened.close();
  }
}

/** Loads a file for reading. A file over the size limit is not loaded; the reader holds it back for its size. */
export async function loadFile(file: string, name: string, publishedAt: string | null): Promise<FileToRead> {
  const { size } = await stat(file);
  const isTooLarge = size > FILE_BYTES_MAX;
  return { name, bytes: isTooLarge ? new Uint8Array() : await readFile(file), publishedAt, isTooLarge };
}

/** Loads a file, or unpacks it from its zip. A member that is damaged comes without bytes and with that problem. */
export async function loadMember({ path: file, name, publishedAt, member }: FileOnDisk): Promise<FileToRead> {
  const loaded = await loadFile(file, name, publishedAt);
  if (!member) return loaded;
  try {
    return { ...loaded, bytes: unpackMember(loaded.bytes, member) };
  } catch (error) {
    if (!(error instanceof ZipDamaged)) throw error;
    const problem = { code: 'damaged_zip', text: `the file cannot be unpacked: ${error.message}` };
    return { ...loaded, bytes: new Uint8Array(), problem };
  }
}
