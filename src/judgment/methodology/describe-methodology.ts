import { type Static, Type } from 'typebox';
import type { Language } from '../../lib/language/language.ts';
import { daysBetween } from '../../lib/time/dates.ts';
import { LICENSE_GRACE_DAYS } from '../../regulator/licenses/status.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Case, toCases } from '../score/cases.ts';
import { recommendationOf, riskTierOf, VERDICTS_OF_GRADES } from '../score/recommendation.ts';
import { ALL_SCORE_RULES, SCORE_RULES } from '../score/rules.ts';
import { casePoints, gradeOf, scoreCases } from '../score/score.ts';
import { BacktestSummary, summarizeBacktest } from './backtest-summary.ts';
import {
  DATA_NOT_USED,
  DATA_USED,
  MEASURES_NAMED,
  METHOD,
  METHOD_LIMITS,
} from './describe-methodology-messages.ts';

/** Describes the published method (contract 2.9) as data. The numbers come from the rules themselves. */
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
        { description: 'For the most severe enforcement action of a case, including callbacks.' },
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
      operating_cases: Type.Integer({
        description: 'The number of these that were inspections of the operating business.',
      }),
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

/**
 * Returns a description of the method for the current rules. The default language is English, for programs.
 * The regulator's words and the links are always in English.
 */
export function describeMethod(baseUrl: string, language: Language = 'en'): Methodology {
  const t = METHOD[language];
  return {
    score_version: SCORE_RULES.version,
    rule: ruleInWords(language),
    weights: {
      points_per_violation: {
        high_priority: SCORE_RULES.pointsPerCitation.highPriority,
        intermediate: SCORE_RULES.pointsPerCitation.intermediate,
        basic: SCORE_RULES.pointsPerCitation.basic,
      },
      points_per_measure: MEASURES.map(({ measure, examples }) => ({
        measure: MEASURES_NAMED[language][measure],
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
      return {
        grade,
        least,
        risk_tier: tier,
        recommendation: recommendationOf(VERDICTS_OF_GRADES[grade], language),
      };
    }),
    minimum_record: {
      cases: SCORE_RULES.minimumRecord.cases,
      operating_cases: SCORE_RULES.minimumRecord.operatingCases,
      months_since_newest: SCORE_RULES.minimumRecord.monthsSinceNewest,
      pre_opening_type: REGULATOR.inspectionTypes.preOpening,
      text: t.minimum({
        cases: SCORE_RULES.minimumRecord.cases,
        operating: SCORE_RULES.minimumRecord.operatingCases,
        preOpening: REGULATOR.inspectionTypes.preOpening,
        months: SCORE_RULES.minimumRecord.monthsSinceNewest,
      }),
    },
    license_grace_days: LICENSE_GRACE_DAYS,
    example: workedExample(),
    backtest: summarizeBacktest(language),
    earlier_versions: ALL_SCORE_RULES.filter(({ version }) => version !== SCORE_RULES.version).map(
      (rules) => ({
        score_version: rules.version,
        changed: rules.version === 'v1' ? t.changedV1 : t.changedV2,
        cut_offs: [...rules.cutOffs],
      }),
    ),
    data_used: Object.values(DATA_USED[language]),
    data_not_used: Object.values(DATA_NOT_USED[language]),
    limits: Object.values(METHOD_LIMITS[language]),
    links: {
      page: `${baseUrl}/methodology`,
      statistics: `${baseUrl}/florida`,
      coverage: `${baseUrl}/api/v1/coverage`,
      regulator: REGULATOR.pages.inspections.url,
    },
  };
}

function ruleInWords(language: Language): string[] {
  const t = METHOD[language];
  const { highPriority: high, intermediate, basic } = SCORE_RULES.pointsPerCitation;
  const { meanCases: cases, meanPoints: average } = SCORE_RULES;
  return [
    t.cases({ high, intermediate, basic, max: SCORE_RULES.casePointsMax }),
    t.unknown({ average, max: SCORE_RULES.casePointsMax }),
    t.mean({ days: SCORE_RULES.halfLifeDays }),
    t.shrink({ cases, average }),
    t.score({ factor: SCORE_RULES.scorePerPoint }),
  ];
}

/**
 * Groups of dispositions that have the same points. The first example in each group provides the points, and
 * a test checks that the others have the same.
 */
const MEASURES: readonly {
  readonly measure: keyof (typeof MEASURES_NAMED)['names'];
  readonly examples: readonly [string, ...string[]];
}[] = [
  { measure: 'none', examples: ['Inspection Completed - No Further Action'] },
  {
    measure: 'warning',
    examples: [
      'Warning Issued',
      'Call Back - Extension given, pending',
      'Administrative Complaint Time Extension',
      'Emergency Order Callback Time Extension',
    ],
  },
  {
    measure: 'complaint',
    examples: ['Administrative complaint recommended', 'Admin. Complaint Callback Not Complied'],
  },
  {
    measure: 'closed',
    examples: ['Emergency order recommended', 'Administrative determination recommended'],
  },
];

function pointsOf(disposition: string): number {
  return SCORE_RULES.pointsPerSeverity[REGULATOR.dispositionOf(disposition).severity] ?? 0;
}

/** The cases of a fictional vendor. The page calculates their score step by step. */
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
  const counts = { total, highPriority, intermediate, basic, categories: '' };
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
