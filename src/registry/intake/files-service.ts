import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { FILE_BYTES_MAX } from '../sources/files/container.ts';
import type { FileToRead } from '../sources/source.ts';

/** Every regular file at or below the paths, sorted, hidden ones left out. Throws for a path that is not there. */
export async function findFiles(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (each) => {
      if ((await statOf(each)).isFile()) return [path.resolve(each)];
      const entries = await readdir(each, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith('.part'))
        .map((entry) => path.resolve(entry.parentPath, entry.name));
    }),
  );
  return [...new Set(found.flat())].sort();
}

/** The symbolic links in folders, which are not followed: one may lead out of the folder, or around in it. */
export async function findLinks(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (each) => {
      if ((await statOf(each)).isFile()) return [];
      const entries = await readdir(each, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isSymbolicLink() && !entry.name.startsWith('.'))
        .map((entry) => path.resolve(entry.parentPath, entry.name));
    }),
  );
  return [...new Set(found.flat())].sort();
}

async function statOf(file: string) {
  try {
    return await stat(file);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isMissing ? new Error(`There is no such file or directory: ${file}`) : error;
  }
}

/** Loads a file for reading. A file over the size limit is not loaded; the reader holds it back for its size. */
export async function loadFile(file: string, name: string, publishedAt: string | null): Promise<FileToRead> {
  const { size } = await stat(file);
  const isTooLarge = size > FILE_BYTES_MAX;
  return { name, bytes: isTooLarge ? new Uint8Array() : await readFile(file), publishedAt, isTooLarge };
}
