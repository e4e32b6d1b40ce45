import { type Static, Type } from 'typebox';
import { Identity, Scorecard } from '../../judgment/scorecard/schemas.ts';
import { QuestionTypeSchema } from '../events/schemas.ts';

/** The API schema of an application (contract 2.4). */

export const APPLICATION_STATUSES = [
  'submitted',
  'under_review',
  'waitlisted',
  'approved',
  'confirmed',
  'declined',
  'withdrawn',
  'cancelled',
] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export const OUTCOMES = [
  'attended',
  'late',
  'left_early',
  'no_show',
  'cancelled_by_vendor',
  'cancelled_by_organizer',
] as const;
export type ApplicationOutcome = (typeof OUTCOMES)[number];

export const DEPOSIT_STATUSES = [
  'not_required',
  'due',
  'paid',
  'failed',
  'refund_pending',
  'refunded',
  'partially_refunded',
  'forfeited',
  'waived',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** The states of a required document. */
const DOCUMENT_STATES = ['to_collect', 'received', 'confirmed', 'rejected', 'waived'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

const Instant = Type.String({ format: 'date-time', description: 'UTC, ISO 8601.' });

/**
 * An answer with the question's wording at the time. The answer is null if an optional question was left
 * blank.
 */
export const CustomResponse = Type.Object(
  {
    question_id: Type.String(),
    label: Type.String(),
    type: QuestionTypeSchema,
    answer: Type.Union([
      Type.String(),
      Type.Number(),
      Type.Boolean(),
      Type.Array(Type.String()),
      Type.Null(),
    ]),
  },
  { title: 'CustomResponse' },
);

/** A document that the event type requires. Does not include the file. */
export const DocumentSummary = Type.Object(
  {
    code: Type.String({ description: 'As in `required_documents` of a decision.' }),
    state: Type.Unsafe<DocumentState>({
      type: 'string',
      enum: [...DOCUMENT_STATES],
      title: 'DocumentState',
      description:
        '`received`: the organizer has not looked at it yet. `rejected`: another one is needed. `waived`: none is needed.',
    }),
    expires_on: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
      description:
        'The last day on which it is good: by the applicant’s word while `received`, as the organizer read it once `confirmed`.',
    }),
  },
  { title: 'DocumentSummary' },
);

export const ApplicationRecord = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    event_id: Type.String({ format: 'uuid' }),
    event_name: Type.String(),
    status: Type.Unsafe<ApplicationStatus>({
      type: 'string',
      enum: [...APPLICATION_STATUSES],
      title: 'ApplicationStatus',
    }),
    submitted_at: Instant,
    vendor: Type.Union([Identity, Type.Null()], {
      description:
        'The vendor on record under the license number; null when there is none, or more than one.',
    }),
    license_number: Type.String({ description: 'As the applicant gave it.' }),
    business_name: Type.String(),
    contact_name: Type.String(),
    contact_email: Type.String(),
    contact_phone: Type.String(),
    service_score: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
      description: 'From the vendor’s record as it is now; null when there is no scored record.',
    }),
    risk_tier: Type.Union([Scorecard.properties.risk_tier, Type.Null()], {
      description: 'Joined like the score, and null when the score is.',
    }),
    outcome: Type.Union([
      Type.Unsafe<ApplicationOutcome>({ type: 'string', enum: [...OUTCOMES], title: 'ApplicationOutcome' }),
      Type.Null(),
    ]),
    outcome_recorded_at: Type.Union([Instant, Type.Null()]),
    deposit_status: Type.Unsafe<DepositStatus>({
      type: 'string',
      enum: [...DEPOSIT_STATUSES],
      title: 'DepositStatus',
    }),
    custom_responses: Type.Array(CustomResponse),
    documents: Type.Array(DocumentSummary, {
      description: 'The documents that the event’s type requires, each once, in their usual order.',
    }),
  },
  { title: 'Application' },
);

export type DocumentSummary = Static<typeof DocumentSummary>;
export type CustomResponse = Static<typeof CustomResponse>;
export type ApplicationRecord = Static<typeof ApplicationRecord>;
