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

/** What goes over the wire about changes of public records (contract 2.11). It holds nothing that a scorecard does not. */

const CHANGE_KINDS = [
  ...(['appeared', 'disappeared', 'hold', 'status', 'verdict', 'grade', 'identity'] as const),
  ...(['gravest_event', 'uncertain_record', 'final_orders', 'visits'] as const),
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const inspection = Inspection.properties;

/** An inspection in short; the scorecard has what was cited. */
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

/** The values of a record, of which each kind of change has its own. */
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
    description: 'What a decision says as of the day of the publication, for no event in particular.',
  }),
  grade: Grade,
  grade_status: GradeStatus,
  score_version: Type.String({ description: 'The rules behind the letter.' }),
  hold: Hold,
  gravest_event: Scorecard.properties.gravest_event,
  uncertain_record: Type.Union([UncertainRecord.properties.code, Type.Null()], {
    description: 'Why inspections may be another owner’s; null when there are none.',
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
            'Of the kind visits alone, newest first. Before: those that are gone, and the changed ones as they were. After: the new ones, and the changed ones as they are.',
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
        'What changed. `appeared` and `disappeared` stand alone: the vendor is new on record, or has no record any more.',
    }),
    fields: Type.Array(Type.String(), {
      description:
        'Which values differ. Of visits: in what those that are on both sides differ, `violations` being what was cited.',
    }),
    // Changes that earlier versions kept do not have it.
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

/** What one publication changed about one vendor. */
export const VendorChange = Type.Object(
  {
    cursor: Type.String({
      description: 'Names this change for good. As `after`, it asks for everything behind it.',
    }),
    vendor_id: Type.String({ format: 'uuid' }),
    license_number: Type.String({
      description: 'As after the change; of a vendor that is gone, as before it.',
    }),
    name: Type.String(),
    kinds: Type.Array(RecordChange.properties.kind),
    changes: Type.Array(RecordChange),
    fictional: Type.Boolean({
      description:
        'True for a vendor of demo data. A service that began as a demo still tells how its fictional vendors came and went.',
    }),
    as_of: Type.String({ format: 'date', description: 'The day that the records were published as of.' }),
    data_as_of: Type.String({
      format: 'date',
      description: 'The newest day that the files in use speak of.',
    }),
    published_at: Type.String({ format: 'date-time' }),
    scorecard_url: Type.String({
      format: 'uri',
      description: 'The whole record as it is now; 404 once it is gone.',
    }),
  },
  { title: 'VendorChange' },
);

export const ChangesEnvelope = Type.Object({
  data: Type.Array(VendorChange),
  meta: Type.Object(
    {
      count: Type.Integer({ minimum: 0, description: 'Changes in this answer.' }),
      next: Type.String({
        description: 'What to send as `after` next; it stands also where `data` is empty.',
      }),
      more: Type.Boolean({
        description: 'Whether changes wait behind `next`, also of vendors that were not asked for.',
      }),
      as_of: Type.String({ format: 'date', description: 'The day that the records are as of now.' }),
      complete_from: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'When the oldest kept changes were published; null while none are kept.',
      }),
      fictional: Type.Boolean({
        description: 'Whether the records are demo data now: no such business exists.',
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
