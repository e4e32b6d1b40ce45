import type { DisputeState } from '../../../ledger/disputes/states.ts';

/** What became of a dispute, for its vendor. */
export const DISPUTE_STATE_WORDS: Readonly<Record<DisputeState, string>> = {
  pending_review: 'waiting for our answer',
  upheld: 'upheld, marked beside the visit',
  dismissed: 'dismissed',
  corrected: 'closed, the regulator changed the row',
  withdrawn: 'withdrawn',
};
