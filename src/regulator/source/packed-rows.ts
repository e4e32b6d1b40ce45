import { deserialize, serialize } from 'node:v8';
import { rowMaker } from '../../lib/row-maker.ts';

/**
 * The number of rows that are packed together. If it were higher, a large file's rows would be in memory
 * twice.
 */
const ROWS_OF_PART = 5_000;

/** A buffer of packed rows, which can be transferred between threads without copying. */
export type PackedPart = Uint8Array<ArrayBuffer>;

/**
 * A list of rows of one kind that are packed as they are added. Packed rows use a tenth of the memory that
 * objects need. All rows must have the same columns, which may contain strings, numbers, null and lists.
 */
export class PackedRows<Row extends object> {
  readonly #parts: PackedPart[] = [];
  #open: Row[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(row: Row): void {
    this.#open.push(row);
    this.#length += 1;
    if (this.#open.length === ROWS_OF_PART) this.#pack();
  }

  /** Unpacks one part at a time. */
  *[Symbol.iterator](): Generator<Row> {
    // The cast is safe because all rows were added by `push`.
    for (const part of this.#parts) yield* unpackRows(part) as Row[];
    yield* this.#open;
  }

  parts(): readonly PackedPart[] {
    if (this.#open.length > 0) this.#pack();
    return this.#parts;
  }

  #pack(): void {
    this.#parts.push(new Uint8Array(serialize(toColumns(this.#open))));
    this.#open = [];
  }
}

/** Returns the rows in a part that {@link PackedRows} created. */
export function unpackRows(part: Uint8Array): object[] {
  return fromColumns(deserialize(part) as Columns);
}

/**
 * Rows stored by column. Each distinct value is stored once and rows refer to it by index, so equal strings
 * share memory.
 */
interface Columns {
  readonly length: number;
  readonly columns: readonly {
    readonly name: string;
    readonly values: readonly unknown[];
    readonly places: Uint16Array;
  }[];
}

function toColumns(rows: readonly object[]): Columns {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => {
    const known = new Map<unknown, number>();
    const places = new Uint16Array(rows.length);
    let index = 0;
    for (const row of rows) {
      const value: unknown = Reflect.get(row, name);
      const place = known.get(value) ?? known.size;
      if (place === known.size) known.set(value, place);
      places[index++] = place;
    }
    return { name, values: [...known.keys()], places };
  });
  return { length: rows.length, columns };
}

function fromColumns({ length, columns }: Columns): object[] {
  const toRow = rowMaker(columns.map(({ name }) => name));
  return Array.from({ length }, (_, index) =>
    toRow(columns.map(({ values, places }) => values[places[index] ?? 0])),
  );
}
