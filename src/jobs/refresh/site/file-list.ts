import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from '../../../config.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { FileList } from '../../../regulator/source/source.ts';

/**
 * Reads the list of files to fetch: the one in REGULATOR_FILES or, by default, the one that comes with the
 * service.
 */
export function readFileList({ regulatorFiles }: Pick<Config, 'regulatorFiles'>): FileList {
  if (regulatorFiles === undefined) return REGULATOR.fileList;
  try {
    return REGULATOR.parseFileList(readFileSync(regulatorFiles, 'utf8'));
  } catch (error) {
    throw new ConfigError(`REGULATOR_FILES names a file that is not a list of files: ${whatIsWrong(error)}.`);
  }
}

/** Describes the error without revealing the path on this machine. */
function whatIsWrong(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `it cannot be read (${String(error.code)})` : error.message;
}
