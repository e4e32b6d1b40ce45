import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Gzip } from 'fflate';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import {
  csvHead,
  type DataRow,
  ENDINGS,
  type Format,
  parquetSchema,
  toCsvLines,
  toNdjson,
  toParquetValues,
} from './file-formats.ts';
import type { Table } from './open-tables.ts';
import type { StoredFile, StoredSet } from './sets/sets.ts';

/** The number of rows in a Parquet row group, which is held in memory until it is written. */
const GROUP_ROWS = 10_000;
const OWNER_ONLY = 0o600;

/**
 * A table's three files while they are being written. Writes are synchronous, because this runs on a thread
 * of its own.
 */
export interface TableFiles {
  write(rows: readonly DataRow[]): void;
  /** Flushes the files to disk, so that a crash cannot lose them. */
  finish(): StoredSet['tables'][number];
}

export function openTableFiles(folder: string, { name, columns }: Table): TableFiles {
  const ndjson = openText(fileOf(folder, name, 'ndjson'));
  const csv = openText(fileOf(folder, name, 'csv'));
  const parquet = openParquet(fileOf(folder, name, 'parquet'), columns);
  csv.write(csvHead(columns));
  let count = 0;
  return {
    write(rows) {
      count += rows.length;
      ndjson.write(toNdjson(columns, rows));
      csv.write(toCsvLines(columns, rows));
      parquet.write(rows);
    },
    finish() {
      const written = { ndjson: ndjson.finish(), csv: csv.finish(), parquet: parquet.finish() };
      const stored = (format: Format): StoredFile => ({
        format,
        name: `${name}.${ENDINGS[format]}`,
        ...written[format],
      });
      return { name, rows: count, files: [stored('ndjson'), stored('csv'), stored('parquet')] };
    },
  };
}

function fileOf(folder: string, table: string, format: Format): string {
  return path.join(folder, `${table}.${ENDINGS[format]}`);
}

interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

/** Opens a new file whose bytes are counted and hashed as they are written. */
function openOutput(file: string) {
  const descriptor = openSync(file, 'wx', OWNER_ONLY);
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    write(chunk: Uint8Array): void {
      for (let at = 0; at < chunk.length; ) at += writeSync(descriptor, chunk, at);
      hash.update(chunk);
      bytes += chunk.length;
    },
    finish(): Written {
      fsyncSync(descriptor);
      closeSync(descriptor);
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}

/**
 * Opens a compressed text file. It is compressed in JavaScript, because zlib's output differs between
 * processors and all machines must write the same bytes.
 */
function openText(file: string) {
  const output = openOutput(file);
  const gzip = new Gzip({ level: 6, mtime: 0 }, (chunk) => output.write(chunk));
  return {
    write: (text: string) => gzip.push(Buffer.from(text)),
    finish(): Written {
      gzip.push(new Uint8Array(0), true);
      return output.finish();
    },
  };
}

function openParquet(file: string, columns: Table['columns']) {
  const output = openOutput(file);
  const bytes = new FlushedBytes((chunk) => output.write(chunk));
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: parquetSchema(columns),
    createdBy: 'vendor-compliance-read-api',
  });
  let waiting: DataRow[] = [];
  const writeGroup = () => {
    const columnData = columns.map((each) => ({ name: each.name, data: toParquetValues(each, waiting) }));
    parquet.write({ columnData, rowGroupSize: GROUP_ROWS });
    waiting = [];
  };
  return {
    write(rows: readonly DataRow[]): void {
      for (const row of rows) {
        waiting.push(row);
        if (waiting.length === GROUP_ROWS) writeGroup();
      }
    },
    finish(): Written {
      if (waiting.length > 0) writeGroup();
      parquet.finish();
      return output.finish();
    },
  };
}

/** The Parquet writer's buffer, which is flushed to a file after each row group. */
class FlushedBytes extends ByteWriter {
  readonly #take: (chunk: Uint8Array) => void;

  constructor(take: (chunk: Uint8Array) => void) {
    super();
    this.#take = take;
  }

  flush(): void {
    this.#take(this.getBytes());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }
}
