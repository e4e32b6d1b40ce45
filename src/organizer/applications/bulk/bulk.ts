import type { StoredEvent } from '../../events/stored-event.ts';
import { asksReason, type VerdictOrUnknown } from '../decide/against-verdict.ts';
import { outcomeRefusal, recordableOutcomes } from '../decide/outcomes.ts';
import { isOn, isOpen, nextStatuses, spotChange } from '../decide/statuses.ts';
import { type ApplicationOutcome, type ApplicationStatus, OUTCOMES } from '../schemas.ts';

/**
 * Plans what one action does to applications, and why it leaves some unchanged. It is used for a single
 * application, for those ticked in the inbox, and for vendors that move up from the waitlist. Pure, so that a
 * page can preview it.
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

/** As many as one inbox page shows. */
export const BULK_MAX = 50;
/** The time that an action's emails wait; it can be undone until then. */
export const UNDO_MS = 60_000;
/** Each status change sends an email and adds to the history, so changes are limited. */
export const CHANGES_MAX = 100;
/** Each outcome change sends an email. */
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
  /** The number of status changes plus messages sent. */
  readonly changes: number;
  /** The state that the organizer saw. */
  readonly seen: SeenApplication;
  /** Why the application's documents prevent the spot from being confirmed. */
  readonly blocked: string | undefined;
  /**
   * `may`: a closed application can be reopened, because the vendor does not have a newer open one. `newer`:
   * it has one. `no`: the service did not look for one.
   */
  readonly reopens: 'no' | 'may' | 'newer';
}

export interface SeenApplication {
  readonly status: string;
  /** `none` for no outcome; undefined if the form does not include it. */
  readonly outcome: string | undefined;
}

export interface BulkPlan<Candidate> {
  /** In the order in which they take spots: those that need no reason come first. */
  readonly does: readonly Candidate[];
  /** The candidates in `does` that have a reason. */
  readonly against: readonly Candidate[];
  readonly skips: readonly { readonly candidate: Candidate; readonly why: SkipReason }[];
}

type EventTimes = Pick<StoredEvent, 'status' | 'starts_at' | 'ends_at'>;

interface Given {
  readonly event: EventTimes;
  /** Null if unlimited. */
  readonly spotsLeft: number | null;
  readonly hasReason: boolean;
  readonly now: Date;
}

/** Returns the outcome that an action records, if any. */
export function outcomeOf(action: BulkAction): ApplicationOutcome | undefined {
  return OUTCOMES.find((each) => each === action);
}

/** Returns the status that an action sets, if any. */
export function statusOf(action: BulkAction): (typeof STATUS_ACTIONS)[number] | undefined {
  return STATUS_ACTIONS.find((each) => each === action);
}

/** Lists the actions that are possible for at least one of an event's applications now. */
export function offeredActions(event: EventTimes, now: Date): BulkAction[] {
  const statuses = isOn(event, now) ? STATUS_ACTIONS : [];
  return [...statuses, 'message', ...recordableOutcomes(event, now)];
}

/** Candidates come in the order shown. */
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

/** Returns why an action leaves an application unchanged, regardless of the free spots. */
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

/** Returns the change in the number of spots taken. */
export function spotsTakenBy(
  action: BulkAction,
  applications: readonly { readonly status: ApplicationStatus }[],
): number {
  const to = statusOf(action);
  if (to === undefined) return 0;
  const changes = applications.map(({ status }) => spotChange(status, to));
  return changes.filter((each) => each === 'take').length - changes.filter((each) => each === 'free').length;
}
