import { type Static, Type } from 'typebox';
import { CONFIDENCES, MATCH_REASONS } from '../../matching/matchable.ts';
import { RecordsOldSchema } from '../../published-state/schemas.ts';
import { LICENSE_GRACE_DAYS } from '../../regulator/licenses/status.ts';
import { OBSERVATION_FLAGS, OBSERVATION_TIERS } from '../../regulator/source/observation.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/**
 * Schemas for a vendor's public data in API responses (contract 2.9). They have no street address, phone
 * number or mailing address.
 */

const IsoDate = Type.String({ format: 'date', description: 'A day, YYYY-MM-DD.' });
const NullableDate = Type.Union([IsoDate, Type.Null()]);
const NullableText = Type.Union([Type.String(), Type.Null()]);

/** The possible verdicts of a decision, best first. */
export const VERDICTS = ['CLEAR', 'CONDITIONAL', 'REVIEW', 'DECLINE'] as const;

function oneOf<const Values extends readonly string[]>(values: Values, description: string, title?: string) {
  const named = title === undefined ? {} : { title };
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], description, ...named });
}

export const License = Type.Object(
  {
    number: Type.String({
      description: 'As the regulator writes it; only digits if no license file lists it.',
    }),
    type: oneOf(['food_truck', 'hot_dog_cart', 'caterer'], 'Kind of license.', 'LicenseKind'),
    status: oneOf(
      ['current', 'delinquent', 'relinquished', 'transfer_pending', 'not_on_file', 'no_file', 'unknown'],
      'The regulator’s status in the newest license file.',
      'LicenseStatus',
    ),
    expires_on: NullableDate,
    confirmed: Type.Boolean({
      description: `On the newest file, current, and not expired beyond the grace of ${LICENSE_GRACE_DAYS} days.`,
    }),
  },
  { title: 'License' },
);

const UnknownSum = Type.Union([Type.Integer(), Type.Null()], {
  description: 'Null when the counts of an inspection of the year are unknown.',
});

export const Rollup = Type.Object(
  {
    inspections: Type.Integer(),
    violations: UnknownSum,
    high_priority: UnknownSum,
    intermediate: UnknownSum,
    basic: UnknownSum,
    emergency_orders: Type.Integer(),
    admin_complaints: Type.Integer(),
    warnings: Type.Integer(),
    last_inspected_on: NullableDate,
    whole_year: Type.Boolean({
      description:
        'True if the files cover all twelve months of the vendor’s district; otherwise these are the counts on file.',
    }),
    // This field is missing from decisions that earlier versions stored.
    year_covered: Type.Optional(
      oneOf(
        ['whole', 'part', 'none'],
        'How much of the twelve months the inspection files of the vendor’s district cover. With none, zero means not known.',
        'YearCovered',
      ),
    ),
  },
  { title: 'Rollup' },
);

export const Grade = Type.Union([
  oneOf(['A', 'B', 'C', 'D', 'F'], 'Our letter.', 'GradeLetter'),
  Type.Null(),
]);
export const GradeStatus = oneOf(
  ['graded', 'withheld', 'insufficient_record', 'hold'],
  'Why there is a letter, or none: withheld means that the license is not confirmed.',
  'GradeStatus',
);

export const Hold = Type.Object(
  {
    active: Type.Boolean(),
    reasons: Type.Array(
      Type.Object(
        {
          code: oneOf(
            ['emergency_order', 'emergency_callback', 'administrative_determination', 'emergency_closure'],
            'Kind of closure.',
          ),
          text: Type.String({
            description:
              'The regulator’s own words; for a reported closure its reason, or “Emergency closure” where it gives none.',
          }),
          since: IsoDate,
        },
        { title: 'HoldReason' },
      ),
    ),
  },
  { title: 'Hold' },
);

const identityFields = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  aka: Type.Union([Type.String(), Type.Null()], { description: 'Former name under the same owner.' }),
  license: License,
};

export const Identity = Type.Object(
  {
    ...identityFields,
    cuisine: Type.Union([Type.String(), Type.Null()], {
      description: 'Our reading of the name; null when unclear.',
    }),
    location: Type.Object(
      {
        city: NullableText,
        county: NullableText,
        zip: NullableText,
        district: Type.Union([Type.Integer(), Type.Null()]),
      },
      { title: 'VendorLocation' },
    ),
    records_old: RecordsOldSchema,
    page_url: Type.String({ format: 'uri' }),
  },
  { title: 'VendorIdentity' },
);

