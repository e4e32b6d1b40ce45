import { type Static, Type } from 'typebox';
import {
  Grade,
  GradeStatus,
  Hold,
  License,
  Rollup,
  Scorecard,
  VERDICTS,
} from '../../judgment/scorecard/schemas.ts';
import { RecordsOldSchema } from '../../published-state/schemas.ts';

/**
 * The decision result (contract 2.6). It has no field for a score, and none of its fields may contain one.
 */

export const EVENT_TYPES = ['food-truck-night', 'festival', 'city-event'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const LicenseNumber = Type.String({
  maxLength: 64,
  description: 'a license number in any spelling; digits alone are enough unless two licenses share them.',
});
/** The parameters that name a vendor. */
export const VENDOR_IDENTIFIERS = {
  license_number: Type.Optional(LicenseNumber),
  vendor_id: Type.Optional(Type.String({ format: 'uuid', description: 'a vendor id, a UUID.' })),
};

const NullableText = Type.Union([Type.String(), Type.Null()]);
const Verdict = Type.Unsafe<(typeof VERDICTS)[number]>({
  type: 'string',
  enum: [...VERDICTS],
  title: 'Verdict',
});
/** The weight of a reason or factor. */
export const Severity = Type.Unsafe<'info' | 'caution' | 'serious' | 'blocking'>({
  type: 'string',
  enum: ['info', 'caution', 'serious', 'blocking'],
  title: 'Severity',
});
export const EventTypeSchema = Type.Unsafe<EventType>({
  type: 'string',
  enum: [...EVENT_TYPES],
  title: 'EventType',
});

export const RequiredDocument = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    why: Type.String({ description: 'Why it is asked for.' }),
    must_show: Type.String({ description: 'What to look for on it.' }),
    resource_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
  },
  { title: 'RequiredDocument' },
);

export const DecidedVendor = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    aka: NullableText,
    city: NullableText,
    county: NullableText,
    license: License,
  },
  { title: 'DecidedVendor' },
);

export const DecisionResult = Type.Object(
  {
    vendor: DecidedVendor,
    event_type: EventTypeSchema,
    event_date: Type.String({ format: 'date', description: 'The day of the event that was decided on.' }),
    event_last_date: Type.Optional(
      Type.String({ format: 'date', description: 'The last day of an event of several days.' }),
    ),
    verdict: Verdict,
    reasons: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: 'Stable; docs/decisions.md lists them.' }),
          text: Type.String(),
          severity: Severity,
        },
        { title: 'DecisionReason' },
      ),
      { description: 'Every reason that applies; the first decided.' },
    ),
    evidence: Type.Object(
      {
        grade: Grade,
        grade_status: GradeStatus,
        rollup_12m: Rollup,
        last_disposition: Scorecard.properties.last_disposition,
        gravest_event: Scorecard.properties.gravest_event,
        hold: Hold,
      },
      { title: 'DecisionEvidence' },
    ),
    required_documents: Type.Array(RequiredDocument),
    checklist_url: Type.String({ format: 'uri' }),
    receipt: Type.String({ description: 'For the event’s file; anyone can verify it, at any time.' }),
    receipt_number: Type.String({
      description:
        'The receipt’s short number, to print and to type. Letters in either case, O for 0 and I for 1 will do.',
    }),
    receipt_url: Type.String({
      format: 'uri',
      description: 'The page on which anyone who has the number sees the receipt and what has changed since.',
    }),
    verify_url: Type.String({ format: 'uri' }),
    decided_at: Type.String({ format: 'date-time' }),
    as_of: Type.String({ format: 'date' }),
    data_as_of: Type.String({ format: 'date' }),
    records_old: RecordsOldSchema,
    policy_version: Type.String(),
    fictional: Type.Boolean({ description: 'True for demo data: no such business exists.' }),
  },
  { title: 'Decision' },
);

export type RequiredDocument = Static<typeof RequiredDocument>;
export type DecisionResult = Static<typeof DecisionResult>;
