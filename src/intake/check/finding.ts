/** The result of a check of a file, in one sentence for the operator and for `/coverage`. */
export interface Finding {
  readonly code: string;
  readonly text: string;
}

/**
 * The reason why a file is refused. "unusable": it is not what it claims to be, or is unreadable.
 * "needs_operator": it is most likely incomplete. "suspicious": the regulator may mean it; a second, equal
 * download proves that.
 */
export interface Refusal extends Finding {
  readonly kind: 'unusable' | 'needs_operator' | 'suspicious';
}

/** Returns a number for people: 1,234. */
export function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns "12 of 1,310 licenses". */
export function countOf(count: number, rows: number, noun: string): string {
  return `${inDigits(count)} of ${inDigits(rows)} ${noun}s`;
}
