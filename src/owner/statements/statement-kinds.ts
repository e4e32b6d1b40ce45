/**
 * The kinds of statements that a license's holder makes. A reply appears next to the record, a dispute is
 * about a row of it, and a contest is about an outcome that an organizer recorded. A statement changes
 * neither the regulator's data nor our grade. docs/replies.md lists the states of replies and disputes.
 */
export type ReplyState = 'pending' | 'published' | 'rejected' | 'withdrawn' | 'replaced';
export type DisputeState = 'pending_review' | 'upheld' | 'dismissed' | 'corrected' | 'withdrawn';
/** `withdrawn`: the organizer removed the outcome. `upheld`: an operator agrees with the vendor. */
export type ContestState = 'open' | 'withdrawn' | 'upheld' | 'dismissed';

export const REPLY_STATES = ['pending', 'published', 'rejected', 'withdrawn', 'replaced'] as const;
export const DISPUTE_STATES = ['pending_review', 'upheld', 'dismissed', 'corrected', 'withdrawn'] as const;

export type ReplyDecision = 'publish' | 'reject' | 'keep' | 'take_down';
export type Answer = 'upheld' | 'dismissed';

/**
 * An operator's decision: the state it applies to, the state it leads to, and whether the holder must be
 * given a reason.
 */
interface DecisionRule {
  readonly from: string;
  readonly to: string;
  readonly noteNeeded: boolean;
}

/** The properties of a kind of statement that the workflow needs. */
export interface StatementKind<Decision extends string = string> {
  readonly table: 'replies' | 'disputes' | 'outcome_contests';
  /** The kind's name in the operators' log. */
  readonly logged: string;
  /** The states in which a statement is open and can be withdrawn. */
  readonly withdrawable: readonly string[];
  /** Columns that change once a statement is no longer open. */
  readonly whenClosed: { readonly open_place?: null };
  readonly decisions: Readonly<Record<Decision, DecisionRule>>;
  /** The message for an operator who did not submit one of the decisions. */
  readonly chooseOne: string;
}

/**
 * A reply's text never changes: a new text is a new reply. It waits while the published reply remains
 * visible, and replaces that reply when it is published.
 */
export const REPLY = {
  table: 'replies',
  logged: 'reply',
  withdrawable: ['pending', 'published'],
  whenClosed: {},
  decisions: {
    publish: { from: 'pending', to: 'published', noteNeeded: false },
    reject: { from: 'pending', to: 'rejected', noteNeeded: true },
    keep: { from: 'published', to: 'published', noteNeeded: false },
    take_down: { from: 'published', to: 'rejected', noteNeeded: true },
  },
  chooseOne: 'Please choose what to do.',
} as const satisfies StatementKind<ReplyDecision>;

/** A dispute is marked next to the row while it is pending, or if we agree with it. */
export const DISPUTE = {
  table: 'disputes',
  logged: 'dispute',
  withdrawable: ['pending_review'],
  whenClosed: { open_place: null },
  decisions: {
    upheld: { from: 'pending_review', to: 'upheld', noteNeeded: true },
    dismissed: { from: 'pending_review', to: 'dismissed', noteNeeded: true },
  },
  chooseOne: 'Please choose an answer.',
} as const satisfies StatementKind<Answer>;

/**
 * An outcome does not count while a contest of it is open, or if the contest was upheld. A contest is
 * withdrawn when the organizer changes the outcome.
 */
export const CONTEST = {
  table: 'outcome_contests',
  logged: 'outcome_contest',
  withdrawable: ['open'],
  whenClosed: {},
  decisions: {
    upheld: { from: 'open', to: 'upheld', noteNeeded: true },
    dismissed: { from: 'open', to: 'dismissed', noteNeeded: true },
  },
  chooseOne: 'Please choose an answer.',
} as const satisfies StatementKind<Answer>;

/** After this many reports, a published reply is reviewed again. */
export const REPORTS_MAX = 3;
/** Disputes that are shown next to the row, and closed when the regulator's next file has a different row. */
export const SHOWN_STATES = ['pending_review', 'upheld'] as const satisfies readonly DisputeState[];
/** Disputes that we answered; the same row cannot be disputed again. */
export const ANSWERED_STATES = ['upheld', 'dismissed'] as const satisfies readonly DisputeState[];
export const OPEN_DISPUTES_MAX = 20;
/** The maximum number of replies, or of disputes, by one account about one license, in any state. */
export const STATEMENTS_MAX = 200;
/** An operator answers a dispute or a contest within this many days. */
export const ANSWER_WITHIN_DAYS = 30;
/** An outcome can be contested for this long after the holder was notified of it. */
const CONTEST_WITHIN_DAYS = 30;
const DAY_MS = 86_400_000;

export function contestableUntil(toldAt: string): Date {
  return new Date(Date.parse(toldAt) + CONTEST_WITHIN_DAYS * DAY_MS);
}

/**
 * Returns true if an outcome does not count because it was contested. Only an operator's dismissal makes a
 * contested outcome count again.
 */
export function isContested(
  contests: readonly { readonly outcome: string; readonly state: ContestState }[],
  outcome: string,
): boolean {
  return contests.some((each) => each.outcome === outcome && each.state !== 'dismissed');
}
