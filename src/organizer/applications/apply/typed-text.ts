import { oneLine, someLines } from '../../../lib/text/clean-typed-text.ts';
import { MESSAGE_LENGTH_MAX } from '../notices/mail-texts.ts';

/**
 * Matches characters that are not allowed in text from a stranger. Control characters and direction marks are
 * rejected instead of removed, so that the stored text is what the person meant.
 */
const UNTYPABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u;

/**
 * Parses a single line and trims it. Returns an empty string if nothing is visible, and undefined if the text
 * is rejected.
 */
export function readLine(text: string): string | undefined {
  return UNTYPABLE.test(text.trim()) ? undefined : oneLine(text);
}

/** Parses text with several lines by the same rules, and preserves line breaks. */
export function readLines(text: string): string | undefined {
  return UNTYPABLE.test(text.replace(/[\r\n\t]/g, ' ')) ? undefined : someLines(text).trim();
}

/** Parses a message to applicants, which may be empty. Returns an error sentence if it is not acceptable. */
export function readMessage(text: string): { readonly message: string } | { readonly refusal: string } {
  const message = readLines(text);
  if (message === undefined)
    return { refusal: 'The message holds a character that cannot be sent. Please type it again.' };
  if (message.length > MESSAGE_LENGTH_MAX)
    return {
      refusal: `Please use at most ${MESSAGE_LENGTH_MAX.toLocaleString('en-US')} characters for the message.`,
    };
  return { message };
}

/** Parses a note for the team, which may be empty. Returns an error sentence if it is not acceptable. */
export function readNote(text: string): { readonly note: string } | { readonly refusal: string } {
  const note = readLines(text);
  if (note === undefined)
    return { refusal: 'The note holds a character that cannot be kept. Please type it again.' };
  if (note.length > NOTE_LENGTH_MAX)
    return {
      refusal: `Please use at most ${NOTE_LENGTH_MAX.toLocaleString('en-US')} characters for the note.`,
    };
  return { note };
}

export const NOTE_LENGTH_MAX = 2_000;
