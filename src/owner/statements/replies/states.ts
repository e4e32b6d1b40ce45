/**
 * The possible states of a vendor's reply. A text never changes: a new text is a new reply, which waits while the published
 * one stays up and replaces it when published.
 */
export const REPLY_STATES = ['pending', 'published', 'rejected', 'withdrawn', 'replaced'] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

export const REPLY_DECISIONS = ['publish', 'reject', 'keep', 'take_down'] as const;
export type ReplyDecision = (typeof REPLY_DECISIONS)[number];

/** Reports after which a published reply is reviewed again. */
export const REPORTS_MAX = 3;

/** An operator's decisions: the states they apply to, the result, and whether the vendor must get a reason. */
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

/** The vendor may withdraw waiting and published replies. */
export const WITHDRAWABLE = ['pending', 'published'] as const satisfies readonly ReplyState[];
