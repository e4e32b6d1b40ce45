import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { v4 as randomName } from 'uuid';
import type { FileRecords, ParsedFile } from '../sources/parsed-file.ts';
import type { FileSummary, ShelvedFile } from './run-files.ts';

/** Rows that are packed together: more would hold a file's rows twice in memory. */
const ROWS_OF_PART = 5_000;

/** A file as one thread hands it to another: what is known of it, and its rows in parts. */
export interface PackedFile {
  readonly summary: FileSummary;
  readonly kind: ShelvedFile['kind'];
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

export function packFile({ records, ...summary }: ParsedFile): PackedFile {
  const rows: readonly object[] = records?.rows ?? [];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < rows.length; start += ROWS_OF_PART)
    parts.push(new Uint8Array(serialize(toColumns(rows.slice(start, start + ROWS_OF_PART)))));
  return { summary, kind: records?.kind ?? 'unknown', parts };
}

/** Rows by column: each value stands once, and each row has its place, so that equal texts share their memory. */
interface Columns {
  readonly length: number;
  readonly columns: readonly {
    readonly name: string;
    readonly values: readonly unknown[];
    readonly places: Uint16Array;
  }[];
}

/** All rows must have the same columns, of texts, numbers, null and lists. */
function toColumns(rows: readonly object[]): Columns {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => {
    const known = new Map<unknown, number>();
    const places = new Uint16Array(rows.length);
    for (const [index, row] of rows.entries()) {
      const value: unknown = Reflect.get(row, name);
      const place = known.get(value) ?? known.size;
      if (place === known.size) known.set(value, place);
      places[index] = place;
    }
    return { name, values: [...known.keys()], places };
  });
  return { length: rows.length, columns };
}

function fromColumns({ length, columns }: Columns): object[] {
  return Array.from({ length }, (_, index) => {
    const row: Record<string, unknown> = {};
    for (const { name, values, places } of columns) row[name] = values[places[index] ?? 0];
    return row;
  });
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/**
 * Keeps the rows of a run's files on the disk while the files wait for their turn: a run may read more than fits the memory. The
 * file has no name any more once it is open, so nothing is left behind, whatever ends the process.
 */
export class FileShelf {
  readonly #descriptor: number;
  #end = 0;

  /** `folder` must exist. Rows hold addresses and phone numbers, so the file is its owner's alone. */
  constructor(folder: string) {
    const file = path.join(folder, `.reading-${randomName()}.part`);
    this.#descriptor = openSync(file, 'wx+', 0o600);
    unlinkSync(file);
  }

  put({ summary, kind, parts }: PackedFile): ShelvedFile {
    const places = parts.map((part) => this.#write(part));
    return { ...summary, kind, open: () => ({ ...summary, records: this.#read(kind, places) }) };
  }

  /** Files that were put here can no longer be opened. */
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

  #read(kind: ShelvedFile['kind'], places: readonly Place[]): FileRecords | undefined {
    if (kind === 'unknown') return undefined;
    const rows: unknown[] = [];
    for (const place of places) for (const row of this.#readPart(place)) rows.push(row);
    // What `packFile` took apart: rows of this kind and no others.
    return { kind, rows } as FileRecords;
  }

  #readPart({ offset, length }: Place): readonly object[] {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#descriptor, bytes, done, length - done, offset + done);
      if (read === 0) throw new Error('The rows of a file that was read are no longer on the disk.');
      done += read;
    }
    // What `packFile` wrote.
    return fromColumns(deserialize(bytes) as Columns);
  }
}
