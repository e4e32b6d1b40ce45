import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { v4 as randomName } from 'uuid';
import { unpackRows } from '../../regulator/source/packed-rows.ts';
import type {
  FileKind,
  FileRecords,
  FileSummary,
  PackedFile,
  ParsedFile,
} from '../../regulator/source/parsed-file.ts';

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** A file in a run whose rows are stored elsewhere until they are needed. */
interface StoredFile extends FileSummary {
  readonly kind: FileKind;
  /** Loads all of a file's rows into memory, so open only one file at a time. */
  readonly open: () => ParsedFile;
}

/** A file in a run, whether or not its rows are in memory. */
export type RunFile = ParsedFile | StoredFile;

/**
 * Stores the rows of a run's files on disk until they are processed, because a run may read more than fits in
 * memory. The file on disk is unlinked as soon as it is opened, so nothing remains no matter how the process
 * ends.
 */
export class ParsedRowsStore {
  readonly #descriptor: number;
  #end = 0;

  /**
   * Creates the store in an existing folder. Rows contain addresses and phone numbers, so only the owner can
   * read the file.
   */
  constructor(folder: string) {
    const file = path.join(folder, `.reading-${randomName()}.part`);
    this.#descriptor = openSync(file, 'wx+', 0o600);
    unlinkSync(file);
  }

  put({ summary, kind, parts }: PackedFile): StoredFile {
    const places = parts.map((part) => this.#write(part));
    return { ...summary, kind, open: () => ({ ...summary, records: this.#read(kind, places) }) };
  }

  /** Closes the store. Stored files can no longer be opened. */
  close(): void {
    closeSync(this.#descriptor);
  }

  #write(part: Uint8Array): Place {
    const place = { offset: this.#end, length: part.length };
    for (let done = 0; done < part.length; )
      done += writeSync(this.#descriptor, part, done, part.length - done, place.offset + done);
    this.#end += part.length;
    return place;
  }

  #read(kind: StoredFile['kind'], places: readonly Place[]): FileRecords | undefined {
    if (kind === 'unknown') return undefined;
    const rows: unknown[] = [];
    for (const place of places) for (const row of this.#readPart(place)) rows.push(row);
    // All of the packed rows are of this kind.
    return { kind, rows } as FileRecords;
  }

  #readPart({ offset, length }: Place): readonly object[] {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#descriptor, bytes, done, length - done, offset + done);
      if (read === 0) throw new Error('The stored rows of a file are no longer on the disk.');
      done += read;
    }
    return unpackRows(bytes);
  }
}

export function openFile(file: RunFile): ParsedFile {
  return 'open' in file ? file.open() : file;
}

export function kindOf(file: RunFile): FileKind {
  return 'open' in file ? file.kind : (file.records?.kind ?? 'unknown');
}
