import { RULES_V1 } from './rules-v1.ts';
import { RULES_V2 } from './rules-v2.ts';
import type { ScoreRules } from './score-rules.ts';

/** The rules in force. */
export const SCORE_RULES: ScoreRules = RULES_V2;

/** Every version that ever made a grade or a receipt, oldest first. */
export const ALL_SCORE_RULES: readonly ScoreRules[] = [RULES_V1, RULES_V2];
