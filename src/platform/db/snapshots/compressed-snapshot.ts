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

/** A replaced snapshot, which hardly anybody reads, takes a tenth of its room compressed. */

/** The ending of a compressed snapshot, after the name of the file. */
export const COMPRESSED = '.zst';
/** Bytes that are read at a time. */
const PART_BYTES = 1_000_000;

/**
 * Compresses a snapshot that nobody will change, with the time of its file. Other work goes on meanwhile, and memory does not grow with the
 * file. A process that dies leaves the file, or both. Throws what the disk throws; then the file stays.
 */
export async function compressSnapshot(file: string): Promise<void> {
  const target = `${file}${COMPRESSED}`;
  // Both are there if a process died before it removed the file.
  if (!existsSync(target)) {
    const { atime, mtime } = statSync(file);
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    await writeBeside(file, compress, target);
    utimesSync(target, atime, mtime);
  }
  rmSync(file, { force: true });
}

/** Writes a snapshot that was compressed as it was before, to its own name or another. False if there is no compressed one. */
export async function expandSnapshot(file: string, target = file): Promise<boolean> {
  const compressed = `${file}${COMPRESSED}`;
  if (!existsSync(compressed)) return false;
  await writeBeside(compressed, createZstdDecompress(), target);
  return true;
}

/** Writes what `change` makes of a file, which is there as a whole or not at all. */
async function writeBeside(
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
