import { type Static, Type } from 'typebox';
import { ErrorDetail } from '../../http/schemas.ts';
import { RiskRecord } from './schemas.ts';

/** The records of many licenses in one request: the question, and an answer for each. */

/** The most license numbers in one request. */
export const NUMBERS_MAX = 200;

const FIELDS = Object.keys(RiskRecord.properties) as (keyof RiskRecord)[];

/** Numbers of any content. An error in one is reported in its place and does not stop the others. */
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
