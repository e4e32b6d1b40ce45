import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a file, or a folder with its file names, is on the disk. Throws the system's own errors. */
export function flush(fileOrFolder: string): void {
  const descriptor = openSync(fileOrFolder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
