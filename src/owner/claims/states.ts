import type { ClaimState } from './claim.ts';

/** The allowed changes of a claim's state. Rejected and released are final, but the license can be claimed again. */
const NEXT: Readonly<Record<ClaimState, readonly ClaimState[]>> = {
  pending: ['verified', 'rejected', 'released'],
  verified: ['released'],
  rejected: [],
  released: [],
};

export const CLAIM_STATES = ['pending', 'verified', 'rejected', 'released'] as const;

/** Returns the states from which a claim may become `to`. */
export function statesBefore(to: ClaimState): ClaimState[] {
  return CLAIM_STATES.filter((from) => NEXT[from].includes(to));
}

/** Returns true if a claim can still change and counts as the account's claim of the license. */
export function isOpen(state: ClaimState): boolean {
  return NEXT[state].length > 0;
}
