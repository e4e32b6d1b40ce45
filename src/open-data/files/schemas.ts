import { type Static, Type } from 'typebox';
import { DistrictCoverSchema } from '../../published-state/schemas.ts';
import { COLUMN_TYPES, ORIGINS } from './file-columns.ts';
import { FORMATS } from './file-formats.ts';
import { TABLE_NAMES } from './open-tables.ts';

/** The response about the data files: the manifest of a set. */

function oneOf<const Values extends readonly string[]>(values: Values, description: string) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], description });
}

const Day = Type.String({ format: 'date' });
const Address = Type.String({ format: 'uri' });

const DataColumn = Type.Object(
  {
    name: Type.String(),
    type: oneOf(COLUMN_TYPES, 'A day is YYYY-MM-DD; an integer may need 64 bits.'),
    nullable: Type.Boolean({ description: 'True if it can be null, which is an empty cell in CSV.' }),
    values: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Every value there can be; null where they are not listed.',
    }),
    origin: oneOf(
      ORIGINS,
      'Whose word it is: the regulator’s, counted from its records by a fixed rule, or our judgment or wording.',
    ),
    description: Type.String(),
  },
  { title: 'DataColumn' },
);

const DataFile = Type.Object(
  {
    format: oneOf(FORMATS, 'NDJSON and CSV are compressed with gzip.'),
    name: Type.String(),
    url: Address,
    media_type: Type.String(),
    bytes: Type.Integer(),
    sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'The SHA-256 of the file as it is sent. It is also its ETag.',
    }),
  },
  { title: 'DataFile' },
);

export const DataManifest = Type.Object(
  {
    day: Type.String({
      format: 'date',
      description: 'The day of the publication, in the regulator’s state.',
    }),
    published_at: Type.String({ format: 'date-time' }),
    as_of: Type.String({ format: 'date', description: 'The day taken as today when they were published.' }),
    data_as_of: Type.String({
      format: 'date',
      description: 'The newest day that the regulator’s files in use speak of.',
    }),
    score_version: Type.String(),
    fictional: Type.Boolean({ description: 'True for demo data: no such business exists.' }),
    covers: Type.Array(DistrictCoverSchema, {
      description: 'The districts of which a file is in use; no other is in full in the files.',
    }),
    cite_as: Type.String(),
    rights: Type.Object(
      {
        regulator_records: Type.String({
          description: 'The rights to the columns whose origin is `regulator`.',
        }),
        our_judgment: Type.String({
          description: 'The rights to the columns whose origin is `counted` or `ours`.',
        }),
        terms_url: Address,
      },
      { title: 'DataRights' },
    ),
    method_url: Address,
    dictionary_url: Address,
    tables: Type.Array(
      Type.Object(
        {
          name: oneOf(TABLE_NAMES, 'The table.'),
          description: Type.String(),
          rows: Type.Integer(),
          key: Type.Array(Type.String(), { description: 'The columns that together name one row.' }),
          columns: Type.Array(DataColumn),
          files: Type.Array(DataFile),
        },
        { title: 'DataTable' },
      ),
    ),
    days: Type.Array(Type.Object({ day: Day, manifest_url: Address }, { title: 'DataDay' }), {
      description: 'The days whose files are kept here, the newest first.',
    }),
  },
  { title: 'DataManifest' },
);

export type DataManifest = Static<typeof DataManifest>;
