import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Case, gravestVisit, knownCounts } from './cases.ts';
import { SCORE_RULES } from './rules.ts';
import { exactValue } from './score.ts';
import type { ScoreRules } from './score-rules.ts';

/**
 * What something on the record takes from the score: the score without it less the score with it, neither rounded nor kept
 * from falling below 0, so that causes can be compared on the worst record, too. Pure.
 */
export function costOf(
  cases: readonly Case[],
  without: (single: Case) => Case,
  rules: ScoreRules = SCORE_RULES,
): number {
  if (cases.length === 0) return 0;
  return exactValue(cases.map(without), rules) - exactValue(cases, rules);
}

/** The measures that a score goes by, as far as nothing graver of the same case weighs instead. */
export const MEASURE_KINDS = ['emergency', 'determination', 'complaint', 'follow_up'] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

/** The measure that a disposition is; undefined where it met standards or where its meaning is unknown. */
export function measureKindOf(text: string): MeasureKind | undefined {
  const { result, measure } = REGULATOR.dispositionOf(text);
  if (result === 'met' || result === 'unknown') return undefined;
  if (measure === 'none' || measure === 'warning') return 'follow_up';
  return measure;
}

/** The case as if no visit had ended with a measure of this kind. */
export function withoutMeasure(kind: MeasureKind): (single: Case) => Case {
  return (single) => {
    const others = single.visits.filter(({ disposition }) => measureKindOf(disposition) !== kind);
    if (others.length === single.visits.length) return single;
    return { ...single, worst: gravestVisit(others)?.disposition ?? REGULATOR.nothingToDo };
  };
}

/** A citation of one category at the first visit of a case: its severity is known where the regulator's text is on file. */
export interface Citation {
  readonly count: number;
  readonly severity: 'highPriority' | 'intermediate' | 'basic' | undefined;
}

/**
 * The case as if these citations had not been made. One whose severity is not on file weighs as the average of what the
 * inspection counted beside those that are. Where the counts are unknown nothing can be taken off.
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

/** The case as if it had no high-priority violation. */
export function withoutHighPriority(single: Case): Case {
  return knownCounts(single) ? { ...single, highPriority: 0 } : single;
}
