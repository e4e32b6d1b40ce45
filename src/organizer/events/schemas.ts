import { type Static, Type } from 'typebox';
import { EventTypeSchema } from '../../decisions/decide/schemas.ts';

/** The API schema of an event (contract 2.3). */

export const EVENT_STATUSES = ['Published', 'Draft', 'Completed', 'Cancelled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const QUESTION_TYPES = [
  'text',
  'long_text',
  'number',
  'yes_no',
  'date',
  'choice',
  'several_choices',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

const NullableInteger = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);
const Instant = Type.String({ format: 'date-time', description: 'UTC, ISO 8601.' });
const NullableInstant = Type.Union([Instant, Type.Null()]);

export const QuestionTypeSchema = Type.Unsafe<QuestionType>({
  type: 'string',
  enum: [...QUESTION_TYPES],
  title: 'QuestionType',
});

export const Question = Type.Object(
  {
    id: Type.String({ description: 'Stable while the event lasts.' }),
    label: Type.String(),
    type: QuestionTypeSchema,
    required: Type.Boolean(),
    options: Type.Array(Type.String(), { description: 'The options of a choice; empty for other types.' }),
  },
  { title: 'Question' },
);

export const EventRecord = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    description: Type.String(),
    event_type: EventTypeSchema,
    status: Type.Unsafe<EventStatus>({ type: 'string', enum: [...EVENT_STATUSES], title: 'EventStatus' }),
    starts_at: Instant,
    ends_at: Instant,
    timezone: Type.String({ description: 'Time zone of the place, IANA name.' }),
    venue_name: Type.String(),
    address: Type.String({ description: 'The address of the event’s place, as the organizer published it.' }),
    city: Type.String(),
    county: Type.String(),
    applications_open_at: NullableInstant,
    applications_close_at: NullableInstant,
    capacity: NullableInteger,
    spots_left: NullableInteger,
    deposit_cents: NullableInteger,
    currency: Type.Literal('USD'),
    questions: Type.Array(Question),
    created_at: Instant,
    updated_at: Instant,
  },
  { title: 'EventRecord' },
);

export const PublicEvent = Type.Object(
  {
    ...EventRecord.properties,
    apply_url: Type.String({ format: 'uri' }),
  },
  { title: 'PublicEvent' },
);

export type Question = Static<typeof Question>;
export type EventRecord = Static<typeof EventRecord>;
export type PublicEvent = Static<typeof PublicEvent>;
