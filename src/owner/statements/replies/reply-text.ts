import type { Checked } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { someLines } from '../../../lib/text/clean-typed-text.ts';
import { REPLY_ERRORS } from './messages.ts';

export const REPLY_LENGTH_MAX = 1_000;
export const NOTE_LENGTH_MAX = 2_000;

/** A vendor's reply as it will be shown: plain lines, without control characters. */
export function readReplyText(typed: string, language: Language = 'en'): Checked<string> {
  const t = REPLY_ERRORS[language];
  const text = someLines(typed);
  if (text === '') return { ok: false, errors: { text: t.empty } };
  if (text.length > REPLY_LENGTH_MAX)
    return { ok: false, errors: { text: t.long({ max: REPLY_LENGTH_MAX, count: text.length }) } };
  return { ok: true, value: text };
}

/** An operator's note to the vendor, or in `problem` what is wrong with it. */
export function readNote(
  typed: string,
  needed: boolean,
): { readonly note: string; readonly problem: string | undefined } {
  const note = someLines(typed);
  if (needed && note === '')
    return { note, problem: 'Please write a note: it is mailed to the vendor, who needs to know why.' };
  if (note.length > NOTE_LENGTH_MAX)
    return {
      note,
      problem: `Please use at most ${NOTE_LENGTH_MAX.toLocaleString('en-US')} characters for the note.`,
    };
  return { note, problem: undefined };
}
