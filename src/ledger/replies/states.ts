/**
 * What may become of a vendor's reply. A text never changes: another text is another reply, which waits while the
 * published one stays up, and takes its place when it is published.
 */
export const REPLY_STATES = ['pending', 'published', 'rejected', 'withdrawn', 'replaced'] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

export const REPLY_DECISIONS = ['publish', 'reject', 'keep', 'take_down'] as const;
export type ReplyDecision = (typeof REPLY_DECISIONS)[number];

/** Reports after which a published reply is looked at again. */
export const REPORTS_MAX = 3;

/** What an operator may decide: of which state, what becomes of it, and whether the vendor must be told why. */
export const DECISION_RULES: Readonly<
  Record<
    ReplyDecision,
    { readonly from: 'pending' | 'published'; readonly to: ReplyState; readonly noteNeeded: boolean }
  >
> = {
  publish: { from: 'pending', to: 'published', noteNeeded: false },
  reject: { from: 'pending', to: 'rejected', noteNeeded: true },
  keep: { from: 'published', to: 'published', noteNeeded: false },
  take_down: { from: 'published', to: 'rejected', noteNeeded: true },
};

/** The vendor may withdraw what waits and what is up. */
export const WITHDRAWABLE = ['pending', 'published'] as const satisfies readonly ReplyState[];
