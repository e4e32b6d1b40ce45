import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { putInPlace } from '../sqlite/new-sqlite-file.ts';

/** Compresses replaced snapshots, which are rarely read. Compressed snapshots take a tenth of the space. */

/** The extension of a compressed snapshot, added to the name of the file. */
export const COMPRESSED = '.zst';
/** The number of bytes read at a time. */
const PART_BYTES = 1_000_000;

/**
 * Compresses a snapshot that will not change again, and preserves its file time. Does not block other work,
 * and memory use does not depend on the file size. If the process dies, either the original file or both
 * files remain. If a disk error is thrown, the original file remains.
 */
export async function compressSnapshot(file: string): Promise<void> {
  const target = `${file}${COMPRESSED}`;
  // Both files exist if a process died before it removed the original.
  if (!existsSync(target)) {
    const { atime, mtime } = statSync(file);
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    await writeComplete(file, compress, target);
    utimesSync(target, atime, mtime);
  }
  rmSync(file, { force: true });
}

/** Restores a compressed snapshot, under its own name or `target`. Returns false if there is none. */
export async function expandSnapshot(file: string, target = file): Promise<boolean> {
  const compressed = `${file}${COMPRESSED}`;
  if (!existsSync(compressed)) return false;
  await writeComplete(compressed, createZstdDecompress(), target);
  return true;
}

/** Writes a file transformed by `change`. The result is either complete or absent. */
async function writeComplete(
  file: string,
  change: ReturnType<typeof createZstdCompress> | ReturnType<typeof createZstdDecompress>,
  target: string,
): Promise<void> {
  const unfinished = mkdtempSync(path.join(path.dirname(target), 'unfinished-'));
  try {
    const written = path.join(unfinished, path.basename(target));
    const source = createReadStream(file, { highWaterMark: PART_BYTES });
    await pipeline(source, change, createWriteStream(written, { mode: 0o600 }));
    putInPlace(written, target);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
