import type { ScoreRules } from './score-rules.ts';

/**
 * The complete score rules v1, in use until v2. Receipts that refer to them and the back-test still need
 * them.
 */
export const RULES_V1: ScoreRules = {
  version: 'v1',
  pointsPerCitation: { highPriority: 3, intermediate: 1, basic: 0.5 },
  pointsPerSeverity: [0, 0, 1, 1, 4, 4, 8],
  casePointsMax: 20,
  halfLifeDays: 365,
  meanPoints: 2.5,
  meanCases: 2,
  scorePerPoint: 8,
  cutOffs: [
    { grade: 'A', least: 86 },
    { grade: 'B', least: 76 },
    { grade: 'C', least: 64 },
    { grade: 'D', least: 48 },
    { grade: 'F', least: 0 },
  ],
  unknownCounts: 'mean',
  unopenedCases: 'as_on_file',
  minimumRecord: { cases: 2, operatingCases: 1, monthsSinceNewest: 24 },
};
