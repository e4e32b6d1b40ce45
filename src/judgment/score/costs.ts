import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Case, knownCounts, worstVisit } from './cases.ts';
import { SCORE_RULES } from './rules.ts';
import { exactValue } from './score.ts';
import type { ScoreRules } from './score-rules.ts';

/**
 * Returns what an item on the record costs: the score without the item minus the score with it. The scores
 * are not rounded and may be below 0, so that causes can be compared even on the worst record.
 */
export function costOf(
  cases: readonly Case[],
  without: (single: Case) => Case,
  rules: ScoreRules = SCORE_RULES,
): number {
  if (cases.length === 0) return 0;
  return exactValue(cases.map(without), rules) - exactValue(cases, rules);
}

/** The kinds of enforcement actions that affect a score. In each case, only the most severe one counts. */
export const MEASURE_KINDS = ['emergency', 'determination', 'complaint', 'follow_up'] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

/**
 * Returns the kind of enforcement action that a disposition stands for. Returns undefined if the disposition
 * means that standards were met or if its meaning is unknown.
 */
export function measureKindOf(text: string): MeasureKind | undefined {
  const { result, measure } = REGULATOR.dispositionOf(text);
  if (result === 'met' || result === 'unknown') return undefined;
  if (measure === 'none' || measure === 'warning') return 'follow_up';
  return measure;
}

/**
 * Returns a function that changes a case as if no visit had ended with an enforcement action of this kind.
 */
export function withoutMeasure(kind: MeasureKind): (single: Case) => Case {
  return (single) => {
    const others = single.visits.filter(({ disposition }) => measureKindOf(disposition) !== kind);
    if (others.length === single.visits.length) return single;
    return { ...single, worst: worstVisit(others)?.disposition ?? REGULATOR.nothingToDo };
  };
}

/**
 * Citations in one category at the first visit in a case. Their severity is known if the regulator's text is
 * on file.
 */
export interface Citation {
  readonly count: number;
  readonly severity: 'highPriority' | 'intermediate' | 'basic' | undefined;
}

/**
 * Returns the case as if these citations had not been made. A citation whose severity is not on file counts
 * as the average of the inspection's remaining counts. If the counts are unknown, nothing can be removed.
 */
export function withoutCitations(single: Case, citations: readonly Citation[]): Case {
  const counts = knownCounts(single);
  if (!counts) return single;
  const left = { ...counts };
  for (const { count, severity } of citations)
    if (severity) left[severity] = Math.max(0, left[severity] - count);
  const rest = left.highPriority + left.intermediate + left.basic;
  const unknown = citations.reduce((sum, { count, severity }) => (severity ? sum : sum + count), 0);
  const kept = rest === 0 ? 0 : Math.max(0, 1 - unknown / rest);
  return {
    ...single,
    highPriority: left.highPriority * kept,
    intermediate: left.intermediate * kept,
    basic: left.basic * kept,
  };
}

/** Returns the case as if it had no high-priority violations. */
export function withoutHighPriority(single: Case): Case {
  return knownCounts(single) ? { ...single, highPriority: 0 } : single;
}
