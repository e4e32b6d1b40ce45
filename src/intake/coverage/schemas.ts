import { type Static, type TSchema, Type } from 'typebox';
import { DistrictCoverSchema, RecordsOldSchema } from '../../published-state/schemas.ts';
import { SOURCE_PROBLEM_CODES } from './source-problems.ts';

/**
 * The response schema of `GET /api/v1/coverage`: the files that were read, when they were read, their dates,
 * and what is missing or old.
 */

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const IsoDate = Type.String({ format: 'date' });
const Instant = Type.String({ format: 'date-time' });
const Counts = Type.Record(Type.String(), Type.Integer());

const CoveredFile = Type.Object(
  {
    name: Type.String(),
    kind: Type.String(),
    slot: Type.String({ description: 'The place of the file; the newest of a slot is in use.' }),
    district: Nullable(Type.Integer()),
    file_date: Nullable(
      Type.String({ format: 'date', description: 'The newest day that enough of its rows reach.' }),
    ),
    published_at: Nullable(Instant),
    read_at: Instant,
    checked_at: Instant,
    sha256: Type.String(),
    rows: Type.Object(
      {
        read: Type.Integer(),
        kept: Type.Integer(),
        other: Type.Integer({ description: 'Rows of other license types.' }),
        refused: Type.Integer(),
      },
      { title: 'RowCounts' },
    ),
    refused_by_reason: Counts,
    warnings: Counts,
    doubts: Type.Array(
      Type.Object(
        { code: Type.String(), text: Type.String() },
        { title: 'FileDoubt', description: 'Oddities in some rows of a published file.' },
      ),
    ),
    accepted: Nullable(
      Type.Object(
        { at: Instant, because: Type.String(), released: Nullable(Type.String()) },
        {
          title: 'FileAcceptance',
          description: 'Why an operator accepted the file although it breaks a bound or was withdrawn once.',
        },
      ),
    ),
  },
  { title: 'CoveredFile' },
);

const SourceProblem = Type.Object(
  {
    code: Type.Enum([...SOURCE_PROBLEM_CODES]),
    what: Type.String({ description: 'What happened.' }),
    records: Type.String({ description: 'The consequence for the records.' }),
    next: Type.String({ description: 'The next step for the operator.' }),
  },
  {
    title: 'SourceProblem',
    description: 'Why the file did not come, was refused, or is older than it should be.',
  },
);

const SourceFileState = Type.Object(
  {
    name: Type.String(),
    url: Type.String({ description: '`folder:` and the name if the source is a folder.' }),
    checked_at: Type.String({ format: 'date-time', description: 'When it was last requested.' }),
    confirmed_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When the source was last known to have the copy in use.',
      }),
    ),
    arrived_at: Nullable(Type.String({ format: 'date-time', description: 'When that copy was first read.' })),
    file_date: Nullable(IsoDate),
    outcome: Type.String({
      description:
        'downloaded, read (from a folder), unchanged (checked, the same bytes), failed (could not be checked), gone (from a folder), held_back.',
    }),
    reason: Nullable(Type.String()),
    problem: Nullable(SourceProblem),
  },
  { title: 'SourceFileState' },
);
export type SourceFileState = Static<typeof SourceFileState>;

export const Coverage = Type.Object(
  {
    fictional: Type.Boolean(),
    as_of: IsoDate,
    as_of_chosen: Type.Boolean({
      description:
        'True if an operator chose the as-of day; it is kept until the files of every district reach beyond it.',
    }),
    data_as_of: IsoDate,
    published_at: Instant,
    version: Type.Integer(),
    score_version: Type.String(),
    records_old: RecordsOldSchema,
    districts: Type.Array(DistrictCoverSchema, {
      description: 'The districts with a license or inspection file in use, and the coverage of their files.',
    }),
    files: Type.Array(CoveredFile, { description: 'The files in use, by slot.' }),
    first_license_files: Type.Array(Type.String(), {
      description:
        'Slots of license files in use without an earlier file to compare with, or only one that is more than 180 days older. Missing rows may not have been detected.',
    }),
    held_back: Type.Array(Type.Object({ ...CoveredFile.properties, reason: Type.String() }), {
      description: 'Files refused since the file in use was read; the files they would have replaced stay.',
    }),
    set_aside: Type.Array(CoveredFile, {
      description:
        'Files that were older than the file in use when they were read. They provide what no newer file covers.',
    }),
    withdrawn: Type.Array(
      Type.Object({
        ...CoveredFile.properties,
        withdrawn_at: Instant,
        because: Type.String(),
        accepted_again_at: Nullable(
          Type.String({
            format: 'date-time',
            description: 'When an operator accepted the same bytes again.',
          }),
        ),
      }),
      {
        description:
          'Files that an operator withdrew; nothing in them counts unless `accepted_again_at` has a time.',
      },
    ),
    not_refreshed: Type.Array(
      Type.Object({ slot: Type.String(), file_date: IsoDate, days: Type.Integer() }),
      {
        description:
          'Files that should be renewed each week and are more than 15 days older than the as-of day.',
      },
    ),
    missing: Type.Array(Type.String(), { description: 'Slots that no file has ever filled.' }),
    source: Type.Array(SourceFileState, {
      description: 'The result of the last check of each file of the source.',
    }),
    loading_years: Type.Array(Type.String(), {
      description: 'Fiscal years of inspections that are still missing, the newest first: `2024-25`.',
    }),
    loading_files: Type.Array(
      Type.Object(
        { kind: Type.String(), files: Type.Integer({ minimum: 1 }) },
        { additionalProperties: false },
      ),
      {
        description:
          'Files other than inspections that this service has not requested from the regulator’s site yet, by kind.',
      },
    ),
    not_published: Type.Array(
      Type.Object({
        kind: Type.String(),
        periods: Type.Array(Type.String(), {
          description: 'Fiscal years, weeks, months or years, the newest first.',
        }),
      }),
      {
        description: 'Periods for which the regulator’s site has no file; they are requested again.',
      },
    ),
  },
  { title: 'Coverage' },
);
/** Everything except the fields that depend on the current date. */
export type Coverage = Omit<Static<typeof Coverage>, 'records_old'>;
export type CoveredFile = Static<typeof CoveredFile>;
