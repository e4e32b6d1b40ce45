import type { Language } from '../../lib/language/language.ts';
import type { Severity } from '../../registry/vendors/policy.ts';
import {
  GRADES,
  LICENSE_KINDS,
  LICENSE_STATUSES,
  MEANINGS,
  REASON_NAMES,
  SEVERITIES_NAMED,
  VERDICT_NAMES,
} from './messages.ts';
import type { DecisionResult } from './schemas.ts';

/** What the codes of a decision are called, on pages and on paper; these names in English, for what is English alone. */
export const { en: VERDICT_MEANINGS } = MEANINGS;
export const { en: SEVERITY_NAMES } = SEVERITIES_NAMED;
export const { en: LICENSE_KIND_NAMES } = LICENSE_KINDS;

/** Worst first. */
export const SEVERITY_ORDER: readonly Severity[] = ['blocking', 'serious', 'caution', 'info'];

/** A verdict's code; in another language with its name: "CLEAR (sin objeciones)". */
export function verdictText(verdict: string, language: Language): string {
  const names: Readonly<Record<string, string>> = VERDICT_NAMES[language];
  const name = language === 'en' ? undefined : names[verdict];
  return name === undefined ? verdict : `${verdict} (${name})`;
}

/** Why there is a letter, or none. */
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

/** A reason's code in words; a code of another policy version as it is. */
export function reasonName(code: string, language: Language = 'en'): string {
  const names: Readonly<Record<string, string>> = REASON_NAMES[language];
  return names[code] ?? code;
}
