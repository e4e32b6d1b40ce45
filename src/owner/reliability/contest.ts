import type { Checked } from '../../lib/field-errors.ts';
import type { Language } from '../../lib/language/language.ts';
import { someLines } from '../../lib/text/clean-typed-text.ts';
import { CONTEST_ERRORS } from './messages.ts';

/** A vendor's statement that a recorded outcome is wrong. */
export type ContestState = 'open' | 'withdrawn' | 'upheld' | 'dismissed';

export interface Contest {
  readonly id: string;
  readonly application_id: string;
  readonly account_id: string;
  readonly license_type: string;
  readonly license_digits: string;
  readonly outcome: string;
  /** The vendor's words. */
  readonly text: string;
  /** The organizer's words; empty for none. */
  readonly answer: string;
  /** `withdrawn`: the organizer took the outcome back; `upheld`: an operator agrees with the vendor. */
  readonly state: ContestState;
  readonly note: string;
  readonly due_on: string;
  readonly created_at: string;
}

/** An outcome can be contested for so long after it was told. */
export const CONTEST_WITHIN_DAYS = 30;
/** An operator answers within this many days. */
export const ANSWER_WITHIN_DAYS = 30;
export const CONTEST_LENGTH = { min: 10, max: 2_000 };
const DAY_MS = 86_400_000;

export function contestableUntil(toldAt: string): Date {
  return new Date(Date.parse(toldAt) + CONTEST_WITHIN_DAYS * DAY_MS);
}

/** A vendor's or an organizer's words, as plain lines. */
export function readWords(typed: string, language: Language = 'en'): Checked<string> {
  const t = CONTEST_ERRORS[language];
  const text = someLines(typed);
  if (text.length < CONTEST_LENGTH.min)
    return { ok: false, errors: { text: t.short({ min: CONTEST_LENGTH.min }) } };
  if (text.length > CONTEST_LENGTH.max)
    return { ok: false, errors: { text: t.long({ max: CONTEST_LENGTH.max }) } };
  return { ok: true, value: text };
}

/** Whether an outcome stays uncounted: only an operator's dismissal lets a contested value count again. */
export function isContested(
  contests: readonly Pick<Contest, 'outcome' | 'state'>[],
  outcome: string,
): boolean {
  return contests.some((each) => each.outcome === outcome && each.state !== 'dismissed');
}
