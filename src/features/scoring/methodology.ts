import { type Static, Type } from 'typebox';
import { daysBetween } from '../../lib/dates.ts';
import { GRACE_DAYS } from '../licenses/status.ts';
import { dispositionOf } from '../regulator/dispositions.ts';
import { type Case, toCases } from './cases.ts';
import { recommendationOf, riskTierOf } from './recommendation.ts';
import {
  CASE_POINTS_MAX,
  CUT_OFFS,
  HALF_LIFE_DAYS,
  MEAN_CASES,
  MEAN_POINTS,
  MINIMUM_RECORD,
  POINTS_PER_CITATION,
  POINTS_PER_GRAVITY,
  PRE_OPENING_TYPE,
  SCORE_PER_POINT,
  SCORE_VERSION,
} from './rules-v1.ts';
import { casePoints, gradeOf, scoreCases } from './score.ts';

/** The published method (contract §2.9), as data: every number is the one that decides. */
const Text = Type.String();

export const Methodology = Type.Object({
  score_version: Text,
  rule: Type.Array(Text, { description: 'How a score is made, step by step.' }),
  weights: Type.Object({
    points_per_violation: Type.Object({
      high_priority: Type.Number(),
      intermediate: Type.Number(),
      basic: Type.Number(),
    }),
    points_per_measure: Type.Array(
      Type.Object({
        measure: Text,
        examples: Type.Array(Text, { description: 'The regulator’s words.' }),
        points: Type.Number(),
      }),
      { description: 'For the gravest measure of a case, callbacks included.' },
    ),
    case_points_max: Type.Number(),
    half_life_days: Type.Integer(),
    mean_points: Type.Number(),
    mean_cases: Type.Integer(),
    score_per_point: Type.Number(),
  }),
  cut_offs: Type.Array(
    Type.Object({
      grade: Text,
      least: Type.Number({ description: 'Lowest score of the letter.' }),
      risk_tier: Text,
      recommendation: Type.Object({ code: Text, text: Text }),
    }),
  ),
  minimum_record: Type.Object({
    cases: Type.Integer({ description: 'With a known outcome, under the current owner.' }),
    operating_cases: Type.Integer({ description: 'Of these, inspections of the running business.' }),
    months_since_newest: Type.Integer(),
    pre_opening_type: Text,
    text: Text,
  }),
  license_grace_days: Type.Integer({ description: 'Days past its expiry that a license still counts.' }),
  example: Type.Object({
    cases: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        high_priority: Type.Integer(),
        intermediate: Type.Integer(),
        basic: Type.Integer(),
        disposition: Text,
        points: Type.Number(),
        weight: Type.Number(),
      }),
    ),
    mean: Type.Number(),
    with_average_cases: Type.Number(),
    score: Type.Number(),
    grade: Text,
  }),
  data_used: Type.Array(Text),
  data_not_used: Type.Array(Text),
  limits: Type.Array(Text),
  links: Type.Object({ page: Text, statistics: Text, coverage: Text, regulator: Text }),
});
export type Methodology = Static<typeof Methodology>;

const REGULATOR_URL = 'https://www2.myfloridalicense.com/hotels-restaurants/inspections/';

/** The method of score rules v1; pure. */
export function describeMethod(baseUrl: string): Methodology {
  return {
    score_version: SCORE_VERSION,
    rule: ruleInWords(),
    weights: {
      points_per_violation: {
        high_priority: POINTS_PER_CITATION.highPriority,
        intermediate: POINTS_PER_CITATION.intermediate,
        basic: POINTS_PER_CITATION.basic,
      },
      points_per_measure: MEASURES.map(({ measure, examples }) => ({
        measure,
        examples: [...examples],
        points: pointsOf(examples[0]),
      })),
      case_points_max: CASE_POINTS_MAX,
      half_life_days: HALF_LIFE_DAYS,
      mean_points: MEAN_POINTS,
      mean_cases: MEAN_CASES,
      score_per_point: SCORE_PER_POINT,
    },
    cut_offs: CUT_OFFS.map(({ grade, least }) => {
      const tier = riskTierOf({ status: 'graded', grade });
      return { grade, least, risk_tier: tier, recommendation: recommendationOf(tier) };
    }),
    minimum_record: {
      cases: MINIMUM_RECORD.cases,
      operating_cases: MINIMUM_RECORD.operatingCases,
      months_since_newest: MINIMUM_RECORD.monthsSinceNewest,
      pre_opening_type: PRE_OPENING_TYPE,
      text:
        `No letter unless the current owner has at least ${MINIMUM_RECORD.cases} inspections with a known outcome, at least ` +
        `${MINIMUM_RECORD.operatingCases} of them of the running business (not only a “${PRE_OPENING_TYPE}”), and the newest ` +
        `is not older than ${MINIMUM_RECORD.monthsSinceNewest} months.`,
    },
    license_grace_days: GRACE_DAYS,
    example: workedExample(),
    data_used: USED,
    data_not_used: NOT_USED,
    limits: LIMITS,
    links: {
      page: `${baseUrl}/methodology`,
      statistics: `${baseUrl}/florida`,
      coverage: `${baseUrl}/api/v1/coverage`,
      regulator: REGULATOR_URL,
    },
  };
}

