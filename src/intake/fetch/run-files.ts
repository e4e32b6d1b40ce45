import type { FileKind, FileSummary, ParsedFile } from '../../regulator/source/parsed-file.ts';

/** A file of a run whose rows are stored elsewhere until they are needed. */
export interface ShelvedFile extends FileSummary {
  readonly kind: FileKind;
  /** Loads the rows of a file into memory, all of them, so open one file at a time. */
  readonly open: () => ParsedFile;
}

/** A file of a run, with its rows in memory or not. */
export type RunFile = ParsedFile | ShelvedFile;

export function openFile(file: RunFile): ParsedFile {
  return 'open' in file ? file.open() : file;
}

export function kindOf(file: RunFile): FileKind {
  return 'open' in file ? file.kind : (file.records?.kind ?? 'unknown');
}
