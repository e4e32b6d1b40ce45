import type { Checked } from '../../lib/field-errors.ts';
import type { Language } from '../../lib/language/language.ts';
import { someLines } from '../../lib/text/clean-typed-text.ts';
import { citedCategories, type DisputedRow } from './disputes/disputed-row.ts';
import { CONTEST_ERRORS, DISPUTE_ERRORS, REPLY_ERRORS } from './messages.ts';

/**
 * Parses the text that holders, organizers and operators type into plain lines without control characters.
 */

export const REPLY_LENGTH_MAX = 1_000;
export const NOTE_LENGTH_MAX = 2_000;
/** The allowed length of a dispute, a contest, and the organizer's answer to a contest. */
export const TEXT_LENGTH = { min: 10, max: 2_000 };
export const TOLD_LENGTH_MAX = 2_000;

/** Parses a vendor's reply as it will be shown. */
export function readReplyText(typed: string, language: Language = 'en'): Checked<string> {
  const t = REPLY_ERRORS[language];
  const text = someLines(typed);
  if (text === '') return { ok: false, errors: { text: t.empty } };
  if (text.length > REPLY_LENGTH_MAX)
    return { ok: false, errors: { text: t.long({ max: REPLY_LENGTH_MAX, count: text.length }) } };
  return { ok: true, value: text };
}

/** A vendor's form for disputing a row, as typed. */
export interface DisputeForm {
  readonly category: string;
  readonly text: string;
  readonly told_regulator: string;
}

interface DisputeDetails {
  /** Null for the visit as a whole. */
  readonly category: number | null;
  readonly text: string;
  readonly told_regulator: string;
}

/** Parses the form about one row, which must cite the selected category. */
export function readDisputeForm(
  form: DisputeForm,
  row: DisputedRow,
  language: Language = 'en',
): Checked<DisputeDetails> {
  const t = DISPUTE_ERRORS[language];
  const errors: Record<string, string> = {};
  const cited = citedCategories(row).find(({ category }) => String(category) === form.category);
  if (form.category !== '' && !cited) errors.category = t.category;
  const text = someLines(form.text);
  if (text.length < TEXT_LENGTH.min) errors.text = t.shortText({ min: TEXT_LENGTH.min });
  if (text.length > TEXT_LENGTH.max) errors.text = t.long({ max: TEXT_LENGTH.max });
  const told = someLines(form.told_regulator);
  if (told === '') errors.told_regulator = t.told;
  if (told.length > TOLD_LENGTH_MAX) errors.told_regulator = t.long({ max: TOLD_LENGTH_MAX });
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { category: cited?.category ?? null, text, told_regulator: told } };
}

/** Parses a vendor's reasons for contesting an outcome, or an organizer's answer. */
export function readWords(typed: string, language: Language = 'en'): Checked<string> {
  const t = CONTEST_ERRORS[language];
  const text = someLines(typed);
  if (text.length < TEXT_LENGTH.min)
    return { ok: false, errors: { text: t.short({ min: TEXT_LENGTH.min }) } };
  if (text.length > TEXT_LENGTH.max) return { ok: false, errors: { text: t.long({ max: TEXT_LENGTH.max }) } };
  return { ok: true, value: text };
}

/** Parses an operator's note to the vendor. `problem` is the error, if any. */
export function readNote(
  typed: string,
  needed: boolean,
): { readonly note: string; readonly problem: string | undefined } {
  const note = someLines(typed);
  if (needed && note === '')
    return { note, problem: 'Please write a note. We email it to the vendor, who needs to know why.' };
  if (note.length > NOTE_LENGTH_MAX)
    return {
      note,
      problem: `Please use at most ${NOTE_LENGTH_MAX.toLocaleString('en-US')} characters for the note.`,
    };
  return { note, problem: undefined };
}