function ruleInWords(): string[] {
  const { highPriority, intermediate, basic } = POINTS_PER_CITATION;
  return [
    `An inspection and its callbacks are one case. Each high-priority violation found at its first visit is ${highPriority} points, each intermediate one ${intermediate}, each basic one ${basic}; the gravest measure of the case adds its own points. No case weighs more than ${CASE_POINTS_MAX} points.`,
    `A case whose outcome is unknown never counts as better than the average case, ${MEAN_POINTS} points: unknown is not clean.`,
    `Take the mean of the points of all cases of the current owner. A case counts half as much for each ${HALF_LIFE_DAYS} days that it is older than the newest one.`,
    `Add ${MEAN_CASES} average cases of ${MEAN_POINTS} points: with n cases of mean m, (n × m + ${MEAN_CASES} × ${MEAN_POINTS}) / (n + ${MEAN_CASES}). One good or bad day moves a short record little.`,
    `The score is 100 − ${SCORE_PER_POINT} × that, at least 0, rounded to one decimal. The letter follows from the cut-offs.`,
  ];
}

/** By the regulator's words; the first of each gives the points, a test holds the others to it. */
const MEASURES: readonly { readonly measure: string; readonly examples: readonly [string, ...string[]] }[] = [
  { measure: 'None: met inspection standards', examples: ['Inspection Completed - No Further Action'] },
  {
    measure: 'Warning, or more time given',
    examples: [
      'Warning Issued',
      'Call Back - Extension given, pending',
      'Administrative Complaint Time Extension',
      'Emergency Order Callback Time Extension',
    ],
  },
  {
    measure: 'Administrative complaint recommended, or its callback not complied with',
    examples: ['Administrative complaint recommended', 'Admin. Complaint Callback Not Complied'],
  },
  {
    measure: 'Closed by emergency order or administrative determination',
    examples: ['Emergency order recommended', 'Administrative determination recommended'],
  },
];

function pointsOf(disposition: string): number {
  return POINTS_PER_GRAVITY[dispositionOf(disposition).gravity] ?? 0;
}

/** The cases of a made-up vendor that the page works out with a pencil. */
const EXAMPLE: readonly Case[] = [
  ...toCases([
    exampleVisit(1, '2025-01-01', 'Warning Issued', [1, 0, 2]),
    exampleVisit(2, '2026-01-01', 'Inspection Completed - No Further Action', [0, 1, 0]),
  ]),
];

function exampleVisit(
  id: number,
  visitedOn: string,
  disposition: string,
  [highPriority, intermediate, basic]: readonly [number, number, number],
) {
  const total = highPriority + intermediate + basic;
  const counts = { total, highPriority, intermediate, basic };
  const ids = { visitId: id, caseId: id, licenseId: 1, visitNumber: 1 };
  return { ...ids, ...counts, visitedOn, disposition, inspectionType: 'Routine - Food' };
}

function workedExample(): Methodology['example'] {
  const newest = EXAMPLE.at(-1)?.openedOn ?? '';
  const cases = EXAMPLE.map((single) => ({
    date: single.openedOn,
    high_priority: single.highPriority,
    intermediate: single.intermediate,
    basic: single.basic,
    disposition: single.worst,
    points: casePoints(single),
    weight: 0.5 ** (daysBetween(single.openedOn, newest) / HALF_LIFE_DAYS),
  }));
  const weights = cases.reduce((sum, { weight }) => sum + weight, 0);
  const mean = cases.reduce((sum, { weight, points }) => sum + weight * points, 0) / weights;
  const shrunk = (cases.length * mean + MEAN_CASES * MEAN_POINTS) / (cases.length + MEAN_CASES);
  const scored = scoreCases(EXAMPLE, newest);
  const score = scored.scored ? scored.value : 0;
  return {
    cases,
    mean: hundredths(mean),
    with_average_cases: hundredths(shrunk),
    score,
    grade: gradeOf(score),
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

const USED = [
  'Inspections by the Florida DBPR, Division of Hotels and Restaurants: day, type, outcome, and how many violations of each severity.',
  'License files of the same agency: for the license’s status and expiry, which decide whether a letter is shown, never how high a score is.',
  'Weekly reports of emergency closures: for holds.',
];

const NOT_USED = [
  'Name, cuisine, place, size, price.',
  'Reviews, complaints sent to us, what a vendor or organizer writes or pays.',
  'Who asks, and for which event.',
  'The inspector’s words: they are shown beside the counts where they are on file, and score nothing.',
  'Records under a prior owner: shown, not scored.',
  'Fines: they are not in these files.',
];

const LIMITS = [
  'Inspectors differ: two of them may count the same kitchen differently.',
  'An inspection is a snapshot of one day. It says nothing of the days before and after.',
  'No claim about illness is made: a good letter does not say that food is safe, a bad one not that anybody fell ill.',
  'The score is our judgement. The regulator grades nobody.',
  'Weights were chosen by hand and checked for order on one district’s history. They were not fitted.',
  'Many vendors are inspected about once a year. A short record says little; the average cases added to it pull it to the middle.',
];
