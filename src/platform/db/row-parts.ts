import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * The storage format for a file's rows: compressed lines of JSON, in parts of limited size. The first line of
 * a part names the columns, so a later version can add columns.
 */

/** A packed part of a file's rows. */
interface RowPart {
  readonly rows: number;
  readonly bytes: Uint8Array;
}

/** The content of a part: each row has its values in the order of the columns. */
interface UnpackedPart {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The size of a part before compression, in characters. The part's last row may exceed it. */
const PART_CHARACTERS = 1_000_000;
const PART_BYTES_MAX = 64_000_000;

/** Packs rows into parts, and yields each part as soon as it is full. */
export function* packParts(
  columns: readonly string[],
  rows: Iterable<readonly unknown[]>,
): Generator<RowPart> {
  const head = JSON.stringify(columns);
  let lines: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const line = JSON.stringify(row);
    lines.push(line);
    characters += line.length;
    if (characters < PART_CHARACTERS) continue;
    yield pack(head, lines);
    lines = [];
    characters = 0;
  }
  if (lines.length > 0) yield pack(head, lines);
}

/** Unpacks a part. Throws if it is damaged. */
export function unpackPart(bytes: Uint8Array): UnpackedPart {
  const text = zstdDecompressSync(bytes, { maxOutputLength: PART_BYTES_MAX }).toString();
  // Line breaks only occur between lists, because JSON escapes them inside a value.
  const [columns = [], ...rows] = parseLists(`[${text.replaceAll('\n', ',')}]`);
  return { columns: columns.map(String), rows };
}

function pack(head: string, lines: readonly string[]): RowPart {
  return { rows: lines.length, bytes: zstdCompressSync([head, ...lines].join('\n')) };
}

/** Parses what {@link pack} wrote: one list per line. */
function parseLists(text: string): unknown[][] {
  return JSON.parse(text) as unknown[][];
}
