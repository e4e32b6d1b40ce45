import { type Static, type TObject, type TSchema, Type } from 'typebox';

/**
 * Derives the columns of the data files from their row schemas. One schema defines the type in the code, the
 * CSV header row, the Parquet type and the data dictionary.
 */

/**
 * Where a value comes from: the regulator's files, a count of the regulator's records by a fixed rule, or our
 * own judgment or wording.
 */
export const ORIGINS = ['regulator', 'counted', 'ours'] as const;
type Origin = (typeof ORIGINS)[number];

export const COLUMN_TYPES = ['text', 'day', 'integer', 'number', 'boolean'] as const;
type ColumnType = (typeof COLUMN_TYPES)[number];

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** True if a value can be null, which means unknown or none. The description explains which. */
  readonly nullable: boolean;
  /** All possible values, if the schema lists them. */
  readonly values: readonly string[] | null;
  readonly origin: Origin;
  readonly description: string;
}

/** The value of one cell. */
export type CellValue = string | number | boolean | null;

/**
 * Turns an API schema into a file column. Pass `description` if the schema does not have one, or if the
 * schema's description is unclear next to other columns.
 */
export function column<Schema extends TSchema>(origin: Origin, schema: Schema, description?: string) {
  return Type.Unsafe<Static<Schema>>({
    ...schema,
    origin,
    ...(description === undefined ? {} : { description }),
  });
}

/** Returns a row schema's columns, in order. Throws if a field's schema cannot be a column. */
export function columnsOf({ properties }: Pick<TObject, 'properties'>): readonly Column[] {
  return Object.entries(properties).map(([name, schema]) => toColumn(name, statedIn(schema)));
}

/** A schema's keywords, as in JSON Schema. */
interface Stated {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Stated[];
  readonly description?: string;
  readonly origin?: Origin;
}

/**
 * Returns a schema's keywords. TypeBox's types allow only the keywords for each kind of schema, but here any
 * of them can be present.
 */
function statedIn(schema: TSchema): Stated {
  return schema as Stated;
}

function toColumn(name: string, schema: Stated): Column {
  const some = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [schema];
  const [value] = some;
  const { origin } = schema;
  const description = schema.description ?? value?.description;
  if (!value || some.length !== 1 || !origin || !description)
    throw new Error(`The column ${name} needs one type, an origin and a description.`);
  return {
    name,
    type: typeOf(name, value),
    nullable: schema.anyOf?.some(({ type }) => type === 'null') ?? false,
    values: value.enum ?? null,
    origin,
    description,
  };
}

function typeOf(name: string, { type, format }: Stated): ColumnType {
  switch (type) {
    case 'string':
      return format === 'date' ? 'day' : 'text';
    case 'integer':
    case 'number':
    case 'boolean':
      return type;
    default:
      throw new Error(`The column ${name} has a schema that is no value of a cell.`);
  }
}
