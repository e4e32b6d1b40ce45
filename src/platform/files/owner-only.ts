import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';

const OTHERS = 0o077;

/**
 * Creates an owner-only file in the data folder, and also the folder if needed. Does not change an existing
 * file.
 */
export function makeForOwner(file: string): void {
  ensureFolderForOwner(path.dirname(file));
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw new Error(`${file} cannot be written: ${adviceOf(error)}`, { cause: error });
  }
}

/** Creates an owner-only folder and the folders above it if needed. */
export function ensureFolderForOwner(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Error(`The data folder ${folder} cannot be made: ${adviceOf(error)}`, { cause: error });
  }
}

/**
 * Removes other users' access rights to a file. Returns false if other users had no access or the file is
 * missing. If this fails, throws an error with instructions.
 */
export function restrictToOwner(file: string): boolean {
  if (!isOpenToOthers(file)) return false;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    throw stillOpen(file, error);
  }
  // A file system without access rights accepts the change but ignores it.
  if (isOpenToOthers(file)) throw stillOpen(file, undefined);
  return true;
}

function isOpenToOthers(file: string): boolean {
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

function stillOpen(file: string, cause: unknown): Error {
  return new Error(
    `${file} can be read by others, and the service may not change that. ` +
      'Give the file to the account of the service (chown) and restrict it to its owner (chmod 600).',
    { cause },
  );
}

function adviceOf(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'there is a file in its place. Set DATA_DIR to a folder.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'the account of the service may not write there. Set DATA_DIR to a folder that it owns.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full. Free some space and start again.';
    default:
      return 'see the reason. Set DATA_DIR to a folder that the account of the service may write to.';
  }
}