const INSPECTION_RESULT = oneOf(
  ['met', 'follow_up', 'closed', 'unknown'],
  'The regulator’s own grouping of dispositions.',
  'InspectionResult',
);

const LastDisposition = Type.Union([
  Type.Object(
    { text: Type.String(), date: IsoDate, result: INSPECTION_RESULT },
    { title: 'LastDisposition' },
  ),
  Type.Null(),
]);

export const SearchRow = Type.Object(
  {
    ...identityFields,
    city: NullableText,
    county: NullableText,
    cuisine: NullableText,
    grade: Grade,
    grade_status: GradeStatus,
    rollup_12m: Rollup,
    last_disposition: LastDisposition,
    hold_active: Type.Boolean(),
    fictional: Type.Boolean({ description: 'True for demo data: no such business exists.' }),
    records_old: RecordsOldSchema,
    scorecard_url: Type.String({ format: 'uri' }),
    verdict: oneOf(
      VERDICTS,
      'What a decision says as of today, for no event in particular. Ask for a decision to learn why, and for the day of an event.',
      'Verdict',
    ),
    match: Type.Union(
      [
        Type.Object(
          {
            reasons: Type.Array(oneOf(MATCH_REASONS, 'How name, former name or number fit.', 'MatchReason')),
            sureness: oneOf(CONFIDENCES, 'Sure when nothing else comes near.'),
          },
          { title: 'Match' },
        ),
        Type.Null(),
      ],
      {
        description:
          'Null if the record contains everything that was typed. Otherwise the reasons for listing the vendor.',
      },
    ),
  },
  { title: 'FoundVendor' },
);

/**
 * A vendor's dispute of a row, shown as a mark next to the row. It does not change any of the regulator's
 * numbers.
 */
export const DisputeMark = Type.Object(
  {
    state: oneOf(
      ['pending_review', 'upheld'],
      'Not answered yet; or we read the row as wrong, as the vendor does.',
    ),
    since: IsoDate,
    due_on: Type.String({ format: 'date', description: 'The day by which it is answered, YYYY-MM-DD.' }),
    category: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The violation category in dispute; null for the visit as a whole.',
    }),
    note: NullableText,
  },
  { title: 'DisputeMark' },
);

const UnknownCount = Type.Union([Type.Integer(), Type.Null()]);

export const Inspection = Type.Object(
  {
    visit_id: Type.Integer(),
    case_id: Type.Integer({ description: 'The regulator’s Inspection Number, shared by a case’s visits.' }),
    visit_number: Type.Integer({ description: '1 the first visit on the case, 2 and more its callbacks.' }),
    date: IsoDate,
    type: Type.String(),
    disposition: Type.String({ description: 'The regulator’s words.' }),
    result: INSPECTION_RESULT,
    counts: Type.Object(
      { total: UnknownCount, high_priority: UnknownCount, intermediate: UnknownCount, basic: UnknownCount },
      {
        description:
          'All null when unknown: blank in the file, or contradicting each other. Never read as none.',
        title: 'ViolationCounts',
      },
    ),
    violations: Type.Array(
      Type.Object(
        {
          category: Type.Integer({ minimum: 1, maximum: REGULATOR.categoryMax }),
          title: Type.String({
            description: 'Our short name for the category; the regulator’s files have its number.',
          }),
          count: Type.Integer(),
          reporting_only: Type.Boolean({ description: 'Told to the fire authority; not in the totals.' }),
          code: Type.Optional(
            Type.String({
              description: 'The regulator’s code of a violation listed by itself, e.g. 35A-03-4.',
            }),
          ),
          tier: Type.Optional(oneOf(OBSERVATION_TIERS, 'Severity of a violation listed by itself.')),
          text: Type.Optional(
            Type.String({
              description:
                'What the inspector wrote, where the regulator’s text is on file; names struck out.',
            }),
          ),
          flags: Type.Optional(
            Type.Array(oneOf(OBSERVATION_FLAGS, 'A mark of the inspector’s.'), {
              description: 'Marks after the text.',
            }),
          ),
        },
        { title: 'Violation' },
      ),
      { description: 'One by one where the inspector’s text is there (count 1), else by category.' },
    ),
    owner: oneOf(
      ['current', 'prior', 'uncertain'],
      'The owner at the inspection, on the evidence of the files. Only inspections of the current owner are scored and rolled up.',
    ),
    prior_owner: Type.Boolean({ description: 'True if `owner` is `prior`.' }),
    dispute: Type.Optional(DisputeMark),
  },
  { title: 'Inspection' },
);

