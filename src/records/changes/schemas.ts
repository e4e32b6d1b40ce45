import { type Static, type TProperties, Type } from 'typebox';
import {
  FinalOrder,
  Grade,
  GradeStatus,
  Hold,
  Inspection,
  License,
  Scorecard,
  SearchRow,
  UncertainRecord,
} from '../../judgment/scorecard/schemas.ts';

/**
 * The public data about changes to public records (contract 2.11). It does not contain anything that is
 * missing from the scorecards.
 */

const CHANGE_KINDS = [
  ...(['appeared', 'disappeared', 'hold', 'status', 'verdict', 'grade', 'identity'] as const),
  ...(['gravest_event', 'uncertain_record', 'final_orders', 'visits'] as const),
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const inspection = Inspection.properties;

/** A summary of an inspection; the scorecard has its citations. */
export const VisitInShort = Type.Object(
  {
    visit_id: inspection.visit_id,
    case_id: inspection.case_id,
    visit_number: inspection.visit_number,
    date: inspection.date,
    type: inspection.type,
    disposition: inspection.disposition,
    result: inspection.result,
    counts: inspection.counts,
    owner: inspection.owner,
  },
  { title: 'VisitInShort' },
);

/** The values of a record. Each kind of change includes different values. */
const values = {
  name: Type.String(),
  aka: Scorecard.properties.aka,
  license_number: License.properties.number,
  license_type: License.properties.type,
  city: Scorecard.properties.location.properties.city,
  county: Scorecard.properties.location.properties.county,
  zip: Scorecard.properties.location.properties.zip,
  district: Scorecard.properties.location.properties.district,
  status: License.properties.status,
  expires_on: License.properties.expires_on,
  confirmed: License.properties.confirmed,
  verdict: Type.Unsafe<Static<typeof SearchRow>['verdict']>({
    ...SearchRow.properties.verdict,
    description: 'The decision as of the day of the publication, for no particular event.',
  }),
  grade: Grade,
  grade_status: GradeStatus,
  score_version: Type.String({ description: 'The version of the rules for the letter.' }),
  hold: Hold,
  gravest_event: Scorecard.properties.gravest_event,
  uncertain_record: Type.Union([UncertainRecord.properties.code, Type.Null()], {
    description: 'The reason why inspections may be another owner’s; null if there are none.',
  }),
  final_orders: Type.Array(FinalOrder),
} satisfies TProperties;

export const RecordValues = Type.Object(values);

const Values = Type.Union([
  Type.Object(
    {
      ...Type.Partial(RecordValues).properties,
      visits: Type.Optional(
        Type.Array(VisitInShort, {
          description:
            'Only for the kind visits, newest first. Before: those that are missing now, and the previous version of the changed ones. After: the new ones, and the present version of the changed ones.',
        }),
      ),
    },
    { title: 'ChangedValues' },
  ),
  Type.Null(),
]);

export const RecordChange = Type.Object(
  {
    kind: Type.Unsafe<ChangeKind>({
      type: 'string',
      enum: [...CHANGE_KINDS],
      title: 'ChangeKind',
      description:
        'The kinds of change. `appeared` and `disappeared` come without others: the vendor is new on record, or no longer has a record.',
    }),
    fields: Type.Array(Type.String(), {
      description:
        'The values that differ. For visits, the fields in which visits on both sides differ; `violations` are the citations.',
    }),
    // Missing from changes that earlier versions stored.
    cause: Type.Optional(
      Type.Unsafe<'records' | 'rules'>({
        type: 'string',
        enum: ['records', 'rules'],
        title: 'ChangeCause',
        description:
          'With `rules`, our program changed between the two publications, and nothing that the regulator publishes about the vendor did. Otherwise `records`: the files, or the day.',
      }),
    ),
    before: Values,
    after: Values,
  },
  { title: 'RecordChange' },
);

/** The changes to one vendor in one publication. */
export const VendorChange = Type.Object(
  {
    cursor: Type.String({
      description: 'Identifies this change permanently. As `after`, it requests everything after the change.',
    }),
    vendor_id: Type.String({ format: 'uuid' }),
    license_number: Type.String({
      description: 'As after the change; for a vendor that disappeared, as before it.',
    }),
    name: Type.String(),
    kinds: Type.Array(RecordChange.properties.kind),
    changes: Type.Array(RecordChange),
    fictional: Type.Boolean({
      description:
        'True for a vendor of demo data. A service that began as a demo still reports how its fictional vendors appeared and disappeared.',
    }),
    as_of: Type.String({ format: 'date', description: 'The as-of day of the published records.' }),
    data_as_of: Type.String({
      format: 'date',
      description: 'The newest day in the files in use.',
    }),
    published_at: Type.String({ format: 'date-time' }),
    scorecard_url: Type.String({
      format: 'uri',
      description: 'The whole record as it is now; 404 once it is removed.',
    }),
  },
  { title: 'VendorChange' },
);

export const ChangesEnvelope = Type.Object({
  data: Type.Array(VendorChange),
  meta: Type.Object(
    {
      count: Type.Integer({ minimum: 0, description: 'The number of changes in this response.' }),
      next: Type.String({
        description: 'The value to send as `after` next, even if `data` is empty.',
      }),
      more: Type.Boolean({
        description:
          'True if there are more changes after `next`, including vendors that were not requested.',
      }),
      as_of: Type.String({ format: 'date', description: 'The as-of day of the present records.' }),
      complete_from: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'When the oldest kept changes were published; null while none are kept.',
      }),
      fictional: Type.Boolean({
        description: 'True if the records are demo data now: no such business exists.',
      }),
    },
    { title: 'ChangesMeta' },
  ),
  error: Type.Null(),
});

export type RecordValues = Static<typeof RecordValues>;
export type VisitInShort = Static<typeof VisitInShort>;
export type RecordChange = Static<typeof RecordChange>;
export type VendorChange = Static<typeof VendorChange>;
