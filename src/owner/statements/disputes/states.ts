/**
 * The possible states of a dispute. A dispute never changes the regulator's data or our grade. A waiting one and one that we
 * agree with are marked beside the row.
 */
export const DISPUTE_STATES = ['pending_review', 'upheld', 'dismissed', 'corrected', 'withdrawn'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The changes that each party may make; docs/replies.md has the same table. */
const NEXT: Readonly<
  Record<'operator' | 'vendor' | 'import', Readonly<Partial<Record<DisputeState, readonly DisputeState[]>>>>
> = {
  operator: { pending_review: ['upheld', 'dismissed'] },
  vendor: { pending_review: ['withdrawn'] },
  // A note beside a row must not outlive the row.
  import: { pending_review: ['corrected'], upheld: ['corrected'] },
};

export function mayBecome(
  by: 'operator' | 'vendor' | 'import',
  from: DisputeState,
  to: DisputeState,
): boolean {
  return NEXT[by][from]?.includes(to) ?? false;
}

/** Shown beside the row. */
export const SHOWN_STATES = ['pending_review', 'upheld'] as const satisfies readonly DisputeState[];
/** Closed when the regulator's next file has a different row. */
export const CORRECTABLE_STATES = ['pending_review', 'upheld'] as const satisfies readonly DisputeState[];
/** Answered by us: the same row cannot be disputed again. */
export const ANSWERED_STATES = ['upheld', 'dismissed'] as const satisfies readonly DisputeState[];

/** An operator answers within this many days. */
export const ANSWER_WITHIN_DAYS = 30;
export const OPEN_MAX = 20;
