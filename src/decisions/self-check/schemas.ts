import { type Static, Type } from 'typebox';
import { INSPECTIONS_MAX } from '../../judgment/score/outlook.ts';
import { Grade, GradeStatus } from '../../judgment/scorecard/schemas.ts';
import { RecordsOldSchema } from '../../published-state/schemas.ts';
import { DecidedVendor, Severity } from '../decide/schemas.ts';
import { CURRENCY, PRICE_CENTS } from './monitoring-offer.ts';

/**
 * The response schema of the self-check (contract 2.8): what limits the grade and what to do about it. It has
 * no field for a score.
 */

const Day = Type.String({ format: 'date' });

export const Factor = Type.Object(
  {
    code: Type.String({ description: 'Stable.' }),
    severity: Severity,
    issue: Type.String(),
    corrective_action: Type.String(),
    resource: Type.Object({ title: Type.String(), url: Type.String({ format: 'uri' }) }),
    evidence: Type.String({ description: 'What on the record says so.' }),
    quotes: Type.Array(Type.Object({ text: Type.String(), on: Day }), {
      description:
        'What the inspector wrote, the newest first, at most three; names struck out. Empty where the regulator’s text is not on file.',
    }),
    fades: Type.Union([Type.Object({ on: Day, text: Type.String() }), Type.Null()], {
      description: 'From which day on it weighs less, and how; null where age changes nothing.',
    }),
  },
  { title: 'LimitingFactor' },
);

/**
 * The outlook: how to reach the next letter grade or keep the best one, using the score's own rules for
 * future inspections. The next letter is null if the vendor has the best letter or no letter.
 */
export const Outlook = Type.Object(
  {
    text: Type.String({ description: 'The whole of it, in sentences.' }),
    next_grade: Grade,
    interval_days: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description:
        'The assumed days from one inspection to the next: the median so far, at least 30. Null with fewer than two inspections.',
    }),
    ways: Type.Array(
      Type.Object(
        {
          without: Type.Unsafe<'violation' | 'high_priority'>({
            type: 'string',
            enum: ['violation', 'high_priority'],
            description:
              'What the inspections to come do not cite. Without high priority, each finds the lesser violations of the newest one again. All meet standards.',
          }),
          inspections: Type.Union([Type.Integer({ minimum: 1, maximum: INSPECTIONS_MAX }), Type.Null()], {
            description: `How many of them bring the letter; null where ${INSPECTIONS_MAX} do not.`,
          }),
          grade: Grade,
          earliest_on: Type.Union([Day, Type.Null()], {
            description: 'The day of the last of them, if they come in the interval.',
          }),
        },
        { title: 'OutlookWay' },
      ),
    ),
    missing: Type.Array(Type.Object({ code: Type.String({ description: 'Stable.' }), text: Type.String() }), {
      description: 'Without a letter, exactly what is missing for one.',
    }),
    letter_until: Type.Union([Day, Type.Null()], {
      description: 'With a letter: the first day without one, if no inspection is made until then.',
    }),
  },
  { title: 'Outlook' },
);

export const SelfCheck = Type.Object(
  {
    vendor: DecidedVendor,
    grade: Grade,
    grade_status: GradeStatus,
    inspections_loading_before: Type.Union([Day, Type.Null()], {
      description: 'As in the scorecard.',
    }),
    limiting_factors: Type.Array(Factor, {
      description:
        'Most severe first; an active hold is always the first. Within the same severity, what decides by itself comes first, then what costs the grade most.',
    }),
    outlook: Outlook,
    strengths: Type.Array(Type.Object({ code: Type.String(), text: Type.String() })),
    claim_url: Type.String({
      format: 'uri',
      description: 'The page where claiming this license begins, signed in or not.',
    }),
    monitoring: Type.Object(
      {
        available: Type.Boolean(),
        price_cents: Type.Literal(PRICE_CENTS),
        currency: Type.Literal(CURRENCY),
        interval: Type.Literal('month'),
        description: Type.String(),
        checkout_url: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
      },
      { title: 'MonitoringOffer' },
    ),
    as_of: Type.String({ format: 'date' }),
    data_as_of: Type.String({ format: 'date' }),
    records_old: RecordsOldSchema,
    fictional: Type.Boolean(),
  },
  { title: 'SelfCheck' },
);

export type Factor = Static<typeof Factor>;
export type Outlook = Static<typeof Outlook>;
export type SelfCheck = Static<typeof SelfCheck>;
