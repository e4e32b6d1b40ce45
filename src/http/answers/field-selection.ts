import { type TObject, type TProperties, Type } from 'typebox';

/**
 * Which fields of the rows of a list are wanted, as a parameter: names of the row's fields with commas between them. The names are those
 * that a list of records takes in its body.
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

/** The names that a valid parameter has; undefined where it was left out. */
export function readFields<Properties extends TProperties>(
  _row: TObject<Properties>,
  text: string | undefined,
): ReadonlySet<keyof Properties> | undefined {
  // The parameter's schema accepts no other name.
  return text === undefined ? undefined : new Set(text.split(',') as (keyof Properties)[]);
}

/** A row with the wanted fields alone, in their usual order; all of it where nothing was asked. */
export function pickFields<Row extends object>(
  row: Row,
  wanted: ReadonlySet<PropertyKey> | undefined,
): Partial<Row> {
  if (wanted === undefined) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.has(name))) as Partial<Row>;
}

/** The schema of what {@link pickFields} returns. */
export function pickSchema(row: TObject, wanted: ReadonlySet<PropertyKey> | undefined): TObject {
  return Type.Object(pickFields(row.properties, wanted) as TProperties);
}

function fieldNames(row: TObject): string[] {
  return Object.keys(row.properties);
}
