import type { Severity } from '../../judgment/policy/policy.ts';
import type { Verdict } from '../../judgment/score/recommendation.ts';
import type { Language } from '../../lib/language/language.ts';
import {
  GRADES,
  LICENSE_KINDS,
  LICENSE_STATUSES,
  MEANINGS,
  REASON_NAMES,
  SEVERITIES_NAMED,
  type ShownVerdict,
  VERDICT_NAMES,
} from './messages.ts';
import type { DecisionResult } from './schemas.ts';

/** The English names of a decision's codes, for text that is only in English. */
export const { en: VERDICT_MEANINGS } = MEANINGS;
export const { en: SEVERITY_NAMES } = SEVERITIES_NAMED;
export const { en: LICENSE_KIND_NAMES } = LICENSE_KINDS;

/** Worst first. */
export const SEVERITY_ORDER: readonly Severity[] = ['blocking', 'serious', 'caution', 'info'];

/** Returns a verdict's name, such as "Clear to book". An unknown code is returned unchanged. */
export function verdictText(verdict: string, language: Language = 'en'): string {
  const names: Readonly<Record<string, string>> = VERDICT_NAMES[language];
  return names[verdict] ?? verdict;
}

interface WithGrade {
  readonly grade_status: string;
}

/** A verdict with its grade status. In a decision, the grade status is part of the evidence. */
export type Decided<Given> = { readonly verdict: Given } & (WithGrade | { readonly evidence: WithGrade });

/**
 * Returns the state to display for a verdict. It differs from the verdict only for a REVIEW of a short
 * record.
 */
export function shownVerdict(decided: Decided<Verdict>): ShownVerdict;
export function shownVerdict(decided: Decided<string>): string;
export function shownVerdict(decided: Decided<string>): string {
  const { grade_status: status } = 'evidence' in decided ? decided.evidence : decided;
  return decided.verdict === 'REVIEW' && status === 'insufficient_record' ? 'SHORT_RECORD' : decided.verdict;
}

/**
 * Returns a verdict's name as the name of a group of decisions. For REVIEW, it includes both states that the
 * verdict may be displayed as.
 */
export function verdictGroupText(verdict: string, language: Language = 'en'): string {
  const name = verdictText(verdict, language);
  return verdict === 'REVIEW' ? `${name} / ${verdictText('SHORT_RECORD', language)}` : name;
}

/** Returns the letter grade, or explains why there is none. */
export function gradeText(status: string, grade: string | null, language: Language = 'en'): string {
  const t = GRADES[language];
  switch (status) {
    case 'graded':
      return grade ?? t.none;
    case 'withheld':
      return t.withheld;
    case 'insufficient_record':
      return t.insufficient;
    case 'hold':
      return t.hold;
    default:
      return grade ?? status;
  }
}

type ShownLicense = DecisionResult['vendor']['license'];

export function licenseKindText({ type }: ShownLicense, language: Language = 'en'): string {
  return LICENSE_KINDS[language][type];
}

export function licenseStatusText({ status }: ShownLicense, language: Language = 'en'): string {
  return LICENSE_STATUSES[language][status];
}

/** Returns a reason's code in words. A code from another policy version is returned unchanged. */
export function reasonName(code: string, language: Language = 'en'): string {
  const names: Readonly<Record<string, string>> = REASON_NAMES[language];
  return names[code] ?? code;
}
