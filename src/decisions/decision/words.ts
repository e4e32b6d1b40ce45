import type { Verdict } from '../../registry/scoring/recommendation.ts';
import type { Severity } from '../../registry/vendors/policy.ts';
import type { DecisionResult } from './schemas.ts';

/** What the codes of a decision are called, on pages and on paper. */

export const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  CLEAR:
    'The public record does not stand in the way of a booking. Read the points below, collect the documents, then confirm the spot.',
  CONDITIONAL: 'May be booked once you have looked into the points below and are satisfied with the answers.',
  REVIEW:
    'The public record does not settle it. Somebody should look closely, and ask the vendor, before a yes.',
  DECLINE: 'The public record speaks against this vendor. Do not book until it changes.',
};

export const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  blocking: 'Blocking',
  serious: 'Serious',
  caution: 'Caution',
  info: 'For information',
};
/** Worst first. */
export const SEVERITY_ORDER: readonly Severity[] = ['blocking', 'serious', 'caution', 'info'];

/** Why there is a letter, or none. */
export function gradeText(status: string, grade: string | null): string {
  switch (status) {
    case 'graded':
      return grade ?? 'None';
    case 'withheld':
      return 'Withheld, because the license is not confirmed';
    case 'insufficient_record':
      return 'None: a grade needs more recent inspections of the owner';
    case 'hold':
      return 'None while the regulator’s hold is in force';
    default:
      return grade ?? status;
  }
}

export const LICENSE_KIND_NAMES: Readonly<Record<DecisionResult['vendor']['license']['type'], string>> = {
  food_truck: 'food truck',
  hot_dog_cart: 'hot dog cart',
  caterer: 'caterer',
};

export function licenseKindText({ type }: DecisionResult['vendor']['license']): string {
  return LICENSE_KIND_NAMES[type];
}

export function licenseStatusText({ status }: DecisionResult['vendor']['license']): string {
  switch (status) {
    case 'current':
      return 'Current';
    case 'delinquent':
      return 'Not renewed (delinquent)';
    case 'relinquished':
      return 'Given up by its holder';
    case 'transfer_pending':
      return 'A change of owner seems in progress';
    case 'no_file':
      return 'Unknown: no license file of its district has been read';
    case 'not_on_file':
      return 'Not on the newest license file';
    case 'unknown':
      return 'A status whose meaning is not published';
  }
}

const REASONS: Readonly<Record<string, string>> = {
  record_in_order: 'Record in order',
  regulator_hold: 'On hold by the regulator',
  license_not_confirmed: 'License not confirmed',
  insufficient_record: 'Too few recent inspections',
  grade_f: 'Grade F',
  grade_d: 'Grade D',
  grade_c: 'Grade C',
  unresolved_enforcement: 'Enforcement not yet resolved',
  follow_up_open: 'Follow-up still open',
  last_result_unknown: 'Result of the last visit unknown',
  records_too_old: 'Records too old',
  records_old: 'Old records',
  coverage_too_short: 'Too few days of inspections on file',
  year_not_whole: 'Not the whole year on file',
  expires_before_event: 'License expires before the event',
  closed_within_year: 'Closed within the last year',
  last_visit_long_ago: 'Last visit long ago',
  few_inspections: 'Few inspections',
  recent_emergency_closure: 'Recent closure by the regulator',
  high_priority_at_last_inspection: 'High-priority violation at the last inspection',
};

/** A reason's code in words; a code of another policy version as it is. */
export function reasonName(code: string): string {
  return REASONS[code] ?? code;
}
