import { RULES_V1 } from './rules-v1.ts';
import { RULES_V2 } from './rules-v2.ts';
import { RULES_V3 } from './rules-v3.ts';
import type { ScoreRules } from './score-rules.ts';

/** The score rules that are currently in use. */
export const SCORE_RULES: ScoreRules = RULES_V3;

/**
 * The number of years of inspections that a score covers. After three years, a case counts one-eighth as much
 * as a new one, so older inspections rarely change a letter.
 */
export const SCORED_YEARS = 3;

/** Every version that has ever been used for a grade or a receipt, oldest first. */
export const ALL_SCORE_RULES: readonly ScoreRules[] = [RULES_V1, RULES_V2, RULES_V3];
