import { type Static, Type } from 'typebox';

const NullableCount = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

/** The reliability of a license's verified owner at events using this service (contract 2.5). */
export const PlatformReliability = Type.Object(
  {
    status: Type.Unsafe<'known' | 'unknown'>({
      type: 'string',
      enum: ['known', 'unknown'],
      description: 'Unknown until enough outcomes count; it is never to be read as good or bad.',
    }),
    applications: Type.Integer({
      minimum: 1,
      description: 'The applications that the license’s verified owner made or confirmed, with any outcome.',
    }),
    events: Type.Integer({
      minimum: 0,
      description: 'Whose outcome counts; one for each organizer and day.',
    }),
    organizers: Type.Integer({
      minimum: 0,
      description: 'The number of independent organizers of those events.',
    }),
    attended: NullableCount,
    late: NullableCount,
    left_early: NullableCount,
    no_show: NullableCount,
    attended_rate: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
      description:
        'Share of those events where the vendor came, late or not. Null, like the counts, while unknown.',
    }),
    text: Type.String({ description: 'The same in a sentence.' }),
  },
  { title: 'PlatformReliability' },
);

export type PlatformReliability = Static<typeof PlatformReliability>;
