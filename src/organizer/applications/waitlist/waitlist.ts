import { asksReason, type VerdictOrUnknown } from '../decide/against-verdict.ts';

/**
 * Chooses the vendors that move up from the waitlist by themselves, and those that a person has to decide
 * about. Pure.
 */

interface Judged {
  readonly verdict: VerdictOrUnknown;
  readonly may_change: boolean;
}

export interface MovingUp<Each> {
  readonly moves: readonly Each[];
  /** Those before the last that moves; all of them while there are spots left. */
  readonly left: readonly Each[];
}

/** Those whose verdict asks for no reason, in order, while there are spots. */
export function chooseMoving<Each extends Judged>(waiting: readonly Each[], spots: number): MovingUp<Each> {
  const moves: Each[] = [];
  const left: Each[] = [];
  for (const each of waiting) {
    if (moves.length >= spots) break;
    if (each.may_change && !asksReason('approved', each.verdict)) moves.push(each);
    else left.push(each);
  }
  return { moves, left };
}
