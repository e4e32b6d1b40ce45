import { Type } from 'typebox';
import { OLD_AFTER_DAYS } from './records-age.ts';

/** The age and coverage of records, as returned in responses. */

const IsoDate = Type.String({ format: 'date' });
const NullableDay = Type.Union([IsoDate, Type.Null()]);

/**
 * The age of old records. Within a record, the age is relative to the day its snapshot was built (snapshots
 * are built daily). Elsewhere, it is relative to today.
 */
export const RecordsOldSchema = Type.Union(
  [
    Type.Object(
      {
        reach_to: Type.String({ format: 'date', description: 'The day that the records reach to.' }),
        days: Type.Integer({ description: 'How many days ago that is today.' }),
      },
      { title: 'RecordsOld' },
    ),
    Type.Null(),
  ],
  {
    description: `Set when the records are older than ${OLD_AFTER_DAYS} days: an old record says little about today.`,
  },
);

export const DistrictCoverSchema = Type.Object(
  {
    district: Type.Integer(),
    vendors: Type.Integer(),
    licenses_to: NullableDay,
    inspections_from: NullableDay,
    inspections_to: NullableDay,
    whole_year: Type.Boolean({
      description: 'True if the inspection files cover all twelve months to the as-of day.',
    }),
    loading_years: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Fiscal years of older inspections that a grade needs and that are still to come.',
      }),
    ),
    reach_to: Type.String({
      format: 'date',
      description:
        'The day that its records reach to, from the files that were read; if `licenses_to` or `inspections_to` is null, from the other one only.',
    }),
  },
  { title: 'DistrictCover' },
);
