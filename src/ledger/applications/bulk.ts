import type { StoredEvent } from '../events/stored-event.ts';
import { asksReason, type VerdictOrUnknown } from './against-verdict.ts';
import type { ApplicationStatus } from './schemas.ts';
import { isOpen, nextStatuses, spotChange } from './statuses.ts';

/** What one action does to many applications, and why it leaves some as they are. Pure, so that a page can say it before. */

/** Not `confirmed`: what may keep one vendor from it, such as insurance that ends too early, is said on its own page. */
export const BULK_ACTIONS = [
  ...(['under_review', 'waitlisted', 'approved', 'declined', 'cancelled'] as const),
  'message',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** As many as one page of an inbox shows. */
export const BULK_MAX = 50;

export type SkipReason = 'closed' | 'status' | 'reason' | 'full' | 'changes' | 'changed';

interface BulkCandidate {
  readonly id: string;
  readonly status: ApplicationStatus;
  readonly verdict: VerdictOrUnknown;
  /** How often its status was changed, or a message was sent. */
  readonly changes: number;
  /** The status that the organizer saw. */
  readonly seen: string;
}

export interface BulkPlan<Candidate> {
  /** In the order in which they take spots: those that need no reason first. */
  readonly does: readonly Candidate[];
  /** Of those, the ones that a reason was given for. */
  readonly against: readonly Candidate[];
  readonly skips: readonly { readonly candidate: Candidate; readonly why: SkipReason }[];
}

/** `spotsLeft` is null for any number. Candidates come in the order shown. */
export function planBulk<Candidate extends BulkCandidate>(
  action: BulkAction,
  candidates: readonly Candidate[],
  given: {
    readonly event: Pick<StoredEvent, 'status'>;
    readonly spotsLeft: number | null;
    readonly hasReason: boolean;
    readonly changesMax: number;
  },
): BulkPlan<Candidate> {
  const does: Candidate[] = [];
  const against: Candidate[] = [];
  const skips: { candidate: Candidate; why: SkipReason }[] = [];
  let left = given.spotsLeft ?? Number.POSITIVE_INFINITY;
  const needsReason = ({ verdict }: Candidate) => action !== 'message' && asksReason(action, verdict);
  const inTurn = [...candidates.filter((each) => !needsReason(each)), ...candidates.filter(needsReason)];
  for (const candidate of inTurn) {
    const why =
      refuse(candidate, action, given) ?? (needsReason(candidate) && !given.hasReason ? 'reason' : null);
    const takes = action !== 'message' && spotChange(candidate.status, action) === 'take';
    if (why !== null) skips.push({ candidate, why });
    else if (takes && left < 1) skips.push({ candidate, why: 'full' });
    else {
      if (takes) left -= 1;
      does.push(candidate);
      if (needsReason(candidate)) against.push(candidate);
    }
  }
  return { does, against, skips };
}

/** A declined application is reopened on its own page, where a newer one of the same vendor is looked for. */
function refuse(
  { status, seen, changes }: BulkCandidate,
  action: BulkAction,
  { event, changesMax }: { readonly event: Pick<StoredEvent, 'status'>; readonly changesMax: number },
): SkipReason | null {
  if (seen !== status) return 'changed';
  if (!isOpen(status)) return 'closed';
  if (changes > changesMax) return 'changes';
  if (action === 'message') return null;
  return nextStatuses(status, event).includes(action) ? null : 'status';
}

/** How an action changes the number of spots taken. */
export function spotsTakenBy(
  action: BulkAction,
  applications: readonly { readonly status: ApplicationStatus }[],
): number {
  if (action === 'message') return 0;
  const changes = applications.map(({ status }) => spotChange(status, action));
  return changes.filter((each) => each === 'take').length - changes.filter((each) => each === 'free').length;
}
