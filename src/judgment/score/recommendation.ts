import type { Language } from '../../lib/language/language.ts';
import { RECOMMENDATIONS } from './recommendation-messages.ts';
import type { Grade } from './score-rules.ts';

export type GradeStatus = 'graded' | 'withheld' | 'insufficient_record' | 'hold';
type RiskTier = 'low' | 'moderate' | 'elevated' | 'high' | 'unknown';

/** A grade as it may be shown. It has a letter if and only if its status is "graded". */
export type GradeStanding =
  | { readonly status: 'graded'; readonly grade: Grade }
  | { readonly status: Exclude<GradeStatus, 'graded'>; readonly grade: null };

const TIERS: Readonly<Record<Grade, RiskTier>> = {
  A: 'low',
  B: 'moderate',
  C: 'elevated',
  D: 'high',
  F: 'high',
};

export type Verdict = 'CLEAR' | 'CONDITIONAL' | 'REVIEW' | 'DECLINE';

/** The verdict for each letter. docs/decisions.md explains the other rules. */
export const VERDICTS_OF_GRADES: Readonly<Record<Grade, Verdict>> = {
  A: 'CLEAR',
  B: 'CLEAR',
  C: 'CONDITIONAL',
  D: 'REVIEW',
  F: 'DECLINE',
};

interface Recommendation {
  readonly code: 'book' | 'book_after_review' | 'review' | 'do_not_book';
  readonly text: string;
}

/**
 * Returns how much of a grade may be shown. No letter is shown while a hold is in force or the license is
 * unconfirmed (contract 2.6).
 */
export function standingOf(facts: {
  hold: boolean;
  confirmed: boolean;
  grade: Grade | undefined;
}): GradeStanding {
  if (facts.hold) return { status: 'hold', grade: null };
  if (!facts.confirmed) return { status: 'withheld', grade: null };
  if (facts.grade === undefined) return { status: 'insufficient_record', grade: null };
  return { status: 'graded', grade: facts.grade };
}

/**
 * Returns the risk tier for a grade. If there is a hold, it is high; otherwise, without a letter, it is
 * unknown.
 */
export function riskTierOf(standing: GradeStanding): RiskTier {
  if (standing.status === 'graded') return TIERS[standing.grade];
  return standing.status === 'hold' ? 'high' : 'unknown';
}

/**
 * Returns our recommendation to an organizer, which does not depend on the event. It is our judgment, not the
 * regulator's, and follows from the verdict.
 */
export function recommendationOf(verdict: Verdict, language: Language = 'en'): Recommendation {
  const code = RECOMMENDED[verdict];
  return { code, text: RECOMMENDATIONS[language][code] };
}

/** Returns the verdict from which a recommendation follows. */
export function verdictOf(code: Recommendation['code']): Verdict {
  const [verdict] = Object.entries(RECOMMENDED).find(([, each]) => each === code) ?? [];
  if (verdict === undefined) throw new Error(`no verdict has the recommendation ${code}`);
  return verdict as Verdict;
}

const RECOMMENDED: Readonly<Record<Verdict, Recommendation['code']>> = {
  CLEAR: 'book',
  CONDITIONAL: 'book_after_review',
  REVIEW: 'review',
  DECLINE: 'do_not_book',
};
