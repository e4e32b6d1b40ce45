/** A result of checking a file, in one sentence for the operator and for `/coverage`. */
export interface Finding {
  readonly code: string;
  readonly text: string;
}

/**
 * A reason to refuse a file. "unusable": the file is unreadable or not what it claims to be.
 * "needs_operator": the file is most likely incomplete. "suspicious": the change may be intentional; a second
 * download with the same content confirms it.
 */
export interface Refusal extends Finding {
  readonly kind: 'unusable' | 'needs_operator' | 'suspicious';
}

/** Formats a number for display: 1,234. */
export function inDigits(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns "12 of 1,310 licenses". */
export function countOf(count: number, rows: number, noun: string): string {
  return `${inDigits(count)} of ${inDigits(rows)} ${noun}s`;
}
