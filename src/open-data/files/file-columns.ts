import { type Static, type TObject, type TSchema, Type } from 'typebox';

/**
 * Columns of the data files, read from the schemas of their rows: one schema gives the type in the code, the head of the CSV
 * file, the Parquet type and the dictionary.
 */

/**
 * Whose word a value is: the regulator's, as its files have it; counted by a fixed rule from its records; or our own judgment
 * or wording.
 */
export const ORIGINS = ['regulator', 'counted', 'ours'] as const;
type Origin = (typeof ORIGINS)[number];

export const COLUMN_TYPES = ['text', 'day', 'integer', 'number', 'boolean'] as const;
type ColumnType = (typeof COLUMN_TYPES)[number];

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Null means unknown, or that there is none; the description says which. */
  readonly nullable: boolean;
  /** Every value there can be, where they are listed. */
  readonly values: readonly string[] | null;
  readonly origin: Origin;
  readonly description: string;
}

/** A value of one cell. */
export type CellValue = string | number | boolean | null;

/** A schema of the API as a column of a file; `description` where the schema has none, or says too little beside others. */
export function column<Schema extends TSchema>(origin: Origin, schema: Schema, description?: string) {
  return Type.Unsafe<Static<Schema>>({
    ...schema,
    origin,
    ...(description === undefined ? {} : { description }),
  });
}

/** The columns of a row schema, in its order. Throws for a schema that no column can have. */
export function columnsOf({ properties }: Pick<TObject, 'properties'>): readonly Column[] {
  return Object.entries(properties).map(([name, schema]) => toColumn(name, statedIn(schema)));
}

/** What a schema states, as JSON Schema has it. */
interface Stated {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Stated[];
  readonly description?: string;
  readonly origin?: Origin;
}

/** TypeBox's types name the keywords of each kind of schema alone; here any of them may be there. */
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
