import { type Static, Type } from 'typebox';
import { daysBetween } from '../../lib/dates.ts';
import { LICENSE_GRACE_DAYS } from '../licenses/status.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { BacktestSummary, summarizeBacktest } from './backtest-summary.ts';
import { type Case, toCases } from './cases.ts';
import { recommendationOf, riskTierOf, VERDICTS_OF_GRADES } from './recommendation.ts';
import { ALL_SCORE_RULES, SCORE_RULES } from './rules.ts';
import { casePoints, gradeOf, scoreCases } from './score.ts';

/** The published method (contract 2.9), as data: every number is the one that decides. */
const Text = Type.String();

export const Methodology = Type.Object(
  {
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
      cases: Type.Integer({ description: 'With a known outcome and known counts, under the current owner.' }),
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
    backtest: BacktestSummary,
    earlier_versions: Type.Array(
      Type.Object({
        score_version: Text,
        changed: Type.String({ description: 'What the version after it changed, and why.' }),
        cut_offs: Type.Array(Type.Object({ grade: Text, least: Type.Number() })),
      }),
    ),
    data_used: Type.Array(Text),
    data_not_used: Type.Array(Text),
    limits: Type.Array(Text),
    links: Type.Object({ page: Text, statistics: Text, coverage: Text, regulator: Text }),
  },
  { title: 'Methodology' },
);
export type Methodology = Static<typeof Methodology>;

/** The method of the rules in force; pure. */
export function describeMethod(baseUrl: string): Methodology {
  return {
    score_version: SCORE_RULES.version,
    rule: ruleInWords(),
    weights: {
      points_per_violation: {
        high_priority: SCORE_RULES.pointsPerCitation.highPriority,
        intermediate: SCORE_RULES.pointsPerCitation.intermediate,
        basic: SCORE_RULES.pointsPerCitation.basic,
      },
      points_per_measure: MEASURES.map(({ measure, examples }) => ({
        measure,
        examples: [...examples],
        points: pointsOf(examples[0]),
      })),
      case_points_max: SCORE_RULES.casePointsMax,
      half_life_days: SCORE_RULES.halfLifeDays,
      mean_points: SCORE_RULES.meanPoints,
      mean_cases: SCORE_RULES.meanCases,
      score_per_point: SCORE_RULES.scorePerPoint,
    },
    cut_offs: SCORE_RULES.cutOffs.map(({ grade, least }) => {
      const tier = riskTierOf({ status: 'graded', grade });
      return { grade, least, risk_tier: tier, recommendation: recommendationOf(VERDICTS_OF_GRADES[grade]) };
    }),
    minimum_record: {
      cases: SCORE_RULES.minimumRecord.cases,
      operating_cases: SCORE_RULES.minimumRecord.operatingCases,
      months_since_newest: SCORE_RULES.minimumRecord.monthsSinceNewest,
      pre_opening_type: REGULATOR.inspectionTypes.preOpening,
      text:
        `No letter unless the current owner has at least ${SCORE_RULES.minimumRecord.cases} inspections with a known outcome and known counts, at least ` +
        `${SCORE_RULES.minimumRecord.operatingCases} of them of the running business (not only a “${REGULATOR.inspectionTypes.preOpening}”), and the newest ` +
        `is not older than ${SCORE_RULES.minimumRecord.monthsSinceNewest} months.`,
    },
    license_grace_days: LICENSE_GRACE_DAYS,
    example: workedExample(),
    backtest: summarizeBacktest(),
    earlier_versions: ALL_SCORE_RULES.filter(({ version }) => version !== SCORE_RULES.version).map(
      (rules) => ({
        score_version: rules.version,
        changed: CHANGES[rules.version] ?? '',
        cut_offs: [...rules.cutOffs],
      }),
    ),
    data_used: USED,
    data_not_used: NOT_USED,
    limits: LIMITS,
    links: {
      page: `${baseUrl}/methodology`,
      statistics: `${baseUrl}/florida`,
      coverage: `${baseUrl}/api/v1/coverage`,
      regulator: REGULATOR.pages.inspections.url,
    },
  };
}

function ruleInWords(): string[] {
  const { highPriority, intermediate, basic } = SCORE_RULES.pointsPerCitation;
  return [
    `An inspection and its callbacks are one case. Each high-priority violation found at its first visit is ${highPriority} points, each intermediate one ${intermediate}, each basic one ${basic}; the gravest measure of the case adds its own points. No case weighs more than ${SCORE_RULES.casePointsMax} points.`,
    `A case whose outcome is unknown never counts as better than the average case, ${SCORE_RULES.meanPoints} points: unknown is not clean.`,
    `Take the mean of the points of all cases of the current owner. A case counts half as much for each ${SCORE_RULES.halfLifeDays} days that it is older than the newest one.`,
    `Add ${SCORE_RULES.meanCases} average cases of ${SCORE_RULES.meanPoints} points: with n cases of mean m, (n × m + ${SCORE_RULES.meanCases} × ${SCORE_RULES.meanPoints}) / (n + ${SCORE_RULES.meanCases}). One good or bad day moves a short record little.`,
    `The score is 100 − ${SCORE_RULES.scorePerPoint} × that, at least 0, rounded to one decimal. The letter follows from the cut-offs.`,
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
  return SCORE_RULES.pointsPerGravity[REGULATOR.dispositionOf(disposition).gravity] ?? 0;
}

/** The cases of an invented vendor whose score the page works out by hand. */
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
  return { ...ids, ...counts, visitedOn, disposition, inspectionType: REGULATOR.inspectionTypes.routine };
}

function workedExample(): Methodology['example'] {
  const newest = EXAMPLE.at(-1)?.openedOn ?? '';
  const cases = EXAMPLE.map((single) => ({
    date: single.openedOn,
    high_priority: single.highPriority ?? 0,
    intermediate: single.intermediate ?? 0,
    basic: single.basic ?? 0,
    disposition: single.worst,
    points: casePoints(single),
    weight: 0.5 ** (daysBetween(single.openedOn, newest) / SCORE_RULES.halfLifeDays),
  }));
  const weights = cases.reduce((sum, { weight }) => sum + weight, 0);
  const mean = cases.reduce((sum, { weight, points }) => sum + weight * points, 0) / weights;
  const shrunk =
    (cases.length * mean + SCORE_RULES.meanCases * SCORE_RULES.meanPoints) /
    (cases.length + SCORE_RULES.meanCases);
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

/** By the version that was changed. */
const CHANGES: Readonly<Record<string, string>> = {
  v1:
    'v2 lets A begin at 85 instead of 86. Scores lay in a heap just above 86 (42 within two points above it, 23 below), so that ' +
    'a single basic violation decided the letter of many; 85 is the nearest whole number without a heap by which nobody ' +
    'loses a letter. No score changes; some grades rise from B to A, none falls.',
};

const USED = [
  `Inspections by the ${REGULATOR.office}: day, type, outcome, and how many violations of each severity.`,
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
  'The score is our judgment. The regulator grades nobody.',
  'Weights were chosen by hand. The back-test holds them against fitted ones, on one district’s history.',
  'Many vendors are inspected about once a year. A short record says little; the average cases added to it pull it to the middle.',
];
