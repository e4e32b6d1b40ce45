import type { SchemaElement } from 'hyparquet';
import { type Cell, toCsvRows } from '../../lib/text/csv.ts';
import type { CellValue, Column } from './file-columns.ts';

/** Formats rows. Pure functions: the same rows give the same bytes on every machine. */

export const FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

export const ENDINGS: Readonly<Record<Format, string>> = {
  ndjson: 'ndjson.gz',
  csv: 'csv.gz',
  parquet: 'parquet',
};

/**
 * The media types of the files. Compressed files are sent as they are, without a content encoding that
 * clients would decompress.
 */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  ndjson: 'application/gzip',
  csv: 'application/gzip',
  parquet: 'application/vnd.apache.parquet',
};

/**
 * The file extension of a table for spreadsheet programs. It is not one of the manifest's formats, because
 * that list is fixed.
 */
export const WORKBOOK_ENDING = 'xlsx';
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The maximum number of characters in a workbook cell. */
const CELL_MAX = 32_767;

export type DataRow = Readonly<Record<string, CellValue>>;

/** Writes the fields in column order, regardless of their order in the row. */
export function toNdjson(columns: readonly Column[], rows: readonly DataRow[]): string {
  const line = (row: DataRow) =>
    JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, cellOf(row, name)])));
  return rows.map((row) => `${line(row)}\n`).join('');
}

export function csvHead(columns: readonly Column[]): string {
  return toCsvRows([columns.map(({ name }) => name)]);
}

/** Leaves a null cell empty and quotes all text, so that an empty string differs from a missing value. */
export function toCsvLines(columns: readonly Column[], rows: readonly DataRow[]): string {
  return toCsvRows(rows.map((row) => columns.map(({ name }) => toCsvCell(cellOf(row, name)))));
}

function toCsvCell(value: CellValue): Cell {
  return typeof value === 'boolean' ? String(value) : value;
}

export function parquetSchema(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(
      ({ name, type, nullable }): SchemaElement => ({
        name,
        ...PARQUET_TYPES[type],
        repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
      }),
    ),
  ];
}

/** The regulator's visit numbers can grow beyond 32 bits, so integers have 64. */
const PARQUET_TYPES: Readonly<Record<Column['type'], Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  day: { type: 'INT32', converted_type: 'DATE' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
};

/** Returns a column's values in the form that the Parquet writer expects. */
export function toParquetValues({ name, type }: Column, rows: readonly DataRow[]): unknown[] {
  return rows.map((row) => {
    const value = cellOf(row, name);
    if (type === 'integer' && typeof value === 'number') return BigInt(value);
    if (type === 'day' && typeof value === 'string') return new Date(`${value}T00:00:00Z`);
    return value;
  });
}

/**
 * Returns a row's values for a workbook. Days become dates, and text that is too long for a cell is
 * truncated.
 */
export function toWorkbookCells(columns: readonly Column[], row: DataRow): (CellValue | Date)[] {
  return columns.map(({ name, type }) => {
    const value = cellOf(row, name);
    if (typeof value !== 'string') return value;
    if (type === 'day') return new Date(`${value}T00:00:00Z`);
    return value.length > CELL_MAX ? `${value.slice(0, CELL_MAX - 1)}…` : value;
  });
}

function cellOf(row: DataRow, name: string): CellValue {
  const value = row[name];
  if (value === undefined) throw new Error(`A row has no ${name}.`);
  return value;
}
