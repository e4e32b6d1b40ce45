import { type Static, Type } from 'typebox';
import { ErrorDetail } from '../../http/schemas.ts';
import { Identity, Scorecard } from '../../judgment/scorecard/schemas.ts';
import { PlatformReliability } from '../reliability/schemas.ts';

const {
  service_score,
  risk_tier,
  recommendation,
  rollup_12m,
  grade,
  grade_status,
  score_version,
  hold,
  as_of,
  data_as_of,
  records_reach_to,
  records_old,
  fictional,
} = Scorecard.properties;

/** The vendor risk record (contract 2.5): counts only, without individual inspections or violations. */
export const RiskRecord = Type.Object(
  {
    vendor: Identity,
    service_score,
    risk_tier,
    recommendation,
    rollup_12m,
    platform_reliability: Type.Optional(PlatformReliability),
    grade,
    grade_status,
    score_version,
    hold,
    as_of,
    data_as_of,
    records_reach_to,
    records_old,
    fictional,
  },
  { title: 'RiskRecord' },
);
export type RiskRecord = Static<typeof RiskRecord>;

/** The maximum number of license numbers in one request. */
export const NUMBERS_MAX = 200;

const FIELDS = Object.keys(RiskRecord.properties) as (keyof RiskRecord)[];

/**
 * License numbers, which are not validated here. An error in one number is reported in its place and does not
 * affect the others.
 */
export const AskedRecords = Type.Object(
  {
    license_numbers: Type.Array(
      Type.String({ description: 'a string with a license number, in any spelling.' }),
      {
        minItems: 1,
        maxItems: NUMBERS_MAX,
        description: `1 to ${NUMBERS_MAX} license numbers.`,
      },
    ),
    fields: Type.Optional(
      Type.Array(
        Type.Unsafe<keyof RiskRecord>({
          type: 'string',
          enum: FIELDS,
          description: `one of ${FIELDS.join(', ')}.`,
        }),
        {
          minItems: 1,
          maxItems: FIELDS.length,
          description:
            'which fields of a record are wanted; all of them by default. "fictional" always stands.',
        },
      ),
    ),
  },
  { title: 'AskedRecords', additionalProperties: false },
);
export type AskedRecords = Static<typeof AskedRecords>;

const ListedRiskRecord = Type.Object(
  {
    license_number: Type.String({ description: 'As you sent it.' }),
    record: Type.Union(
      [
        Type.Partial(RiskRecord, {
          title: 'RiskRecordFields',
          description: 'The requested fields; without "fields", the fields of a single look-up.',
        }),
        Type.Null(),
      ],
      { description: 'Null where there is an error.' },
    ),
    error: Type.Union([ErrorDetail, Type.Null()]),
  },
  { title: 'ListedRiskRecord' },
);

export const RiskRecordListEnvelope = Type.Object({
  data: Type.Array(ListedRiskRecord, { description: 'One for each number of the request, in its order.' }),
  meta: Type.Object(
    {
      count: Type.Integer({ minimum: 1, description: 'Numbers of the request.' }),
      found: Type.Integer({ minimum: 0, description: 'Numbers with a record.' }),
      failed: Type.Integer({ minimum: 0, description: 'Numbers with an error instead.' }),
    },
    { title: 'RiskRecordListMeta' },
  ),
  error: Type.Null(),
});
