import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type Cell, toCsvRows } from '../../lib/text/csv.ts';

/**
 * The `format` parameter, for lists that are also available as CSV. Spreadsheets need it because they cannot
 * send an `Accept` header.
 */
export const FormatParameter = Type.Optional(
  Type.Unsafe<'json' | 'csv'>({
    type: 'string',
    enum: ['json', 'csv'],
    description: 'json or csv. Without it, `Accept: text/csv` asks for CSV.',
  }),
);

export const CSV_TYPE = 'text/csv; charset=utf-8';

/** Returns true if the caller requests CSV. Adds `Vary: Accept` to the response for caches. */
export function wantsCsv(request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('vary', 'Accept');
  const format: unknown = Reflect.get(Object(request.query), 'format');
  if (format !== undefined) return format === 'csv';
  const accept = request.headers.accept ?? '';
  return accept.includes('text/csv') && !accept.includes('application/json');
}

/**
 * Formats rows as CSV, with a column for each field of the schema. A nested field's column is named like
 * `vendor.name`. A list becomes one cell with semicolons between its items; an object in a list is shown as
 * its code, answer or text. Pure.
 */
export function rowsToCsv(schema: TSchema, rows: readonly unknown[]): string {
  return csvHead(schema) + csvLines(schema, rows);
}

/** Returns only the header row. */
export function csvHead(schema: TSchema): string {
  return toCsvRows([columnsOf(schema).map((path) => path.join('.'))]);
}

/** Formats rows without the header row. */
export function csvLines(schema: TSchema, rows: readonly unknown[]): string {
  const columns = columnsOf(schema);
  return toCsvRows(rows.map((row) => columns.map((path) => cellOf(path.reduce(fieldOf, row)))));
}

function columnsOf(schema: TSchema): readonly string[][] {
  const object = objectIn(schema);
  if (!object) return [[]];
  return Object.entries(object).flatMap(([name, inner]) => columnsOf(inner).map((path) => [name, ...path]));
}

/** Returns the properties of an object schema, even if the object may be null. */
function objectIn(schema: TSchema): Readonly<Record<string, TSchema>> | undefined {
  const { properties, anyOf } = schema as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly anyOf?: readonly TSchema[];
  };
  return properties ?? anyOf?.map(objectIn).find((each) => each !== undefined);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(wordOf).join('; ') : wordOf(value);
}

function wordOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const word = fieldOf(value, 'code') ?? fieldOf(value, 'answer') ?? fieldOf(value, 'text');
  return typeof word === 'string' ? word : JSON.stringify(value);
}
