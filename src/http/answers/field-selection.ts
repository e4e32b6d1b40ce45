import { type TObject, type TProperties, Type } from 'typebox';

/**
 * Creates the `fields` parameter, which selects the fields that a list's rows have: field names separated by
 * commas.
 */
export function FieldsParameter(row: TObject) {
  const names = fieldNames(row);
  const name = `(?:${names.join('|')})`;
  return Type.Optional(
    Type.String({
      pattern: `^${name}(?:,${name}){0,${names.length - 1}}$`,
      description: `fields with commas between them, to get these alone: any of ${names.join(', ')}.`,
    }),
  );
}

/** Returns the names in a valid `fields` parameter, or undefined if the parameter was left out. */
export function readFields<Properties extends TProperties>(
  _row: TObject<Properties>,
  text: string | undefined,
): ReadonlySet<keyof Properties> | undefined {
  // The parameter's schema rejects all other names.
  return text === undefined ? undefined : new Set(text.split(',') as (keyof Properties)[]);
}

/** Returns a row with only the wanted fields, in their usual order; the whole row if `wanted` is undefined. */
export function pickFields<Row extends object>(
  row: Row,
  wanted: ReadonlySet<PropertyKey> | undefined,
): Partial<Row> {
  if (wanted === undefined) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name))) as Partial<Row>;
}

/** Returns the schema for the result of {@link pickFields}. */
export function pickSchema(row: TObject, wanted: ReadonlySet<PropertyKey> | undefined): TObject {
  return Type.Object(pickFields(row.properties, wanted) as TProperties);
}

function fieldNames(row: TObject): string[] {
  return Object.keys(row.properties);
}
