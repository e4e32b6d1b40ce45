import type { StoredEvent } from '../../events/stored-event.ts';
import { asksReason, type VerdictOrUnknown } from '../decide/against-verdict.ts';
import { outcomeRefusal, recordableOutcomes } from '../decide/outcomes.ts';
import { isOn, isOpen, nextStatuses, spotChange } from '../decide/statuses.ts';
import { type ApplicationOutcome, type ApplicationStatus, OUTCOMES } from '../schemas.ts';

/**
 * Plans which applications an action changes, and why it skips others. Used for single applications, for
 * applications selected in the inbox, and for vendors that move up from the waitlist. Pure, so that a page
 * can preview the plan.
 */

export const STATUS_ACTIONS = [
  'under_review',
  'waitlisted',
  'approved',
  'confirmed',
  'declined',
  'cancelled',
] as const;
export const BULK_ACTIONS = [...STATUS_ACTIONS, 'message', ...OUTCOMES] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The maximum number of applications per action, which is the size of an inbox page. */
export const BULK_MAX = 50;
/** The delay before an action's emails are sent. The action can be undone during this time. */
export const UNDO_MS = 60_000;
/**
 * The maximum number of status changes and messages per application, because each one sends an email and adds
 * to the history.
 */
export const CHANGES_MAX = 100;
/** The maximum number of outcome changes per application, because each one sends an email. */
export const OUTCOME_CHANGES_MAX = 10;

export const SKIP_REASONS = [
  ...(['changed', 'closed', 'newer', 'changes', 'status', 'reason', 'documents', 'full'] as const),
  ...(['no_outcome', 'same_outcome', 'outcome_changes', 'mails'] as const),
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface BulkCandidate {
  readonly id: string;
  readonly status: ApplicationStatus;
  readonly outcome: string | null;
  readonly outcome_changes: number;
  readonly verdict: VerdictOrUnknown;
  /** The number of status changes and messages so far. */
  readonly changes: number;
  /** The status and outcome that the organizer saw. */
  readonly seen: SeenApplication;
  /**
   * A sentence that explains why the documents prevent the spot from being confirmed. Undefined if they do
   * not.
   */
  readonly blocked: string | undefined;
  /**
   * `may` means that a closed application can be reopened, because the vendor has no newer open application.
   * `newer` means that there is one. `no` means that the service did not check.
   */
  readonly reopens: 'no' | 'may' | 'newer';
}

export interface SeenApplication {
  readonly status: string;
  /** `none` if no outcome was recorded. Undefined if the form does not include the outcome. */
  readonly outcome: string | undefined;
}

export interface BulkPlan<Candidate> {
  /**
   * The applications to change, in the order in which they take spots. Applications that do not require a
   * reason come first.
   */
  readonly does: readonly Candidate[];
  /** The applications in `does` that require a reason. */
  readonly against: readonly Candidate[];
  readonly skips: readonly { readonly candidate: Candidate; readonly why: SkipReason }[];
}

type EventTimes = Pick<StoredEvent, 'status' | 'starts_at' | 'ends_at'>;

interface Given {
  readonly event: EventTimes;
  /** Null if the number of spots is unlimited. */
  readonly spotsLeft: number | null;
  readonly hasReason: boolean;
  readonly now: Date;
}

/** Returns the outcome that an action records, or undefined if it does not record one. */
export function outcomeOf(action: BulkAction): ApplicationOutcome | undefined {
  return OUTCOMES.find((each) => each === action);
}

/** Returns the status that an action sets, or undefined if it does not set one. */
export function statusOf(action: BulkAction): (typeof STATUS_ACTIONS)[number] | undefined {
  return STATUS_ACTIONS.find((each) => each === action);
}

/** Lists the actions that an organizer can choose for an event's applications now. */
export function offeredActions(event: EventTimes, now: Date): BulkAction[] {
  const statuses = isOn(event, now) ? STATUS_ACTIONS : [];
  return [...statuses, 'message', ...recordableOutcomes(event, now)];
}

/** Plans an action on the candidates, which must be in the order shown. */
export function planBulk<Candidate extends BulkCandidate>(
  action: BulkAction,
  candidates: readonly Candidate[],
  given: Given,
): BulkPlan<Candidate> {
  const does: Candidate[] = [];
  const against: Candidate[] = [];
  const skips: { candidate: Candidate; why: SkipReason }[] = [];
  const to = statusOf(action);
  let left = given.spotsLeft ?? Number.POSITIVE_INFINITY;
  const needsReason = ({ verdict }: Candidate) => to !== undefined && asksReason(to, verdict);
  const inTurn = [...candidates.filter((each) => !needsReason(each)), ...candidates.filter(needsReason)];
  for (const candidate of inTurn) {
    const takes = to !== undefined && spotChange(candidate.status, to) === 'take';
    const why = refuse(candidate, action, given) ?? (takes && left < 1 ? 'full' : null);
    if (why !== null) skips.push({ candidate, why });
    else {
      if (takes) left -= 1;
      does.push(candidate);
      if (needsReason(candidate)) against.push(candidate);
    }
  }
  return { does, against, skips };
}

/** Returns the reason to skip an application, or null. Does not check for free spots. */
function refuse(candidate: BulkCandidate, action: BulkAction, given: Given): SkipReason | null {
  const { status, seen, changes, verdict, reopens } = candidate;
  if (seen.status !== status) return 'changed';
  const outcome = outcomeOf(action);
  if (outcome !== undefined) return refuseOutcome(candidate, outcome, given);
  if (!isOpen(status) && (action === 'message' || reopens === 'no')) return 'closed';
  if (changes > CHANGES_MAX) return 'changes';
  const to = statusOf(action);
  if (to === undefined) return null;
  if (!nextStatuses(status, given.event, given.now).includes(to)) return 'status';
  if (!isOpen(status) && reopens === 'newer') return 'newer';
  if (asksReason(to, verdict) && !given.hasReason) return 'reason';
  return to === 'confirmed' && candidate.blocked !== undefined ? 'documents' : null;
}

function refuseOutcome(
  { status, outcome, outcome_changes, seen }: BulkCandidate,
  to: ApplicationOutcome,
  { event, now }: Given,
): SkipReason | null {
  if (seen.outcome !== undefined && seen.outcome !== (outcome ?? 'none')) return 'changed';
  if (outcomeRefusal(status, event, now) !== null) return 'no_outcome';
  if (!recordableOutcomes(event, now).includes(to)) return 'no_outcome';
  if (outcome === to) return 'same_outcome';
  return outcome_changes >= OUTCOME_CHANGES_MAX ? 'outcome_changes' : null;
}

/** Returns the change in the number of taken spots. It is negative if spots become free. */
export function spotsTakenBy(
  action: BulkAction,
  applications: readonly { readonly status: ApplicationStatus }[],
): number {
  const to = statusOf(action);
  if (to === undefined) return 0;
  const changes = applications.map(({ status }) => spotChange(status, to));
  return changes.filter((each) => each === 'take').length - changes.filter((each) => each === 'free').length;
}
