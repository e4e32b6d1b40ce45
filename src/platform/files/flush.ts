import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a file is on the disk, or a folder with the names in it. Throws the system's own errors. */
export function flush(fileOrFolder: string): void {
  const descriptor = openSync(fileOrFolder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
