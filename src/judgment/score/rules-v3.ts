import type { ScoreRules } from './score-rules.ts';

/**
 * The complete score rules v3. Every number that affects a score is here and in docs/scoring.md, which also
 * explains the changes from v2. Only cases that are incomplete in the files cost more than they did under v2.
 */
export const RULES_V3: ScoreRules = {
  version: 'v3',
  pointsPerCitation: { highPriority: 3, intermediate: 1, basic: 0.5 },
  pointsPerSeverity: [0, 0, 1, 1, 4, 4, 8],
  casePointsMax: 20,
  halfLifeDays: 365,
  meanPoints: 2.5,
  meanCases: 2,
  scorePerPoint: 8,
  cutOffs: [
    { grade: 'A', least: 85 },
    { grade: 'B', least: 76 },
    { grade: 'C', least: 64 },
    { grade: 'D', least: 48 },
    { grade: 'F', least: 0 },
  ],
  unknownCounts: 'worst',
  unopenedCases: 'as_proven',
  minimumRecord: { cases: 2, operatingCases: 1, monthsSinceNewest: 24 },
};
