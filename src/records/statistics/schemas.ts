import { type Static, Type } from 'typebox';
import { DistrictCoverSchema, RecordsOldSchema } from '../../published-state/schemas.ts';

/**
 * Statewide statistics (contract 2.9), computed with each publication from the same records as everything
 * else.
 */

const IsoDate = Type.String({ format: 'date' });
const Rate = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
  description: 'Share, 0 to 1, four decimals; null if nothing was inspected.',
});

const CountyRate = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
  description: 'Share, 0 to 1, four decimals; null when it would be of fewer than 20 vendors.',
});

const GradeCounts = Type.Object(
  {
    A: Type.Integer(),
    B: Type.Integer(),
    C: Type.Integer(),
    D: Type.Integer(),
    F: Type.Integer(),
    withheld: Type.Integer(),
    insufficient_record: Type.Integer(),
    hold: Type.Integer(),
  },
  { title: 'GradeCounts' },
);

export const Statistics = Type.Object(
  {
    as_of: IsoDate,
    data_as_of: IsoDate,
    vendors: Type.Object(
      {
        total: Type.Integer(),
        food_trucks: Type.Integer(),
        hot_dog_carts: Type.Integer(),
        caterers: Type.Integer(),
        current: Type.Integer({ description: 'Listed as current by the newest license file.' }),
        confirmed: Type.Integer({
          description: 'The current ones whose license we confirm: not expired beyond the grace period.',
        }),
        delinquent: Type.Integer(),
        relinquished: Type.Integer({ description: 'Relinquished by their holders.' }),
        transfer_pending: Type.Integer({ description: 'A change of owner seems to be in progress.' }),
        not_on_file: Type.Integer({
          description: 'Not listed by the newest license file of their district.',
        }),
        no_license_file: Type.Integer({
          description: 'No license file of their district was read, so it is unknown if they have a license.',
        }),
        license_unknown: Type.Integer({
          description: 'No license file of their district was read, or the status has no published meaning.',
        }),
      },
      {
        title: 'VendorCounts',
        description:
          'The total is the sum of the kinds, and of current, delinquent, relinquished, transfer_pending, not_on_file and license_unknown.',
      },
    ),
    grades: GradeCounts,
    violation_rates: Type.Object(
      {
        inspected_12m: Type.Integer({
          description:
            'Vendors with an inspection in the year: the base of the rates, except those with unknown counts.',
        }),
        any_12m: Rate,
        high_priority_12m: Rate,
        emergency_order_12m: Rate,
        inspected_36m: Type.Integer(),
        any_36m: Rate,
        high_priority_36m: Rate,
        emergency_order_36m: Rate,
      },
      {
        title: 'ViolationRates',
        description: 'Share of inspected vendors with known counts that have at least one such finding.',
      },
    ),
    by_county: Type.Array(
      Type.Object(
        {
          county: Type.String(),
          vendors: Type.Integer(),
          grades: GradeCounts,
          inspected_12m: Type.Integer(),
          high_priority_12m: CountyRate,
          inspected_prior_12m: Type.Integer({
            description:
              'The number of vendors on record now that had an inspection in the 12 months before the last 12.',
          }),
          high_priority_prior_12m: CountyRate,
        },
        { title: 'CountyStatistics' },
      ),
    ),
    by_month: Type.Array(
      Type.Object(
        {
          month: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
          inspections: Type.Integer(),
          with_high_priority: Type.Integer(),
          emergency_orders: Type.Integer(),
        },
        { title: 'MonthStatistics' },
      ),
      {
        description:
          'The 36 months to the as-of day, by the month a case was opened in, all owners. Inspections with unknown counts are not among those with a finding. A month that no file covers has 0: `covers` says from when to when they reach.',
      },
    ),
    covers: Type.Array(DistrictCoverSchema, {
      description:
        'The districts with a license or inspection file in use. No other district is complete in these numbers.',
    }),
    fictional: Type.Boolean(),
    records_old: RecordsOldSchema,
    cite_as: Type.String(),
    method_url: Type.String({ format: 'uri' }),
  },
  { title: 'Statistics' },
);

export type Statistics = Static<typeof Statistics>;
/** The stored part of the statistics: everything that does not depend on the service's address. */
export type StoredStatistics = Omit<Statistics, 'cite_as' | 'method_url' | 'records_old'>;
