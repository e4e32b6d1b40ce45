import { SEVERITY_ORDER, shownVerdict } from '../../../decisions/decide/decision-words.ts';
import type { ShownVerdict } from '../../../decisions/decide/messages.ts';
import type { DecidedLine } from '../../../organizer/lists/checked-list.ts';

/** Sorts vendors in a checked list. */

/** Verdicts in sort order, worst first. */
export const VERDICT_ORDER = ['DECLINE', 'REVIEW', 'CONDITIONAL', 'SHORT_RECORD', 'CLEAR'] as const;

export type ListOrder = 'attention' | 'name';

export function sortDecided(decided: readonly DecidedLine[], order: ListOrder): readonly DecidedLine[] {
  const byName = (one: DecidedLine, other: DecidedLine) =>
    one.decision.vendor.name.localeCompare(other.decision.vendor.name, 'en') ||
    one.line.line - other.line.line;
  if (order === 'name') return decided.toSorted(byName);
  return decided.toSorted((one, other) => weightOf(one) - weightOf(other) || byName(one, other));
}

/** Returns the verdict to show for a line with a decision. */
export function shownVerdictOf({ decision }: DecidedLine): ShownVerdict {
  return shownVerdict(decision);
}

/** Returns the sort position, based first on the verdict and then on the most severe reason. */
function weightOf(line: DecidedLine): number {
  const gravest = Math.min(
    ...line.decision.reasons.map(({ severity }) => SEVERITY_ORDER.indexOf(severity)),
    SEVERITY_ORDER.length,
  );
  return VERDICT_ORDER.indexOf(shownVerdictOf(line)) * 10 + gravest;
}

/**
 * Returns what the license's expiration date means for the event. `today` is the date when the list was
 * checked.
 */
export function expiryOf(
  expiresOn: string | null,
  eventDate: string,
  today: string,
): 'noExpiry' | 'expired' | 'endsBefore' | 'runsPast' {
  if (expiresOn === null) return 'noExpiry';
  if (expiresOn < today) return 'expired';
  return expiresOn < eventDate ? 'endsBefore' : 'runsPast';
}