/** A final order in a disciplinary case, from the regulator's monthly file. */
export const FinalOrder = Type.Object(
  {
    case_number: Type.String(),
    final_order_on: IsoDate,
    violation_on: Type.Union([IsoDate, Type.Null()], { description: 'Null when the file has none.' }),
    violations: Type.Integer(),
    fine_cents: Type.Integer({ description: 'In US cents; 0 for an order without a fine.' }),
    currency: Type.Unsafe<'USD'>({ type: 'string', enum: ['USD'] }),
    of_current_holder: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'By the day of the violation. Null: the files do not show whose it is.',
    }),
    file_date: Type.String({ format: 'date', description: 'The newest day of the file that lists it.' }),
  },
  { title: 'FinalOrder' },
);

/** Inspections that may belong to another owner. */
export const UncertainRecord = Type.Object(
  {
    code: oneOf(
      ['other_name', 'holder_changed', 'change_approved', 'former_holder_alike'],
      'Why: they name another business; a change of owner was approved between them; a license file lists a different holder; the newest one lists a former holder under a similar name.',
    ),
    inspections: Type.Integer({ minimum: 1 }),
    text: Type.String(),
  },
  { title: 'UncertainRecord' },
);

export const Scorecard = Type.Object(
  {
    ...identityFields,
    cuisine: NullableText,
    location: Identity.properties.location,
    grade: Grade,
    grade_status: GradeStatus,
    service_score: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()]),
    score_version: Type.String(),
    risk_tier: oneOf(
      ['low', 'moderate', 'elevated', 'high', 'unknown'],
      'Follows the grade; a hold is high.',
      'RiskTier',
    ),
    recommendation: Type.Object(
      {
        code: oneOf(['book', 'book_after_review', 'review', 'do_not_book'], 'Our recommendation.'),
        text: Type.String(),
      },
      { title: 'Recommendation' },
    ),
    hold: Hold,
    rollup_12m: Rollup,
    last_disposition: LastDisposition,
    gravest_event: Type.Union(
      [Type.Object({ text: Type.String(), date: IsoDate }, { title: 'GravestEvent' }), Type.Null()],
      {
        description:
          'The most severe enforcement action under the current owner, or the newest of several equal ones, in the regulator’s words. For a closure in a weekly report, “Emergency closure” and its reason. Null if there is none.',
      },
    ),
    uncertain_record: Type.Union([UncertainRecord, Type.Null()], {
      description: 'Inspections that may be another owner’s; null when there are none.',
    }),
    final_orders: Type.Array(FinalOrder, {
      description:
        'On the license number up to the as-of day, newest first, at most 50. Not scored. An empty list does not show that there are none.',
    }),
    inspections_loading_before: Type.Union([IsoDate, Type.Null()], {
      description: 'The day before which inspections are still being loaded; null when none are.',
    }),
    inspections: Type.Array(Inspection, { description: 'Newest first; callbacks are visits of their own.' }),
    trend: Type.Object(
      {
        direction: oneOf(
          ['improving', 'steady', 'worsening', 'unknown'],
          'Newest two cases against those before.',
        ),
        points: Type.Array(
          Type.Object(
            {
              date: IsoDate,
              high_priority: UnknownCount,
              intermediate: UnknownCount,
              basic: UnknownCount,
            },
            { title: 'TrendPoint' },
          ),
        ),
      },
      { title: 'Trend' },
    ),
    narrative: Type.Union([Type.String(), Type.Null()]),
    disclaimer: Type.String(),
    fictional: Type.Boolean({ description: 'True for demo data: no such business exists.' }),
    as_of: IsoDate,
    data_as_of: IsoDate,
    records_reach_to: Type.String({
      format: 'date',
      description:
        'The day up to which this record is complete: the earliest of the as-of day and of the days that the license and inspection files of the district reach.',
    }),
    records_old: RecordsOldSchema,
  },
  { title: 'Scorecard' },
);

export type Hold = Static<typeof Hold>;
export type License = Static<typeof License>;
export type Rollup = Static<typeof Rollup>;
export type Identity = Static<typeof Identity>;
export type SearchRow = Static<typeof SearchRow>;
export type DisputeMark = Static<typeof DisputeMark>;
export type Inspection = Static<typeof Inspection>;
export type FinalOrder = Static<typeof FinalOrder>;
export type UncertainRecord = Static<typeof UncertainRecord>;
export type Scorecard = Static<typeof Scorecard>;
